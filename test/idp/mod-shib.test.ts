import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { type Provider, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { type Program, startProgram, untilReady } from '../counterparts/program.ts';
import { type Apache, apacheUser, startApache } from './apache.ts';
import { asksToSignIn, signInOn, variablesOn } from './pages.ts';
import { createSamlApplication, describeByMetadata, type SamlApplication } from './saml-application.ts';

// Debian's Shibboleth protects a page of an Apache. It reads our metadata itself, signs its requests, and gets encrypted assertions.

let provider: Provider;
let apache: Apache;
let shibd: Program;
let app: SamlApplication;
let browser: OpenPage;

beforeAll(async () => {
  provider = await startProvider();
  app = await createSamlApplication(provider);
  const { privateKeyPem, certificatePem } = await createCertifiedKey('shibboleth', Date.now());
  apache = await startApache({
    modules: ['shib'],
    directives({ url, folder }) {
      cpSync('/etc/shibboleth', join(folder, 'shibboleth'), { recursive: true });
      const files = {
        'key.pem': privateKeyPem,
        'cert.pem': certificatePem,
        'shibboleth2.xml': configuration(url, folder),
        'attribute-map.xml': attributeMap,
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'shibboleth', name), text);
      return `
ShibConfig ${folder}/shibboleth/shibboleth2.xml
<Location /secret>
  AuthType shibboleth
  ShibRequestSetting requireSession 1
  Require valid-user
</Location>`;
    },
  });
  const { folder } = apache;
  const config = join(folder, 'shibboleth/shibboleth2.xml');
  shibd = startProgram('shibd', ['-F', '-f', '-c', config, '-p', join(folder, 'run/shibd.pid')], {
    folder,
    keepsFolder: true,
    user: apacheUser,
  });
  await untilReady('shibd', shibd, async () => existsSync(join(folder, 'run/shibd.sock')));
  const settings = { signedRequestsRequired: true, assertionEncrypted: true };
  await describeByMetadata(provider, app, `${apache.url}/Shibboleth.sso/Metadata`, settings);
});
afterEach(() => browser?.close());
afterAll(async () => {
  await shibd?.stop();
  await apache?.stop();
  await provider?.latchkey.close();
});

const configuration = (
  url: string,
  folder: string,
) => `<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180">
  <OutOfProcess logger="${folder}/shibboleth/console.logger"/>
  <InProcess logger="${folder}/shibboleth/console.logger"/>
  <UnixListener address="${folder}/run/shibd.sock"/>
  <ApplicationDefaults entityID="${url}/shibboleth" REMOTE_USER="email" signing="true">
    <Sessions lifetime="28800" timeout="3600" relayState="ss:mem" handlerSSL="false" cookieProps="http">
      <SSO entityID="${app.entityId.replaceAll('&', '&amp;')}">SAML2</SSO>
      <Logout>SAML2 Local</Logout>
      <Handler type="MetadataGenerator" Location="/Metadata" signing="false"/>
    </Sessions>
    <Errors supportContact="root@localhost"/>
    <MetadataProvider type="XML" url="${app.entityId.replaceAll('&', '&amp;')}" backingFilePath="${folder}/run/idp.xml" validate="true"/>
    <AttributeExtractor type="XML" path="${folder}/shibboleth/attribute-map.xml"/>
    <CredentialResolver type="File" key="${folder}/shibboleth/key.pem" certificate="${folder}/shibboleth/cert.pem"/>
  </ApplicationDefaults>
  <SecurityPolicyProvider type="XML" path="${folder}/shibboleth/security-policy.xml"/>
  <ProtocolProvider type="XML" path="${folder}/shibboleth/protocols.xml"/>
</SPConfig>
`;

const unspecified = 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified';
const attributeMap = `<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map">
  <Attribute name="email" nameFormat="${unspecified}" id="email"/>
  <Attribute name="name" nameFormat="${unspecified}" id="displayName"/>
</Attributes>
`;

async function signIn(more: object = {}): Promise<{ page: Page; loginId: string }> {
  const loginId = await provider.grantedUser(app.id, more);
  browser = await openPage(`${apache.url}/secret/`);
  const { page } = browser;
  await signInOn(page, loginId);
  await page.waitForURL(`${apache.url}/secret/`);
  return { page, loginId };
}

test('a user signs in by a signed request and an encrypted assertion', async () => {
  const { page, loginId } = await signIn({ name: 'Ada Lovelace' });
  expect(await variablesOn(page)).toMatchObject({
    email: loginId,
    displayName: 'Ada Lovelace',
    REMOTE_USER: loginId,
    'Shib-Identity-Provider': app.entityId,
    'Shib-AuthnContext-Class': expect.stringContaining('ac:classes:'),
  });
});

test('a logout at Apache ends the session here, too', async () => {
  const { page } = await signIn();
  await page.goto(`${apache.url}/Shibboleth.sso/Logout`);
  await page.getByText('Logout completed successfully').waitFor();
  await page.goto(`${apache.url}/secret/`);
  await asksToSignIn(page);
});

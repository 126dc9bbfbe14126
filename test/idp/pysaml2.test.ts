import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { type Provider, startProvider } from '../applications.ts';
import type { FormBrowser } from '../browser.ts';
import { readForm } from '../counterparts/http-browser.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import { password } from '../hosted-pages.ts';

// Debian's PySAML2 as a service provider that wants response and assertion signed, by both bindings of the request.

const acsUrl = 'https://wiki.example.com/acs';
const entityId = 'https://wiki.example.com/pysaml2';
const folder = temporaryFolder('pysaml2');

let provider: Provider;
let appId: string;
let metadata: string;

beforeAll(async () => {
  provider = await startProvider();
  const { privateKeyPem, certificatePem } = await createCertifiedKey('pysaml2', Date.now());
  writeFileSync(join(folder, 'key.pem'), privateKeyPem);
  writeFileSync(join(folder, 'cert.pem'), certificatePem);
  const { id = '' } = await provider.manage('/v1/mgmt/sso/idp/app/saml/create', {
    name: 'Wiki',
    loginPageUrl: 'https://wiki.example.com/',
    entityId,
    acsUrl,
    certificate: certificatePem,
    signedRequestsRequired: true,
    assertionEncrypted: true,
    attributeMapping: [
      { name: 'mail', type: '', value: 'email' },
      { name: 'groups', type: '', value: 'roles' },
    ],
  });
  appId = id;
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
  metadata = await (await fetch(body.samlSettings.idpMetadataUrl)).text();
  await provider.manage('/v1/mgmt/role/create', { name: 'Editor' });
});
afterAll(async () => {
  await provider?.latchkey.close();
  rmSync(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: the script's answer
function pysaml2(more: object): any {
  const files = { keyFile: join(folder, 'key.pem'), certFile: join(folder, 'cert.pem') };
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['test/idp/pysaml2.py'], {
    input: JSON.stringify({ entityId, acsUrl, metadata, ...files, ...more }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Brings the request to our server, and returns the page to which it leads. */
async function send(browser: FormBrowser, { location, form }: { location: string; form: string }) {
  const { baseUrl } = provider.latchkey;
  if (location) return location;
  const { action, fields } = readForm(form, baseUrl) ?? { action: '', fields: new Map() };
  const foreign = { origin: 'https://wiki.example.com', 'sec-fetch-site': 'cross-site' };
  const sent = await browser.post(action.replace(baseUrl, ''), Object.fromEntries(fields), foreign);
  return new URL(sent.location, baseUrl).href;
}

test.each(['redirect', 'post'])(
  'a user signs in by a signed request with the %s binding',
  async (binding) => {
    const loginId = await provider.grantedUser(appId, { roleNames: ['Editor'] });
    const request = pysaml2({ binding });
    const browser = provider.browser();
    const login = await provider.follow(browser, await send(browser, request));
    const asked = await browser.submit(login.path, { loginId });
    const { location } = await browser.post(asked.path, { password });
    const page = await provider.follow(browser, location);
    const form = readForm(page.html, provider.latchkey.baseUrl);
    expect([form?.action, form?.fields.get('RelayState')]).toEqual([acsUrl, 'a-state']);
    const response = form?.fields.get('SAMLResponse');
    const read = pysaml2({ response, id: request.id });
    expect(read).toMatchObject({
      attributes: { mail: [loginId], groups: ['Editor'] },
      // Pairwise: not the user ID.
      nameId: expect.stringMatching(/^[\w-]{43}$/),
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    });
    expect(() => pysaml2({ response, id: 'another' })).toThrow('Unsolicited');
  },
);

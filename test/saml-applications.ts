import { randomBytes } from 'node:crypto';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { expect } from 'vitest';
import type { Provider } from './applications.ts';
import type { FormBrowser, Visited } from './browser.ts';

/** The address of the application for assertions. Nothing answers there. */
export const acsUrl = 'https://wiki.example.com/saml/acs';

export interface SamlApp {
  id: string;
  entityId: string;
  ssoUrl: string;
  initiatedUrl: string;
  logoutUrl: string;
}

interface Key {
  privateKeyPem: string;
  certificatePem: string;
}

/** The steps of sign-ins to SAML applications. `key` is that of the service providers. */
export function samlSteps(provider: Provider, key: Key) {
  const { latchkey } = provider;

  /** Creates a SAML application. */
  async function createApp(settings: object = {}): Promise<SamlApp> {
    const entityId = `https://wiki.example.com/saml/${randomBytes(4).toString('hex')}`;
    const { id = '' } = await provider.manage('/v1/mgmt/sso/idp/app/saml/create', {
      name: `Wiki ${entityId}`,
      loginPageUrl: 'https://wiki.example.com/',
      entityId,
      acsUrl,
      certificate: key.certificatePem,
      ...settings,
    });
    const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
    const { idpSsoUrl, idpInitiatedUrl, idpLogoutUrl } = body.samlSettings;
    return { id, entityId, ssoUrl: idpSsoUrl, initiatedUrl: idpInitiatedUrl, logoutUrl: idpLogoutUrl };
  }

  /** A service provider that knows our metadata. */
  async function serviceProvider(app: SamlApp, changes: Partial<SamlConfig> = {}): Promise<SAML> {
    const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/saml/certificates?id=${app.id}`);
    return new SAML({
      callbackUrl: acsUrl,
      entryPoint: app.ssoUrl,
      logoutUrl: app.logoutUrl,
      issuer: app.entityId,
      audience: app.entityId,
      idpCert: body.certificates.map(({ certificate }: { certificate: string }) => certificate),
      privateKey: key.privateKeyPem,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAuthnResponseSigned: true,
      wantAssertionsSigned: true,
      ...changes,
    });
  }

  const pathOf = (url: string) => url.replace(latchkey.baseUrl, '');

  /** Opens an address of ours, follows our redirects, and signs in where it is asked for. Returns the last page. */
  async function open(browser: FormBrowser, url: string, loginId?: string): Promise<Visited> {
    const visited = await provider.follow(browser, pathOf(url));
    const { location } = await browser.get(pathOf(url));
    if (!loginId || !visited.html.includes('name="loginId"')) return visited;
    const login = await lastAddress(browser, location);
    return provider.signInAt(browser, new URL(login, latchkey.baseUrl), loginId);
  }

  async function lastAddress(browser: FormBrowser, location: string): Promise<string> {
    const next = await browser.get(pathOf(location));
    return next.location.includes('/login/') ? location : lastAddress(browser, next.location);
  }

  async function authorizeUrl(sp: SAML, relayState = ''): Promise<string> {
    return sp.getAuthorizeUrlAsync(relayState, undefined, {});
  }

  /** Signs a user in and returns what the service provider reads. */
  async function signIn(sp: SAML, loginId: string, browser = provider.browser(), relayState = 'state-1') {
    const page = await open(browser, await authorizeUrl(sp, relayState), loginId);
    expect(page.html).toContain(`action="${acsUrl}"`);
    const fields = fieldsOf(page);
    const { profile } = await sp.validatePostResponseAsync(fields);
    return { profile, fields, browser };
  }

  return { createApp, serviceProvider, pathOf, open, lastAddress, authorizeUrl, signIn };
}

/** Returns the hidden fields of a form. */
export function fieldsOf({ html }: Visited): Record<string, string> {
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}

/** Returns the metadata of a service provider. `logout` are its addresses for logouts, by binding. */
export function spMetadata(
  entityId: string,
  certificatePem: string,
  logout: { redirect?: string; post?: string } = {},
): Buffer {
  const certificate = certificatePem.replace(/-----[A-Z ]+-----|\s/g, '');
  const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings';
  const services = [
    ...(logout.redirect ? [`Binding="${bindings}:HTTP-Redirect" Location="${logout.redirect}"`] : []),
    ...(logout.post ? [`Binding="${bindings}:HTTP-POST" Location="${logout.post}"`] : []),
  ];
  return Buffer.from(`<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
<md:SPSSODescriptor AuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
${services.map((one) => `<md:SingleLogoutService ${one}/>`).join('\n')}
<md:AssertionConsumerService Binding="${bindings}:HTTP-POST" Location="${acsUrl}" index="0"/>
</md:SPSSODescriptor></md:EntityDescriptor>`);
}

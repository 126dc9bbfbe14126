import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage } from '../counterparts/chromium.ts';
import { HttpBrowser, readForm, signIn } from '../counterparts/http-browser.ts';
import { type SimpleSaml, startSimpleSaml } from '../counterparts/simplesamlphp.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

/** Sign-in at an identity provider that nobody here wrote. */
let latchkey: Latchkey;
let idp: SimpleSaml;
/** The integrator's own page: it only has to be there. */
let applicationServer: Server;
let application: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  idp = await startSimpleSaml();
  applicationServer = createServer((_request, response) => response.end('signed in')).listen(0, '127.0.0.1');
  await new Promise((resolve) => applicationServer.once('listening', resolve));
  application = `http://127.0.0.1:${(applicationServer.address() as AddressInfo).port}/application`;
});
afterAll(async () => {
  applicationServer.close();
  await idp.stop();
  await latchkey.close();
});

/** Both sides learn of each other as administrators do it: by metadata. */
async function connect(
  tenantId: string,
  settings: Record<string, unknown> = {},
  provider: { validateAuthnRequest?: boolean; encryptAssertion?: boolean } = {},
): Promise<void> {
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: tenantId, name: tenantId });
  const configured = await latchkey.manage('POST', '/v1/mgmt/sso/saml/metadata', {
    tenantId,
    redirectUrl: application,
    settings: { idpMetadataUrl: idp.metadataUrl, ...settings },
  });
  expect(configured.body).toEqual({});
  await introduce(tenantId, provider);
}

/** Tells the identity provider about us. */
async function introduce(
  tenantId: string,
  provider: { validateAuthnRequest?: boolean; encryptAssertion?: boolean },
): Promise<void> {
  const { saml } = (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`)).body;
  const { spEntityId: entityId, spACSUrl: acsUrl, spCertificate: certificate } = saml;
  idp.registerServiceProvider({ entityId, acsUrl, certificate, ...provider });
}

/** Each tenant's identity provider brings its own people: in these tests the same ones. */
async function forget(loginId: string): Promise<void> {
  const { status } = await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
  expect(status).toBe(200);
}

async function start(tenantId: string): Promise<string> {
  const { body } = await latchkey.request('POST', `/v1/auth/sso/authorize?tenant=${tenantId}`, { body: {} });
  return body.url;
}

/** Posts the answer and returns the address of the application that the browser was sent to. */
async function finish(browser: HttpBrowser, posted: Awaited<ReturnType<typeof signIn>>): Promise<URL> {
  const fields = new Map([['SAMLResponse', posted.samlResponse]]);
  if (posted.relayState !== undefined) fields.set('RelayState', posted.relayState);
  const page = await browser.submit({ action: posted.action, method: 'POST', fields });
  expect(page.html).toBe('signed in');
  return new URL(page.url);
}

async function roundOf(tenantId: string, user: 'alice' | 'bob') {
  const browser = new HttpBrowser();
  const posted = await signIn(await start(tenantId), user, `${user}pw`, browser);
  const address = await finish(browser, posted);
  const code = address.searchParams.get('code');
  return latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
}

describe('SimpleSAMLphp', () => {
  test('signs in with unsigned requests', async () => {
    await connect('plain');
    const { status, body } = await roundOf('plain', 'alice');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email: 'alice@corp.example', userTenants: [{ tenantId: 'plain' }] });
    expect(body.idpResponse.idpGroups).toContain('admins');
  });

  test('checks the signature of our requests, and refuses those without', async () => {
    await connect('signed', { signRequests: true }, { validateAuthnRequest: true });
    expect((await roundOf('signed', 'bob')).status).toBe(200);
    await connect('unsigned', { signRequests: false }, { validateAuthnRequest: true });
    await expect(signIn(await start('unsigned'), 'alice', 'alicepw')).rejects.toThrow();
  });

  test('encrypts assertions for us', async () => {
    await connect(
      'encrypted',
      { signRequests: true },
      { encryptAssertion: true, validateAuthnRequest: true },
    );
    await forget('alice@corp.example');
    const { body } = await roundOf('encrypted', 'alice');
    expect(body.user.email).toBe('alice@corp.example');
  });

  test('signs in a person in Chromium', async () => {
    await connect('browser', { signRequests: true });
    await forget('alice@corp.example');
    const { page, close } = await openPage(await start('browser'));
    await page.fill('#username', 'alice');
    await page.fill('#password', 'alicepw');
    const arrived = page.waitForRequest((request) => request.url().startsWith(application));
    await page.keyboard.press('Enter');
    const code = new URL((await arrived).url()).searchParams.get('code');
    const { status, body } = await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
    expect(status).toBe(200);
    expect(body.claims.dct).toBe('browser');
    await close();
  });

  test('is asked by POST with a signed request', async () => {
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'post', name: 'post' });
    const [, idpCert] = /<ds:X509Certificate>([^<]+)</.exec(await idp.metadata()) ?? [];
    const { entityId, singleSignOnUrl: idpUrl } = idp;
    const settings = { idpUrl, entityId, idpCert, requestBinding: 'post', signRequests: true };
    await latchkey.manage('POST', '/v1/mgmt/sso/saml', {
      tenantId: 'post',
      redirectUrl: application,
      settings,
    });
    await introduce('post', { validateAuthnRequest: true });
    const form = await new HttpBrowser().get(await start('post'));
    expect(readForm(form.html, form.url)).toMatchObject({ action: idpUrl, method: 'POST' });
    await forget('alice@corp.example');
    expect((await roundOf('post', 'alice')).status).toBe(200);
  });
});

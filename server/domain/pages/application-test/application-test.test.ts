import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, prepare, startProvider } from '../../../../test/applications.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

async function begin(id: string, more: object = {}): Promise<URL> {
  const { url = '' } = await provider.manage('/v1/mgmt/sso/idp/app/test', { id, ...more });
  return new URL(url);
}

const pathOf = (url: URL) => url.pathname + url.search;

async function lastTests() {
  const { body } = await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', {
    actions: ['SsoAppTested'],
  });
  return body.audits;
}

/** The values that the page shows, by name. */
const given = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<strong>([^<]*)<\/strong><br><span class="hint">([^<]*)</g)].map(([, name, value]) => [
      name,
      value?.replaceAll('&quot;', '"'),
    ]),
  );

test('the user signs in for the test, and reads what an OIDC application would get', async () => {
  const { appId, config } = await provider.createClient();
  const loginId = await provider.grantedUser(appId, { name: 'Ada' });
  const browser = provider.browser();
  await provider.signInAt(browser, (await prepare(config)).url, loginId);
  provider.latchkey.advance(1_000);
  // Whoever is signed in does not see somebody else's test.
  const page = await provider.signInAt(browser, await begin(appId, { scope: 'openid email' }), loginId);
  expect([page.status, page.location]).toEqual([200, '']);
  expect(given(page.html)).toMatchObject({
    email: loginId,
    amr: '["pwd"]',
    sub: expect.stringMatching(/^U/),
  });
  expect(given(page.html)).not.toHaveProperty('name');
  const [event] = await lastTests();
  expect(event).toMatchObject({
    externalIds: [loginId],
    data: { application: appId, begunBy: { type: 'managementKey' }, refused: false },
  });
  const { body } = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/signins?id=${appId}`);
  expect(body.signIns).toHaveLength(1);
});

test('a SAML application: the name ID and the attributes, with the name of the session', async () => {
  const { id = '' } = await provider.manage('/v1/mgmt/sso/idp/app/saml/create', {
    name: 'Wiki',
    entityId: 'https://wiki.example.com',
    acsUrl: 'https://wiki.example.com/acs',
    hasNoCertificate: true,
    subjectNameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  });
  const loginId = await provider.grantedUser(id, { name: 'Ada' });
  const page = await provider.signInAt(provider.browser(), await begin(id), loginId);
  expect(given(page.html)).toEqual({
    NameID: expect.stringMatching(/^_[\w-]{43}$/),
    email: loginId,
    name: 'Ada',
  });
});

test('a user who may not use the application reads that, and nothing about what it would get', async () => {
  const { appId } = await provider.createClient();
  const stranger = await provider.makeUser();
  const page = await provider.signInAt(provider.browser(), await begin(appId), stranger);
  expect(page.html).toContain('The user does not have access to the application.');
  expect(given(page.html)).toEqual({});
  expect((await lastTests())[0]).toMatchObject({ externalIds: [stranger], data: { refused: true } });
});

test('a test ends after ten minutes, with the user’s access and with the application', async () => {
  const { appId } = await provider.createClient();
  const loginId = await provider.grantedUser(appId);
  const browser = provider.browser();
  const url = await begin(appId);
  expect((await provider.signInAt(browser, url, loginId)).status).toBe(200);
  expect((await browser.get(pathOf(url))).status).toBe(200);
  await provider.manage('/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
  expect((await browser.get(pathOf(url))).location).toContain('/login/');

  const forged = new URL(url);
  forged.searchParams.set('request', `${url.searchParams.get('request')}x`);
  expect((await browser.get(pathOf(forged))).status).toBe(400);
  const { id } = await provider.manage('/v1/mgmt/sso/idp/app/oidc/create', { name: 'Fleeting' });
  const ofDeleted = await begin(id ?? '');
  await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: id ?? '' });
  expect((await browser.get(pathOf(ofDeleted))).status).toBe(400);
  provider.latchkey.advance(10 * 60_000);
  const late = await browser.get(pathOf(url));
  expect(late.status).toBe(400);
  expect(late.html).toContain('This test has expired');
  const unknown = await provider.latchkey.manage('POST', '/v1/mgmt/sso/idp/app/test', { id: 'no' });
  expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'E111802']);
});

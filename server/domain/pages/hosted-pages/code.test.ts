import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { codeOf, type HostedPages, password, startHostedPages } from '../../../../test/hosted-pages.ts';
import { codeSentTo } from '../../../../test/messages.ts';

let latchkey: HostedPages['latchkey'];
let makeUser: HostedPages['makeUser'];
let identify: HostedPages['identify'];
let signIn: HostedPages['signIn'];
let exchange: HostedPages['exchange'];
let browser: FormBrowser;
beforeAll(async () => {
  ({ latchkey, makeUser, identify, signIn, exchange } = await startHostedPages());
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new FormBrowser(latchkey);
});

describe('the code at the end', () => {
  test('is valid once, at each of the addresses, and comes with the state', { tags: 'race' }, async () => {
    const loginId = await makeUser();
    for (const path of ['oauth/exchange', 'sso/exchange', 'saml/exchange']) {
      const { path: page } = await identify(browser, loginId);
      const { location } = await browser.post(page, { password });
      expect(new URL(location).searchParams.get('state')).toBe('abc');
      const answers = await Promise.all([1, 2, 3].map(() => exchange(codeOf(location), path)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const { body } = answers.find(({ status }) => status === 200) as (typeof answers)[number];
      expect(body).toMatchObject({
        firstSeen: false,
        user: { loginIds: [loginId] },
        claims: { amr: ['pwd'] },
      });
      const bearer = `${latchkey.projectId}:${body.refreshJwt}`;
      expect((await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} })).status).toBe(200);
    }
    const { status, body } = await latchkey.request(
      'GET',
      `/v1/auth/exchange?code=${await signIn(browser, loginId)}`,
    );
    expect([status, body.user?.loginIds]).toEqual([200, [loginId]]);
  });

  test('is void after a minute, in another project, and if the session has ended or the user is disabled', async () => {
    const loginId = await makeUser();
    const late = await signIn(browser, loginId);
    latchkey.advance(60_001);
    expect((await exchange(late)).body.errorCode).toBe('E067102');
    const other = await latchkey.addProject();
    const foreign = await signIn(browser, loginId);
    const body = { code: foreign };
    expect(
      (await latchkey.request('POST', '/v1/auth/oauth/exchange', { bearer: other.projectId, body })).status,
    ).toBe(401);
    await latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId });
    expect((await exchange(foreign)).body.errorCode).toBe('E064001');
    const disabled = await signIn(browser, loginId);
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' });
    expect((await exchange(disabled)).status).toBeGreaterThanOrEqual(400);
  });

  test('adds claims, which stay under nsec of the session', async () => {
    const code = await signIn(browser, await makeUser());
    const loginOptions = { customClaims: { cart: 'c1', roles: ['Root'] } };
    const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', {
      body: { code, loginOptions },
    });
    expect(body.claims).toMatchObject({ roles: [], nsec: { cart: 'c1' } });
    const bearer = `${latchkey.projectId}:${body.refreshJwt}`;
    const refreshed = await latchkey.request('POST', '/v1/auth/refresh', { bearer, body: {} });
    expect(refreshed.body.claims.nsec).toEqual({ cart: 'c1' });
  });

  test('ends the other sessions if the exchange requests it', { tags: 'race' }, async () => {
    const loginId = await makeUser();
    const other = await latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password } });
    const loginOptions = { revokeOtherSessions: true };
    const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', {
      body: { code: await signIn(browser, loginId), loginOptions },
    });
    const answers = await Promise.all(
      [other.body.refreshJwt, body.refreshJwt].map((refreshJwt) =>
        latchkey.request('POST', '/v1/auth/refresh', {
          bearer: `${latchkey.projectId}:${refreshJwt}`,
          body: {},
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  test('is exchanged by the public SDK, with either of its calls', async () => {
    const loginId = await makeUser();
    const sdk = latchkey.sdk();
    for (const exchange of [sdk.oauth.exchange, sdk.saml.exchange]) {
      const { ok, data } = await exchange(await signIn(browser, loginId));
      expect([ok, data?.user?.loginIds]).toEqual([true, [loginId]]);
    }
  });

  test('gives a session with the factor SMS if that is what was proven', async () => {
    const phone = '+12025551000';
    await makeUser({ phone, verifiedPhone: true, additionalLoginIds: [phone] });
    const { path } = await identify(browser, phone, 'smsCode');
    const end = await browser.submit(path, { code: await codeSentTo(latchkey, phone) });
    expect((await exchange(codeOf(end.path))).body.claims.amr).toEqual(['sms']);
  });

  test('is not issued to a user who must sign in at their organization', async () => {
    const loginId = await makeUser();
    const tenant = { id: 'strict', name: 'Strict', enforceSSO: true };
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', tenant);
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId: 'strict' });
    const { path } = await identify(browser, loginId);
    const { html } = await browser.submit(path, { password });
    expect(html).toContain('Your organization requires you to sign in on its own page.');
  });
});

import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import type { FormBrowser } from '../../../../test/browser.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { enrolTotp, signInByPassword } from '../../../../test/signed-in.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

const multiFactor = 'https://refeds.org/profile/mfa';
type Client = Awaited<ReturnType<Provider['createClient']>>;

/** A user of the application who has a password and an authenticator. */
async function userWithTotp({ appId }: Client) {
  const loginId = await provider.grantedUser(appId);
  const { body } = await signInByPassword(provider.latchkey, { loginId, password });
  return { loginId, code: await enrolTotp(provider.latchkey, { loginId }, body.refreshJwt) };
}

/** Opens the application, and returns where the browser is sent. */
async function open(browser: FormBrowser, { config }: Client, parameters: Record<string, string> = {}) {
  const { url, checks } = await prepare(config, parameters);
  const { location } = await browser.get(url.href.slice(provider.latchkey.baseUrl.length));
  return { url, checks, location };
}

/** Signs in by password, and then with the code if a page asks for it. Returns where the browser is sent in the end. */
async function signIn(
  browser: FormBrowser,
  url: URL,
  { loginId, code }: { loginId: string; code?: () => string },
): Promise<string> {
  const first = await provider.signInAt(browser, url, loginId);
  if (!first.html.includes('authenticator app') || !code) return first.location;
  const { location } = await browser.post(first.path, { code: code() });
  return (await provider.follow(browser, location)).location;
}

async function claimsOf({ config }: Client, location: string, checks: openid.AuthorizationCodeGrantChecks) {
  return (await openid.authorizationCodeGrant(config, new URL(location), checks)).claims();
}

const resultIn = (location: string) => {
  expect(location.startsWith(callback)).toBe(true);
  return Object.fromEntries(new URL(location).searchParams);
};

describe('acr', () => {
  test('is the level of the sign-in, in our words if the application has none', async () => {
    const client = await provider.createClient();
    const user = await userWithTotp(client);
    const browser = provider.browser();
    const { url, checks } = await open(browser, client);
    const claims = await claimsOf(client, await signIn(browser, url, user), checks);
    expect(claims).toMatchObject({ acr: '1', amr: ['pwd'] });
    expect(client.config.serverMetadata()['acr_values_supported']).toContain(multiFactor);
  });

  test('that the session does not reach makes the user show the second factor, once', async () => {
    const client = await provider.createClient();
    const user = await userWithTotp(client);
    const browser = provider.browser();
    const first = await open(browser, client);
    await signIn(browser, first.url, user);
    const { url, checks, location } = await open(browser, client, { acr_values: `unknown ${multiFactor}` });
    expect(location).toContain('/login/');
    const claims = await claimsOf(client, await signIn(browser, url, user), checks);
    expect(claims).toMatchObject({ acr: multiFactor, amr: ['pwd', 'totp', 'mfa'] });
    const again = await open(browser, client, { acr_values: '2' });
    expect(await claimsOf(client, again.location, again.checks)).toMatchObject({ acr: '2' });
  });

  test('is a wish that a user without a second factor cannot fulfil, unless it is essential', async () => {
    const client = await provider.createClient();
    const loginId = await provider.grantedUser(client.appId);
    const browser = provider.browser();
    const wish = await open(browser, client, { acr_values: '2' });
    const location = await signIn(browser, wish.url, { loginId });
    expect(await claimsOf(client, location, wish.checks)).toMatchObject({ acr: '1' });
    const silent = await open(browser, client, { acr_values: '2', prompt: 'none' });
    expect(resultIn(silent.location)).toHaveProperty('code');

    const essential = JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } });
    const asked = await open(browser, client, { claims: essential });
    expect(asked.location).toContain('/login/');
    const unmet = { error: 'unmet_authentication_requirements' };
    expect(resultIn(await signIn(browser, asked.url, { loginId }))).toMatchObject(unmet);
    const quiet = await open(browser, client, { claims: essential, prompt: 'none' });
    expect(resultIn(quiet.location)).toMatchObject(unmet);
    const unknown = JSON.stringify({ id_token: { acr: { essential: true, value: 'gold' } } });
    const hopeless = await open(browser, client, { claims: unknown, prompt: 'none' });
    expect(resultIn(hopeless.location)).toMatchObject(unmet);
  });
});

describe('a device that the user trusts', () => {
  test('spares them the second factor and gives acr 1, unless the application asks for more', async () => {
    const client = await provider.createClient();
    const user = await userWithTotp(client);
    await setPolicy(provider.latchkey, { when: 'newDevice', methods: ['totp'] }, { ssoAppId: client.appId });
    const browser = provider.browser();
    const first = await open(browser, client);
    const asked = await provider.signInAt(browser, first.url, user.loginId);
    const { location } = await browser.post(asked.path, { code: user.code(), trust: 'yes' });
    const trusting = (await provider.follow(browser, location)).location;
    expect(await claimsOf(client, trusting, first.checks)).toMatchObject({ acr: '2' });

    await browser.post('/oauth2/v1/logout', { client_id: client.clientId, confirmed: 'yes' });
    const second = await open(browser, client);
    const { location: spared } = await provider.signInAt(browser, second.url, user.loginId);
    expect(await claimsOf(client, spared, second.checks)).toMatchObject({ acr: '1', amr: ['pwd'] });

    const strict = await open(browser, client, { acr_values: '2' });
    const claims = await claimsOf(client, await signIn(browser, strict.url, user), strict.checks);
    expect(claims).toMatchObject({ acr: '2', amr: ['pwd', 'totp', 'mfa'] });
  });
});

describe('the policy of an application', () => {
  const always = { when: 'always', methods: ['totp'] };

  test('counts for this application only, also in a browser that is signed in', async () => {
    const [open1, strict] = [await provider.createClient(), await provider.createClient()];
    const user = await userWithTotp(open1);
    const { loginId } = user;
    await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [strict.appId] });
    await setPolicy(provider.latchkey, always, { ssoAppId: strict.appId });
    const browser = provider.browser();
    const first = await open(browser, open1);
    expect(await claimsOf(open1, await signIn(browser, first.url, user), first.checks)).toMatchObject({
      amr: ['pwd'],
    });

    const silent = await open(browser, strict, { prompt: 'none' });
    expect(resultIn(silent.location)).toMatchObject({ error: 'login_required' });
    const asked = await open(browser, strict);
    expect(asked.location).toContain('/login/');
    const claims = await claimsOf(strict, await signIn(browser, asked.url, user), asked.checks);
    expect(claims).toMatchObject({ acr: '2', amr: ['pwd', 'totp', 'mfa'] });
    expect(resultIn((await open(browser, strict)).location)).toHaveProperty('code');
  });

  test('counts although somebody has taken the application out of the address of the login page', async () => {
    const client = await provider.createClient();
    const { loginId } = await userWithTotp(client);
    await setPolicy(provider.latchkey, always, { ssoAppId: client.appId });
    const browser = provider.browser();
    const { location } = await open(browser, client);
    const login = new URL(location, provider.latchkey.baseUrl);
    login.searchParams.delete('application');
    const path = login.pathname + login.search;
    await browser.get(path);
    const typed = await browser.submit(path, { loginId });
    const sent = await browser.post(typed.path, { password });
    const ended = await provider.follow(browser, sent.location);
    expect(ended.location).toBe('');
    expect(ended.path).toContain('/login/');
  });

  test('lets a user without a second factor add one, and allows the first factors that it names', async () => {
    const client = await provider.createClient();
    const loginId = await provider.grantedUser(client.appId);
    await setPolicy(provider.latchkey, always, { ssoAppId: client.appId });
    const { url } = await open(provider.browser(), client);
    const enrolling = await provider.signInAt(provider.browser(), url, loginId);
    expect(enrolling.path).toContain('/add-factor');

    await setPolicy(
      provider.latchkey,
      { when: 'never' },
      { ssoAppId: client.appId, firstFactors: ['passkey'] },
    );
    const refused = await provider.signInAt(provider.browser(), url, loginId);
    expect(refused.html).toContain('You can’t sign in this way.');
  });

  test('is listed, names an application that exists, and goes with it', async () => {
    const { appId } = await provider.createClient();
    await setPolicy(provider.latchkey, always, { ssoAppId: appId });
    const listed = async () => {
      const { body } = await provider.latchkey.manage('GET', '/v1/mgmt/project/sign-in-policy/list');
      return body.policies.filter(({ ssoAppId }: { ssoAppId: string }) => ssoAppId === appId);
    };
    expect(await listed()).toMatchObject([{ scope: 'application', tenantId: '', roleId: '' }]);
    const set = (body: object) =>
      provider.latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/set', {
        secondFactor: always,
        ...body,
      });
    for (const wrong of [{ ssoAppId: 'nobody' }, { ssoAppId: appId, roleName: 'x' }]) {
      expect((await set(wrong)).body).toMatchObject({ errorCode: 'E011004' });
    }
    await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: appId });
    expect(await listed()).toEqual([]);
  });
});

import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, discover, type Provider, startProvider } from '../../../../test/applications.ts';
import type { FormBrowser } from '../../../../test/browser.ts';
import { sweep } from '../../../groups.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
const scope = 'openid email offline_access';

type Client = Awaited<ReturnType<Provider['createClient']>>;

/** Begins on a device: an application, a user who may use it, and the code that the device shows. */
async function begun(settings: object = {}, parameters: Record<string, string> = { scope }) {
  const client = await provider.createClient(settings, `TV ${Math.random()}`);
  const loginId = await provider.grantedUser(client.appId);
  const device = await openid.initiateDeviceAuthorization(client.config, parameters);
  return { client, loginId, device };
}

const pathOfPage = () => `/device/${provider.latchkey.projectId}`;

/** Enters the code and signs in, up to the question. */
async function asked(browser: FormBrowser, userCode: string, loginId: string) {
  const sent = await browser.post(pathOfPage(), { user_code: userCode });
  expect(sent.status, sent.html).toBe(303);
  return provider.signInAt(browser, new URL(sent.location), loginId);
}

async function answer(browser: FormBrowser, html: string, answer: 'allow' | 'deny') {
  const token = /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';
  return browser.post(`${pathOfPage()}/confirm`, { asked: token, answer });
}

async function allowed(settings: object = {}, parameters: Record<string, string> = { scope }) {
  const start = await begun(settings, parameters);
  const browser = provider.browser();
  const { html } = await asked(browser, start.device.user_code, start.loginId);
  const done = await answer(browser, html, 'allow');
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('Your device is being signed in')]);
  return { ...start, browser };
}

/** Asks once, without waiting. */
function poll({ config }: Pick<Client, 'config'>, deviceCode: string) {
  return openid.genericGrantRequest(config, grantType, { device_code: deviceCode });
}

test.each(['confidential', 'public'])('a user signs in on a device of a %s client', async (clientType) => {
  const { client, loginId, device } = await allowed({ clientType });
  expect(device).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${provider.latchkey.baseUrl}${pathOfPage()}`,
    expires_in: 600,
    interval: 5,
  });
  const tokens = await openid.pollDeviceAuthorizationGrant(client.config, { ...device, interval: 0 });
  expect(tokens.claims()).toMatchObject({ aud: client.clientId, amr: ['pwd'] });
  const { sub = '' } = tokens.claims() ?? {};
  expect((await openid.fetchUserInfo(client.config, tokens.access_token, sub)).email).toBe(loginId);
  const next = await openid.refreshTokenGrant(client.config, tokens.refresh_token ?? '');
  expect(next.claims()?.sub).toBe(sub);
  await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('the page says what is asked, from where, and of whom; the code can be typed in any form', async () => {
  const { client, loginId, device } = await begun();
  const filled = await provider.browser().get(device.verification_uri_complete!.slice(base().length));
  expect(filled.html).toContain(`value="${device.user_code}"`);
  const typed = `\u200b ${device.user_code.toLowerCase().replace('-', ' ')}\u00a0`;
  const { html } = await asked(provider.browser(), typed, loginId);
  for (const text of [
    loginId,
    device.user_code,
    '127.0.0.1',
    'See your email address',
    'Keep this access',
    'deny',
  ])
    expect(html).toContain(text);
  expect(html).not.toContain('See your phone number');
  const loaded = await provider.latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${client.appId}`);
  expect(html).toContain(`Sign in to ${loaded.body.name} on a device?`);
  const german = await provider.browser().get(pathOfPage(), { 'accept-language': 'de' });
  expect(german.html).toContain('Auf einem Gerät anmelden');
});

const base = () => provider.latchkey.baseUrl;

test('a device that asks too often must wait longer each time', async () => {
  const { client, device } = await begun();
  const error = () => poll(client, device.device_code).then(undefined, ({ error }) => error);
  expect(await error()).toBe('authorization_pending');
  expect(await error()).toBe('slow_down');
  provider.latchkey.advance(6_000);
  expect(await error()).toBe('slow_down');
  provider.latchkey.advance(15_000);
  expect(await error()).toBe('authorization_pending');
});

test('devices behind one address that together ask too often must wait longer, too', async () => {
  const { client, device } = await begun();
  const limit = { applicationCallPerAddress: { requests: 1, seconds: 60 } };
  await provider.configure({ rateLimits: limit, unlimitedAddresses: [] });
  const answers = [];
  for (let i = 0; i < 3; i++) {
    provider.latchkey.advance(6_000);
    answers.push(await poll(client, device.device_code).then(undefined, ({ error }) => error));
  }
  expect(answers).toEqual(['authorization_pending', 'slow_down', 'slow_down']);
  await provider.configure({
    rateLimits: { applicationCallPerAddress: { requests: 1_200, seconds: 60 } },
    unlimitedAddresses: ['127.0.0.0/8'],
  });
});

test('a denied device learns it, and cannot be allowed any more', async () => {
  const { client, loginId, device } = await begun();
  const browser = provider.browser();
  const { html } = await asked(browser, device.user_code, loginId);
  expect((await answer(browser, html, 'deny')).html).toContain('Sign-in denied');
  expect((await answer(browser, html, 'allow')).status).toBe(400);
  await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'access_denied' });
});

test('a request expires after ten minutes, for the user and the device', async () => {
  const { client, loginId, device } = await begun();
  const browser = provider.browser();
  const { html } = await asked(browser, device.user_code, loginId);
  provider.latchkey.advance(601_000);
  expect((await answer(browser, html, 'allow')).status).toBe(400);
  await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'expired_token' });
  const late = await browser.post(pathOfPage(), { user_code: device.user_code });
  expect([late.status, late.html]).toEqual([400, expect.stringContaining('This code isn’t valid')]);
  await sweep(provider.latchkey.service);
  await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'expired_token' });
  provider.latchkey.advance(600_000);
  await sweep(provider.latchkey.service);
  await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
});

describe('an allowed device gets nothing after', () => {
  test.each([
    ['all sessions of the user were ended', '/v1/mgmt/user/logout', {}],
    ['the user was disabled', '/v1/mgmt/user/update/status', { status: 'disabled' }],
    ['the user was deleted', '/v1/mgmt/user/delete', {}],
    ['the application was taken from the user', '/v1/mgmt/user/update/ssoapp/set', { ssoAppIds: [] }],
  ])('%s', async (_, path, more) => {
    const { client, loginId, device } = await allowed();
    await provider.manage(path, { loginId, ...more });
    await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('the user signed out in the browser', async () => {
    const { client, device, browser } = await allowed();
    await browser.post('/oauth2/v1/logout', { client_id: client.clientId, confirmed: 'yes' });
    await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('the application was deleted', async () => {
    const { client, device } = await allowed();
    await provider.manage('/v1/mgmt/sso/idp/app/delete', { id: client.appId });
    await expect(poll(client, device.device_code)).rejects.toMatchObject({ status: 401 });
  });
});

test('of several requests with one allowed code, one gets the session', async () => {
  const { client, device } = await allowed();
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => poll(client, device.device_code)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('another client cannot collect the tokens', async () => {
  const { client, device } = await allowed();
  const other = await provider.createClient();
  await expect(poll(other, device.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await poll(client, device.device_code)).toHaveProperty('access_token');
});

test('neither a barred application nor the project’s own client may begin', async () => {
  const barred = await provider.createClient({ deviceCodeDisabled: true });
  await expect(openid.initiateDeviceAuthorization(barred.config, {})).rejects.toMatchObject({
    error: 'unauthorized_client',
  });
  await expect(poll(barred, 'x')).rejects.toMatchObject({ error: 'unauthorized_client' });
  const body = new URLSearchParams({ client_id: provider.latchkey.projectId });
  const own = await fetch(`${base()}/oauth2/v1/device`, { method: 'POST', body });
  expect([own.status, await own.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'unauthorized_client' }),
  ]);
  const { appId, clientId } = await provider.createClient();
  const unproven = new URLSearchParams({ client_id: clientId });
  expect(
    (await fetch(`${base()}/${appId}/oauth2/v1/device`, { method: 'POST', body: unproven })).status,
  ).toBe(401);
});

test('a wrong code is refused, and recorded', async () => {
  const browser = provider.browser();
  for (const [typed, text] of [
    ['BBBB-BBBB', 'This code isn’t valid'],
    ['ABCD-EFGH', 'eight letters'],
    ['', 'eight letters'],
  ] as const) {
    const page = await browser.post(pathOfPage(), { user_code: typed });
    expect([page.status, page.html]).toEqual([400, expect.stringContaining(text)]);
  }
  const { body } = await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', {
    actions: ['LoginFailed'],
  });
  expect(JSON.stringify(body)).toContain('No pending device request has this code');
});

test('only the browser and the session that were asked can answer', async () => {
  const { loginId, device } = await begun();
  const browser = provider.browser();
  const { location } = await browser.post(pathOfPage(), { user_code: device.user_code });
  const victim = await provider.browser().get(location.slice(base().length));
  expect([victim.status, victim.html]).toEqual([400, expect.stringContaining('can’t be continued')]);

  const { html } = await provider.signInAt(browser, new URL(location), loginId);
  const token = /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const form = { asked: token, answer: 'allow' };
  const confirm = `${pathOfPage()}/confirm`;
  const forged = await browser.post(confirm, form, { 'sec-fetch-site': 'cross-site' });
  expect(forged.status).toBe(400);
  expect((await provider.browser().post(confirm, form)).status).toBe(400);
  const other = await begun();
  const another = provider.browser();
  await asked(another, other.device.user_code, other.loginId);
  expect((await another.post(confirm, form)).status).toBe(400);
  expect((await browser.post(confirm, { ...form, answer: '' })).status).toBe(400);
  expect((await browser.post(confirm, form)).status).toBe(200);
});

test('a user to whom the application was not granted reads that', async () => {
  const { device, client } = await begun();
  const refused = await asked(provider.browser(), device.user_code, await provider.makeUser());
  expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('doesn’t have access to')]);
  await expect(poll(client, device.device_code)).rejects.toMatchObject({ error: 'authorization_pending' });
});

test('a signed-in user is asked at once, unless the application wants a new sign-in', async () => {
  const { browser, loginId } = await allowed();
  for (const [forceAuthentication, status] of [
    [false, 200],
    [true, 303],
  ] as const) {
    const { device, client } = await begun({ forceAuthentication });
    await provider.manage('/v1/mgmt/user/update/ssoapp/add', { loginId, ssoAppIds: [client.appId] });
    provider.latchkey.advance(1_000);
    const { location } = await browser.post(pathOfPage(), { user_code: device.user_code });
    expect((await browser.get(location.slice(base().length))).status).toBe(status);
  }
});

describe('a third-party application on a device', () => {
  const permissionsScopes = [
    { name: 'notes:read', description: 'Read your notes', values: ['Reader'] },
    { name: 'notes:write', description: 'Change your notes', values: ['Writer'], optional: true },
  ];
  beforeAll(async () => {
    for (const name of ['Reader', 'Writer']) await provider.manage('/v1/mgmt/role/create', { name });
  });

  async function question() {
    const { latchkey, manage, makeUser } = provider;
    const { id, clientId, cleartext } = (await manage('/v1/mgmt/thirdparty/app/create', {
      name: `Notes ${Math.random()}`,
      permissionsScopes,
    })) as { id: string; clientId: string; cleartext: string };
    const config = await discover(latchkey, `v1/apps/${latchkey.projectId}`, clientId, cleartext);
    const loginId = await makeUser({ roleNames: ['Reader', 'Writer'] });
    const device = await openid.initiateDeviceAuthorization(config, {
      scope: 'openid offline_access notes:read notes:write',
    });
    const browser = provider.browser();
    const page = await asked(browser, device.user_code, loginId);
    return { id, config, device, browser, page };
  }

  const consentsOf = async (appId: string) =>
    (await provider.latchkey.manage('POST', '/v1/mgmt/thirdparty/consents/search', { appId })).body.consents;

  test('gets what the user has allowed, which is stored as a consent', async () => {
    const { id, config, device, browser, page } = await question();
    expect(page.html).toContain('Read your notes');
    expect(page.html).toContain('value="notes:write" checked');
    await answer(browser, page.html, 'allow');
    const tokens = await poll({ config }, device.device_code);
    expect(tokens.scope?.split(' ')).toEqual(['openid', 'offline_access', 'notes:read']);
    const [consent] = await consentsOf(id);
    expect(consent.scopes).toEqual(['openid', 'offline_access', 'notes:read']);
  });

  test('gets nothing after the consent was withdrawn, or the application deleted', async () => {
    const first = await question();
    await answer(first.browser, first.page.html, 'allow');
    const [consent] = await consentsOf(first.id);
    await provider.manage('/v1/mgmt/thirdparty/consents/delete', { consentIds: [consent.id] });
    const error = { error: 'invalid_grant' };
    await expect(poll(first, first.device.device_code)).rejects.toMatchObject(error);

    const second = await question();
    await answer(second.browser, second.page.html, 'allow');
    await provider.manage('/v1/mgmt/thirdparty/app/delete', { id: second.id });
    await expect(poll(second, second.device.device_code)).rejects.toMatchObject({ status: 401 });
  });

  test('gets no consent when the user denies', async () => {
    const { id, config, device, browser, page } = await question();
    await answer(browser, page.html, 'deny');
    await expect(poll({ config }, device.device_code)).rejects.toMatchObject({ error: 'access_denied' });
    expect(await consentsOf(id)).toEqual([]);
  });

  test('that registered itself may not begin', async () => {
    const { projectId } = provider.latchkey;
    await provider.configure({ clientRegistration: true });
    const registered = await fetch(`${base()}/oauth2/v1/apps/${projectId}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Known name',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
      }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const config = await discover(provider.latchkey, `v1/apps/${projectId}`, client_id);
    await expect(openid.initiateDeviceAuthorization(config, { scope: 'openid' })).rejects.toMatchObject({
      error: 'unauthorized_client',
    });
  });
});

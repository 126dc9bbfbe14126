import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OAuthServer, startOAuthServer } from '../../../../test/counterparts/oauth-server.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { errorOf, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';

/** Tests that an administrator changes a provider while it is answering a sign-in. */

let latchkey: Latchkey;
let another: Latchkey;
let server: OAuthServer;
let provider: string;
let subject: string;
let counter = 0;

beforeAll(async () => {
  [latchkey, server] = await Promise.all([startLatchkey(), startOAuthServer()]);
  another = await latchkey.startAnother();
});
beforeEach(async () => {
  provider = `plain${++counter}`;
  subject = `user${counter}`;
  server.replies['/user'] = { body: { sub: subject } };
  expect((await configure(placeAt('/token'))).status).toBe(200);
});
afterAll(async () => {
  await another.close();
  await server.stop();
  await latchkey.close();
});

const tokens = { body: { access_token: 'at', refresh_token: 'rt', token_type: 'bearer' } };
const configure = (settings: object): Promise<Answer> =>
  another.manage('POST', '/v1/mgmt/oauth/provider', { provider, ...settings });
const placeAt = (path: string) => ({
  protocol: 'oauth2',
  clientId: 'client',
  clientSecret: 'secret',
  manageProviderTokens: true,
  authorizationUrl: `${server.origin}/authorize`,
  tokenUrl: `${server.origin}${path}`,
  userInfoUrl: `${server.origin}/user`,
});

/** Signs in, and runs `meanwhile` before the provider answers with its tokens. */
async function signIn(meanwhile: () => Promise<unknown> = async () => {}): Promise<Answer> {
  server.replies['/token'] = async () => {
    await meanwhile();
    return tokens;
  };
  const browser = new OAuthBrowser(latchkey);
  const state = (await browser.start(provider)).searchParams.get('state') ?? '';
  return browser.get(`/v1/auth/oauth/callback?${new URLSearchParams({ code: 'code', state })}`);
}

const userOf = async () =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${provider}:${subject}`)).body.user;

test.each([
  ['moved to another server', () => configure(placeAt('/elsewhere'))],
  ['disabled', () => configure({ enabled: false })],
  ['deleted', () => another.manage('POST', '/v1/mgmt/oauth/provider/delete', { provider })],
])('a provider that is %s during a sign-in signs no user in, and creates none', async (_, change) => {
  const answer = await signIn(async () => expect((await change()).status).toBe(200));
  expect(errorOf(answer)).toMatch(/settings have changed/);
  expect(await userOf()).toBeUndefined();
});

test('tokens from one server are never sent to its replacement', async () => {
  await exchange(latchkey, await signIn());
  await signIn(() => configure(placeAt('/elsewhere')));
  const query = new URLSearchParams({ loginId: `${provider}:${subject}`, provider, forceRefresh: 'true' });
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user/provider/token?${query}`);
  expect(body.errorCode).toBe('E113404');
  expect(server.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
});

test('simultaneous changes are all kept', async () => {
  const changes = [{ title: 'A title' }, { prompt: 'login' }, { scopes: ['one'] }, { linkByEmail: false }];
  const on = [latchkey, another];
  await Promise.all(
    changes.map((change, i) => on[i % 2]?.manage('POST', '/v1/mgmt/oauth/provider', { provider, ...change })),
  );
  const { body } = await latchkey.manage('GET', `/v1/mgmt/oauth/provider?provider=${provider}`);
  expect(body.provider).toMatchObject(Object.assign({}, ...changes));
});

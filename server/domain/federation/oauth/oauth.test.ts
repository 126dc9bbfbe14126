import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  appUrl,
  codeOf,
  connectSimulator,
  errorOf,
  exchange,
  OAuthBrowser,
} from '../../../../test/oauth-browser.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await connectSimulator(latchkey, 'acme');
  await connectSimulator(latchkey, 'other');
});
afterAll(() => latchkey.close());

const browser = () => new OAuthBrowser(latchkey);
const load = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

describe('a sign-in', () => {
  test('creates the user with name and verified address, and signs in', async () => {
    const answer = await browser().signIn('acme', { user: 'alice' });
    const { status, body } = await exchange(latchkey, answer);
    expect(status).toBe(200);
    expect(body.firstSeen).toBe(true);
    expect(body.user).toMatchObject({
      loginIds: ['alice@acme.example'],
      email: 'alice@acme.example',
      verifiedEmail: true,
      name: 'Alice Adams',
      status: 'enabled',
      OAuth: { acme: true },
      oauth: { acme: true },
    });
    expect(body.claims.amr).toEqual(['oauth']);
    expect(body.idpResponse.idpOIDCClaims).toMatchObject({ sub: 'alice@acme.example' });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('kept')).toBe('yes');
  });

  test('finds the same user again, in another browser', async () => {
    const first = (await exchange(latchkey, await browser().signIn('acme', { user: 'bob' }))).body;
    const again = (await exchange(latchkey, await browser().signIn('acme', { user: 'bob' }))).body;
    expect(again.firstSeen).toBe(false);
    expect(again.user.userId).toBe(first.user.userId);
  });

  test('sends PKCE, nonce, state and the exact callback address', async () => {
    const url = await browser().start('acme', { parameters: { loginHint: 'ada', prompt: 'login' } });
    const parameters = Object.fromEntries(url.searchParams);
    expect(parameters).toMatchObject({
      redirect_uri: `${latchkey.baseUrl}/v1/auth/oauth/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: 'test-client',
      login_hint: 'ada',
      prompt: 'login',
    });
    expect(parameters['code_challenge']).toMatch(/^[\w-]{43}$/);
    expect(parameters['nonce']).toMatch(/^[\w-]{43}$/);
    expect(parameters['state']).toMatch(/^P\w{27}\.[\w-]{43}$/);
  });

  test('creates no user by a sign-in only, and signs in no existing user by a sign-up only', async () => {
    const unknown = await browser().signIn(
      'acme',
      { nameId: 'new', email: 'new@acme.example' },
      { path: '/signin' },
    );
    expect(errorOf(unknown)).toMatch(/There is no user with this/);
    expect(
      codeOf(
        await browser().signIn('acme', { nameId: 'new', email: 'new@acme.example' }, { path: '/signup' }),
      ),
    );
    const known = await browser().signIn(
      'acme',
      { nameId: 'new', email: 'new@acme.example' },
      { path: '/signup' },
    );
    expect(errorOf(known)).toMatch(/already exists/);
    expect(codeOf(await browser().signIn('acme', { nameId: 'new' }, { path: '/signin' }))).toBeTruthy();
  });

  test('keeps the application’s options for the session', async () => {
    const options = { body: { customClaims: { color: 'green' } } };
    const { body } = await exchange(latchkey, await browser().signIn('acme', { user: 'bob' }, options));
    expect([body.claims.nsec, body.claims.color]).toEqual([{ color: 'green' }, undefined]);
  });

  test('accepts claims at the exchange too, under nsec', async () => {
    const answer = await browser().signIn(
      'acme',
      { user: 'bob' },
      { body: { customClaims: { a: 1, b: 1 } } },
    );
    const { body } = await latchkey.request('POST', '/v1/auth/oauth/exchange', {
      body: { code: codeOf(answer), loginOptions: { customClaims: { b: 2, sub: 'U0' } } },
    });
    expect(body.claims.nsec).toEqual({ a: 1, b: 2 });
  });

  test('steps up a session of the same user, and of no other', async () => {
    const { body } = await exchange(latchkey, await browser().signIn('acme', { user: 'bob' }));
    const options = { bearer: `${latchkey.projectId}:${body.refreshJwt}`, body: { stepup: true } };
    const raised = await exchange(latchkey, await browser().signIn('acme', { user: 'bob' }, options));
    expect(raised.body.claims.su).toBe(true);
    const mine = `${latchkey.projectId}:${raised.body.refreshJwt}`;
    const wrong = await browser().signIn('acme', { user: 'carol' }, { ...options, bearer: mine });
    expect(errorOf(wrong)).toMatch(/There is no user with this/);
    await exchange(latchkey, await browser().signIn('acme', { user: 'carol' }));
    const foreign = await browser().signIn('acme', { user: 'carol' }, { ...options, bearer: mine });
    expect((await exchange(latchkey, foreign)).body.errorCode).toBe('E064002');
  });

  test('is refused if another user returns than the one who started', async () => {
    const options = { parameters: { initiatedEmail: 'alice@acme.example' } };
    expect(errorOf(await browser().signIn('acme', { user: 'bob' }, options))).toMatch(
      /different user signed in/,
    );
    expect(codeOf(await browser().signIn('acme', { user: 'alice' }, options))).toBeTruthy();
  });

  test('of a disabled user is refused, at the start and at the end', async () => {
    const fields = { nameId: 'gone', email: 'gone@acme.example' };
    const answer = await browser().signIn('acme', fields);
    const status = { loginId: 'gone@acme.example', status: 'disabled' };
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', status);
    expect((await exchange(latchkey, answer)).body.errorCode).toBe('E062109');
    expect(errorOf(await browser().signIn('acme', fields))).toMatch(/disabled/);
  });
});

describe('starting', () => {
  const start = (query: Record<string, string>, path = '') =>
    latchkey.request('POST', `/v1/auth/oauth/authorize${path}?${new URLSearchParams(query)}`, { body: {} });

  test.each([
    'https://good.example.evil.test/',
    'https://good.example@evil.test/',
    '//evil.test',
    '/\\evil.test',
    'https:/evil.test',
    'https://evil.test/%2f%2fevil',
    'https://good.example\t.evil.test/',
    'javascript:alert(1)',
  ])('is refused for the redirect URL %j', async (redirectURL) => {
    const { status, body } = await start({ provider: 'acme', redirectURL });
    expect([status, body.errorCode]).toEqual([400, 'E066101']);
  });

  test('distinguishes an unknown provider from one that the project has not set up', async () => {
    expect((await start({ provider: 'nonsense', redirectURL: appUrl })).body.errorCode).toBe('E113401');
    expect((await start({ provider: 'google', redirectURL: appUrl })).body.errorCode).toBe('E113402');
  });

  test('is refused for a provider that is disabled', async () => {
    await connectSimulator(latchkey, 'off', { enabled: false });
    expect((await start({ provider: 'off', redirectURL: appUrl })).body.errorCode).toBe('E066101');
  });

  test('needs a redirect URL', async () => {
    expect((await start({ provider: 'acme' })).body.errorCode).toBe('E011002');
  });
});

describe('adding a provider for the signed-in user', () => {
  async function signedIn(name: string) {
    const answer = await browser().signIn('acme', { nameId: name, email: `${name}@acme.example` });
    const { body } = await exchange(latchkey, answer);
    return { userId: body.user.userId, bearer: `${latchkey.projectId}:${body.refreshJwt}` };
  }

  test('gives the user both, whatever address the provider names', async () => {
    const { userId, bearer } = await signedIn('adder');
    const fields = { nameId: 'adder-elsewhere', email: 'other@elsewhere.example' };
    const added = await browser().signIn('other', fields, { path: '/update', bearer });
    expect((await exchange(latchkey, added)).body.user).toMatchObject({
      userId,
      OAuth: { acme: true, other: true },
      email: 'adder@acme.example',
    });
    expect((await exchange(latchkey, await browser().signIn('other', fields))).body.user.userId).toBe(userId);
  });

  test('first asks the person who opens the address, naming the account', async () => {
    const { bearer } = await signedIn('named');
    const query = new URLSearchParams({ provider: 'other', redirectURL: appUrl });
    const { body } = await latchkey.request('POST', `/v1/auth/oauth/authorize/update?${query}`, {
      body: {},
      bearer,
    });
    const own = browser();
    const page = await own.get(body.url);
    expect(page.status).toBe(200);
    expect(page.body).toContain('named@acme.example');
    const state = new URL(body.url).searchParams.get('state') ?? '';
    for (const how of [{ withCookie: false, fromOwnPage: true }, { fromOwnPage: false }]) {
      const forged = await own.post('/v1/auth/oauth/start', { state }, how);
      expect([forged.status, forged.headers.get('location')]).toEqual([400, null]);
    }
    expect((await own.post('/v1/auth/oauth/start', { state })).status).toBe(303);
  });

  test('is refused if another user has it, or if the session has ended', async () => {
    await signedIn('owner');
    const { bearer } = await signedIn('second');
    const fields = { nameId: 'owner' };
    const taken = await browser().signIn('acme', fields, { path: '/update', bearer });
    expect(errorOf(taken)).toMatch(/Another user/);
    const parameters = { allowAllMerge: 'true' };
    const merging = await browser().signIn('acme', fields, { path: '/update', bearer, parameters });
    expect(errorOf(merging)).toMatch(/never merged, so allowAllMerge has no effect/);
    const own = browser();
    const url = await own.answer(await own.start('other', { path: '/update', bearer }), { nameId: 'late' });
    await latchkey.request('POST', '/v1/auth/logoutall', { bearer });
    expect(errorOf(await own.get(url))).toMatch(/session that requested/);
  });
});

test('a sign-in whose answer is posted finishes in the browser that started it', async () => {
  const own = browser();
  const url = new URL(await own.answer(await own.start('acme'), { user: 'bob' }));
  const fields = Object.fromEntries(url.searchParams);
  const posted = await own.post('/v1/auth/oauth/callback', fields, { withCookie: false });
  expect(posted.status).toBe(303);
  const next = posted.headers.get('location') ?? '';
  expect(next).not.toContain(fields['code']);
  expect((await browser().get(next)).status).toBe(400);
  expect(codeOf(await own.get(next))).toBeTruthy();
  expect((await own.post('/v1/auth/oauth/callback', fields, { withCookie: false })).status).toBe(400);
});

test('the public SDK starts a sign-in and exchanges its code', async () => {
  const sdk = latchkey.sdk();
  const { data } = await sdk.oauth.start('acme', appUrl);
  const own = browser();
  const back = await own.get(await own.answer(await own.open(data?.url ?? ''), { user: 'alice' }));
  const signedIn = await sdk.oauth.exchange(codeOf(back));
  expect(signedIn.data?.user?.email).toBe('alice@acme.example');
  expect((await sdk.validateSession(signedIn.data?.sessionJwt ?? '')).token['amr']).toEqual(['oauth']);
});

test('deleting a provider removes the way to sign in, and keeps the users', async () => {
  await connectSimulator(latchkey, 'brief');
  await exchange(latchkey, await browser().signIn('brief', { user: 'alice' }));
  expect((await load('alice@brief.example')).OAuth).toEqual({ brief: true });
  await latchkey.manage('POST', '/v1/mgmt/oauth/provider/delete', { provider: 'brief' });
  expect((await load('alice@brief.example')).OAuth).toEqual({});
  expect((await latchkey.manage('GET', '/v1/mgmt/oauth/provider?provider=brief')).body.errorCode).toBe(
    'E113401',
  );
});

test('a member of a tenant that requires its own SSO gets an error that says so, and no session', async () => {
  const strict = { id: 'strict', name: 'Strict', enforceSSO: true };
  expect((await latchkey.manage('POST', '/v1/mgmt/tenant/create', strict)).status).toBe(200);
  const member = { loginId: 'member@acme.example', userTenants: [{ tenantId: 'strict' }] };
  await latchkey.manage('POST', '/v1/mgmt/user/create', member);
  const fields = { nameId: 'member', email: 'member@acme.example' };
  const { status, body } = await exchange(latchkey, await browser().signIn('acme', fields));
  expect([status, body.errorCode]).toEqual([403, 'E064005']);
});

import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Latchkey, type RequestOptions, startLatchkey } from '../../test/harness.ts';
import { demandIn, setPolicy } from '../../test/sign-in-policy.ts';

const app = 'https://app.example';
const defaults = {
  allowedOrigins: [app],
  tokenDelivery: 'cookies',
  cookieDomain: '',
  cookieSameSite: 'strict',
  cookieName: 'DSR',
  sessionCookieName: 'DS',
};

let latchkey: Latchkey;
let loopback: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  loopback = latchkey.baseUrl;
  await set(defaults);
});
afterEach(async () => {
  latchkey.service.baseUrl = loopback;
  await set(defaults);
});
afterAll(() => latchkey.close());

async function set(settings: object) {
  const changed = await latchkey.manage('POST', '/v1/mgmt/project/settings', settings);
  expect(changed.status).toBe(200);
}

type Headers = Record<string, string>;

interface Cookie {
  value: string;
  attributes: string[];
}

/** Parses the cookies as a browser would, by name. */
function cookiesOf({ headers }: Answer): Record<string, Cookie> {
  const entries = headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    return [name, { value, attributes: attributes.sort() }] as const;
  });
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

function ask(path: string, options: RequestOptions = {}, method = 'POST') {
  const body = method === 'POST' ? { body: {} } : {};
  return latchkey.request(method, path, {
    ...body,
    ...options,
    headers: { origin: app, ...options.headers },
  });
}

let users = 0;

/** Signs in with an authenticator app. `headers` replace those of the page. */
async function signIn(headers: Headers = { origin: app }, loginOptions = {}): Promise<Answer> {
  const loginId = `user${++users}@cookies.example`;
  const { body: enrolment } = await latchkey.request('POST', '/v1/auth/totp/signup', { body: { loginId } });
  const code = new TOTP({ secret: Secret.fromBase32(enrolment.key) }).generate();
  const body = { loginId, code, loginOptions };
  const answer = await latchkey.request('POST', '/v1/auth/totp/verify', { headers, body });
  expect(answer.status).toBe(200);
  return answer;
}

const withCookie = (answer: Answer, headers: Headers = {}): RequestOptions => ({
  headers: { cookie: `DSR=${cookiesOf(answer)['DSR']?.value}`, ...headers },
});

const isExpired = (cookie: Cookie | undefined) =>
  cookie?.value === '' && cookie.attributes.includes('Max-Age=0');

describe('in cookie mode', () => {
  test('a sign-in sets both cookies, and its body has no refresh token', async () => {
    const asked = Math.floor(latchkey.service.now() / 1000);
    const answer = await signIn();
    const { DSR, DS } = cookiesOf(answer);
    const { sessionJwt, cookieMaxAge, sessionExpiration } = answer.body;
    expect(answer.body).not.toHaveProperty('refreshJwt');
    expect(answer.body).toMatchObject({ cookieDomain: '', cookiePath: '/' });
    expect(JSON.parse(Buffer.from(DSR?.value.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      drn: 'DSR',
    });
    expect(DSR?.attributes).toEqual(['HttpOnly', `Max-Age=${cookieMaxAge}`, 'Path=/', 'SameSite=Strict']);
    expect(DS?.value).toBe(sessionJwt);
    const answered = Math.floor(latchkey.service.now() / 1000);
    expect(DS?.attributes).toContain('HttpOnly');
    expect(DS?.attributes[1]).toMatch(/^Max-Age=\d+$/);
    const maxAge = Number(DS?.attributes[1]?.split('=')[1]);
    expect(maxAge).toBeGreaterThanOrEqual(sessionExpiration - answered - 1);
    expect(maxAge).toBeLessThanOrEqual(sessionExpiration - asked);
  });

  test.each([
    ['with custom claims inside the token', ['a'], 490],
    ['with custom claims left out of the token', ['a', 'b', 'c'], 450],
  ])('no custom claims, %s, make the refresh cookie larger than browsers keep', async (_, names, length) => {
    const customClaims = Object.fromEntries(names.map((name) => [name, '語'.repeat(length)]));
    const { DSR } = cookiesOf(await signIn({ origin: app }, { customClaims }));
    expect(`DSR${DSR?.value}`.length).toBeLessThanOrEqual(4_096);
  });

  test('refresh, try-refresh and tenant select take the cookie and set the next', async () => {
    let last = await signIn();
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'One', id: 'one' });
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', {
      loginId: last.body.user.loginIds[0],
      tenantId: 'one',
    });
    for (const [path, body] of [
      ['/v1/auth/refresh?dcs=t&dcr=f', {}],
      ['/v1/auth/try-refresh?dcs=f&dcr=f', {}],
      ['/v1/auth/tenant/select', { tenant: 'one' }],
    ] as const) {
      const next = await ask(path, { ...withCookie(last), body });
      expect(next.status, path).toBe(200);
      expect(next.body.sessionJwt).toBe(cookiesOf(next)['DS']?.value);
      expect(next.body).not.toHaveProperty('refreshJwt');
      expect(cookiesOf(next)['DSR']?.value).not.toBe(cookiesOf(last)['DSR']?.value);
      last = next;
    }
    expect((await ask('/v1/auth/me', withCookie(last), 'GET')).status).toBe(200);
  });

  test('a refusal that names the missing factors does not show the token of the cookie', async () => {
    const signedIn = await signIn();
    const tenantId = 'two';
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: 'Two', id: tenantId });
    await setPolicy(latchkey, { when: 'always', methods: ['passkey'] }, { tenantId });
    const [loginId] = signedIn.body.user.loginIds;
    latchkey.advance(1_000);
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId });
    const refused = await ask('/v1/auth/tenant/select', {
      ...withCookie(signedIn),
      body: { tenant: tenantId },
    });
    expect(demandIn(refused)).toEqual({ methods: ['passkey'], enrol: true, expiresAt: expect.any(Number) });
  });

  test.each(['/v1/auth/logout', '/v1/auth/logoutall'])('%s deletes the cookies', async (path) => {
    await set({ cookieDomain: 'example.com' });
    const signedIn = await signIn();
    const answer = await ask(path, withCookie(signedIn));
    expect(answer).toMatchObject({ status: 200, body: { cookieDomain: 'example.com', cookiePath: '/' } });
    const { DSR, DS } = cookiesOf(answer);
    for (const cookie of [DSR, DS]) {
      expect(isExpired(cookie)).toBe(true);
      expect(cookie?.attributes).toEqual(expect.arrayContaining(['Domain=example.com', 'Path=/']));
      expect(cookie?.attributes).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
    }
    expect((await ask('/v1/auth/refresh', withCookie(signedIn))).status).toBe(401);
  });

  test('a refusal deletes the cookies of a session that has ended', async () => {
    const signedIn = await signIn();
    await ask('/v1/auth/logoutall', withCookie(signedIn));
    for (const path of ['/v1/auth/refresh', '/v1/auth/logout', '/v1/auth/try-refresh']) {
      const answer = await ask(path, withCookie(signedIn));
      expect(answer.status).toBe(path.endsWith('try-refresh') ? 200 : 401);
      if (answer.status === 200) expect(answer.body).toEqual({});
      const { DSR, DS } = cookiesOf(answer);
      expect(isExpired(DSR) && isExpired(DS)).toBe(true);
    }
  });

  test('without a session, try-refresh answers an empty object and leaves cookies alone', async () => {
    for (const headers of [{}, { cookie: 'DS=x; DSRX=y' }] as Headers[]) {
      const answer = await ask('/v1/auth/try-refresh', { headers });
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('a refresh token in the header takes precedence over any cookie, and its caller receives the next one', async () => {
    const [one, two] = [await signIn(), await signIn()];
    const bearer = `${latchkey.projectId}:${cookiesOf(one)['DSR']?.value}`;
    const me = await ask('/v1/auth/me', { bearer, ...withCookie(two) }, 'GET');
    expect(me.body.userId).toBe(one.body.user.userId);
    const refreshed = await ask('/v1/auth/refresh', { bearer, ...withCookie(two) });
    expect(refreshed.body.refreshJwt).toBe(cookiesOf(refreshed)['DSR']?.value);
    const wrong = await ask(
      '/v1/auth/me',
      { bearer: `${latchkey.projectId}:a.b.c`, ...withCookie(two) },
      'GET',
    );
    expect(wrong.status).toBe(401);
  });

  test("a refresh by GET accepts the token in the header only, and never spends a cookie's", async () => {
    const signedIn = await signIn();
    const sameOrigin = { 'sec-fetch-site': 'same-origin' };
    const { cookie = '' } = withCookie(signedIn).headers as Headers;
    for (const headers of [{ cookie }, { cookie, ...sameOrigin }]) {
      const answer = await ask('/v1/auth/refresh', { headers }, 'GET');
      expect([answer.status, answer.body.errorCode]).toEqual([401, 'E064002']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const token = cookiesOf(signedIn)['DSR']?.value;
    const bearer = `${latchkey.projectId}:${token}`;
    const refreshed = await latchkey.request('GET', '/v1/auth/refresh?externalToken=x', { bearer });
    expect(refreshed.status).toBe(200);
    expect(refreshed.body).toMatchObject({ user: { userId: signedIn.body.user.userId } });
    const next = `${latchkey.projectId}:${refreshed.body.refreshJwt}`;
    expect(refreshed.body.refreshJwt).not.toBe(token);
    expect((await latchkey.request('GET', '/v1/auth/refresh', { bearer: next })).status).toBe(200);
    latchkey.advance(10_001);
    expect((await latchkey.request('GET', '/v1/auth/refresh', { bearer })).body.errorCode).toBe('E064001');
  });

  test('an old or foreign refresh token in the header does not disturb a sign-in, and puts no token into the body', async () => {
    const loginId = 'stale@cookies.example';
    const foreign = await latchkey.addProject();
    const { DSR } = cookiesOf(await signIn());
    for (const bearer of [
      `${latchkey.projectId}:a.b.c`,
      `${latchkey.projectId}:${DSR?.value}`,
      `${latchkey.projectId}:${DSR?.value?.slice(0, -4)}AAAA`,
    ]) {
      const { body } = await ask('/v1/auth/totp/signup', { bearer, body: { loginId } });
      const code = new TOTP({ secret: Secret.fromBase32(body.key) }).generate();
      const answer = await ask('/v1/auth/totp/verify', { bearer, body: { loginId, code } });
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty('refreshJwt');
      await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
    }
    const keys = await ask(`/v2/keys/${foreign.projectId}`, { bearer: `${foreign.projectId}:a.b.c` }, 'GET');
    expect(keys.status).toBe(200);
  });

  test('a session token that does not fit into a cookie deletes the older cookie', async () => {
    const signedIn = await signIn();
    const roleNames = Array.from({ length: 90 }, (_, i) => `a role with a rather long name, number ${i}`);
    for (const name of roleNames) await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
    await latchkey.manage('POST', '/v1/mgmt/user/update/role/add', {
      loginId: signedIn.body.user.loginIds[0],
      roleNames,
    });
    const answer = await ask('/v1/auth/refresh', withCookie(signedIn));
    expect(answer.body.sessionJwt.length).toBeGreaterThan(4_096);
    expect(isExpired(cookiesOf(answer)['DS'])).toBe(true);
    expect(cookiesOf(answer)['DSR']?.value).toBeTruthy();
  });
});

describe('the cookie is accepted', () => {
  const me = (headers: Headers) => latchkey.request('GET', '/v1/auth/me', { headers });
  let cookie: string;
  beforeAll(async () => {
    cookie = `DSR=${cookiesOf(await signIn())['DSR']?.value}`;
  });

  test.each<Headers>([
    { origin: app },
    { origin: app, 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin' },
  ])('for a page that sends %j', async (headers) => {
    expect((await me({ cookie, ...headers })).status).toBe(200);
  });

  test('for a page of this server itself', async () => {
    latchkey.service.baseUrl = 'https://auth.example';
    expect((await me({ cookie, origin: 'https://auth.example' })).status).toBe(200);
  });

  test.each<Headers>([
    {},
    { origin: 'null' },
    { origin: '' },
    { origin: `${app}.evil.test` },
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://evil.test', referer: `${app}/` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { referer: `${app}/` },
  ])('not for a page that sends %j', async (headers) => {
    const refused = await me({ cookie, ...headers } as Headers);
    expect(refused).toMatchObject({ status: 401, body: { errorCode: 'E064002' } });
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  test('not for a page of another project, which cannot sign a visitor in or out either', async () => {
    const other = await latchkey.addProject();
    await latchkey.request('POST', '/v1/mgmt/project/settings', {
      bearer: `${other.projectId}:${other.managementKey}`,
      body: { allowedOrigins: ['https://other.example'] },
    });
    const origin = 'https://other.example';
    expect((await me({ cookie, origin })).status).toBe(401);
    const signedIn = await signIn({ origin });
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    expect(signedIn.body).not.toHaveProperty('refreshJwt');
    const own = await signIn();
    const bearer = `${latchkey.projectId}:${cookiesOf(own)['DSR']?.value}`;
    const loggedOut = await ask('/v1/auth/logout', { bearer, headers: { origin } });
    expect(loggedOut.status).toBe(200);
    expect(loggedOut.headers.getSetCookie()).toEqual([]);
  });

  test('not as a session token, nor under a name that the project does not use', async () => {
    const signedIn = await signIn();
    const { DSR, DS } = cookiesOf(signedIn);
    expect((await me({ origin: app, cookie: `DSR=${DS?.value}` })).status).toBe(401);
    const named = { origin: app, 'x-descope-refresh-cookie-name': 'OTHER' };
    expect((await me({ ...named, cookie: `OTHER=${DSR?.value}` })).status).toBe(401);
    expect((await me({ ...named, cookie: `OTHER=x; DSR=${DSR?.value}` })).status).toBe(200);
    expect((await me({ origin: app, cookie: `XDSR=${DSR?.value}` })).status).toBe(401);
  });

  test('not where a project delivers tokens in the body', async () => {
    await set({ tokenDelivery: 'body' });
    const refused = await me({ cookie, origin: app });
    expect(refused).toMatchObject({ status: 401, body: { errorCode: 'E064002' } });
    const signedIn = await signIn();
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    expect(signedIn.body.refreshJwt).toBeTypeOf('string');
    const bearer = `${latchkey.projectId}:${signedIn.body.refreshJwt}`;
    expect((await ask('/v1/auth/logout', { bearer })).headers.getSetCookie()).toEqual([]);
  });
});

describe('the cookie settings', () => {
  test('set the cookie names, and the response reports them', async () => {
    await set({ cookieName: 'SHOP_REFRESH', sessionCookieName: 'SHOP' });
    const signedIn = await signIn();
    expect(signedIn.body).toMatchObject({ cookieName: 'SHOP_REFRESH', sessionCookieName: 'SHOP' });
    expect(Object.keys(cookiesOf(signedIn)).sort()).toEqual([
      'SHOP',
      'SHOP_REFRESH',
      `latchkey-last-${latchkey.projectId}`,
    ]);
    const value = cookiesOf(signedIn)['SHOP_REFRESH']?.value;
    for (const headers of [
      { cookie: `SHOP_REFRESH=${value}`, 'x-descope-refresh-cookie-name': 'SHOP_REFRESH' },
      { cookie: `DSR=another.project.has; SHOP_REFRESH=${value}` },
      { cookie: `DSR=${value}` },
      { cookie: `SHOP_REFRESH=x; DSR=${value}`, 'x-descope-refresh-cookie-name': 'DSR' },
    ] as Headers[]) {
      expect((await ask('/v1/auth/me', { headers }, 'GET')).status, headers['cookie']).toBe(200);
    }
  });

  test('keep a browser signed in that still has a cookie of the previous domain', async () => {
    const old = await signIn();
    await set({ cookieDomain: 'example.com' });
    const next = await ask('/v1/auth/refresh', withCookie(old));
    const [before, after] = [cookiesOf(old)['DSR']?.value, cookiesOf(next)['DSR']?.value];
    const me = await ask('/v1/auth/me', { headers: { cookie: `DSR=${before}; DSR=${after}` } }, 'GET');
    expect(me.status).toBe(200);
  });

  test.each([
    ['https://auth.example', 'strict', ['SameSite=Strict', 'Secure']],
    ['https://auth.example', 'lax', ['SameSite=Lax', 'Secure']],
    ['https://auth.example', 'none', ['SameSite=None', 'Secure']],
    ['http://auth.example', 'lax', ['SameSite=Lax', 'Secure']],
    ['http://localhost:8080', 'lax', ['SameSite=Lax']],
    ['http://127.0.0.1:8080', 'strict', ['SameSite=Strict']],
    ['http://localhost:8080', 'none', ['SameSite=None', 'Secure']],
  ])('at %s with SameSite %s make %j', async (baseUrl, cookieSameSite, expected) => {
    await set({ cookieSameSite });
    latchkey.service.baseUrl = baseUrl;
    for (const { attributes } of Object.values(cookiesOf(await signIn()))) {
      expect(attributes.filter((one) => /^(Secure|SameSite)/.test(one)).sort()).toEqual([...expected].sort());
      expect(attributes).toContain('HttpOnly');
    }
  });
});

test('@descope/node-sdk finds the refresh token of a sign-in in the cookie', async () => {
  const sdk = latchkey.sdk();
  const loginId = 'node@cookies.example';
  const { data } = await sdk.totp.signUp(loginId);
  const code = new TOTP({ secret: Secret.fromBase32(data?.key as string) }).generate();
  const verified = await sdk.totp.verify(loginId, code);
  expect(verified.data?.refreshJwt).toBeTypeOf('string');
  const refreshed = await sdk.refreshSession(verified.data?.refreshJwt as string);
  expect(refreshed.token.sub).toBe(verified.data?.user?.userId);
  expect((await sdk.refreshSession(refreshed.refreshJwt as string)).refreshJwt).toBeTypeOf('string');
  expect((await sdk.logout(refreshed.refreshJwt as string)).ok).toBe(true);
});

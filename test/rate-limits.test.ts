import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  defaultRateLimits,
  type LimitKind,
  limitKinds,
  type RateLimits,
} from '../server/core/rate-limits.ts';
import { endpoints } from '../server/groups.ts';
import { signUpWithTotp } from './credentials.ts';
import { type Latchkey, type RequestOptions, startLatchkey } from './harness.ts';

let latchkey: Latchkey;
let projectId: string;
let bearer: string;
let address: string;
let counter = 0;
/** Stands still while a test runs: on a slow machine, requests would become allowed again. */
let now: number;

beforeAll(async () => {
  latchkey = await startLatchkey({ LATCHKEY_TRUSTED_PROXIES: '127.0.0.0/8' });
  latchkey.service.now = () => now;
});
afterAll(() => latchkey.close());

beforeEach(async () => {
  now = Date.now();
  counter += 1;
  address = `203.0.113.${counter}`;
  const added = await latchkey.addProject();
  projectId = added.projectId;
  bearer = `${projectId}:${added.managementKey}`;
});

const signIn = '/v1/auth/password/signin';

/** Sends a request through a trusted proxy, with a body that is never read when the limit is reached. */
function ask(path: string, options: RequestOptions & { from?: string; method?: string } = {}) {
  const { from = address, method = 'POST', headers, ...rest } = options;
  return latchkey.request(method, path, {
    bearer: projectId,
    rawBody: '{',
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json', ...headers },
    ...rest,
  });
}

/** Returns the number of requests before the first refusal, at most `max`. */
async function letThrough(max: number, send: () => ReturnType<typeof ask>): Promise<number> {
  for (let count = 0; count < max; count += 1) if ((await send()).status === 429) return count;
  return max;
}

async function configure(body: { rateLimits?: Partial<RateLimits>; unlimitedAddresses?: string[] }) {
  const answer = await latchkey.request('POST', '/v1/mgmt/project/settings', { bearer, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('per address', () => {
  // The other kinds are counted by pages and by the OpenID provider, which are no endpoints.
  const kinds = (Object.keys(limitKinds) as LimitKind[]).filter(
    (kind) => 'address' in limitKinds[kind] && endpoints.some(({ limit }) => limit === kind),
  );

  test.each(kinds)('requests of the kind %s are limited to its default', async (kind) => {
    const { path } = endpoints.find(({ limit }) => limit === kind)!;
    const { requests } = defaultRateLimits[`${kind}PerAddress` as keyof typeof defaultRateLimits];
    expect(await letThrough(requests + 1, () => ask(path))).toBe(requests);
    expect((await ask(path, { from: '198.51.100.1' })).status).not.toBe(429);
  });

  test('a refusal is E130429 with the seconds to wait, before the body is read; then one more goes through', async () => {
    await letThrough(31, () => ask(signIn));
    const refused = await ask(signIn);
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'E130429' } });
    expect(refused.body.errorMessage).toMatch(
      /^Too many requests \(signInPerAddress\): try again in \d+ seconds?$/,
    );
    const seconds = refused.headers.get('retry-after');
    expect(seconds).toBe('10');
    now += 9_999;
    expect((await ask(signIn)).headers.get('retry-after')).toBe('1');
    now += 1;
    expect((await ask(signIn)).status).toBe(400);
    expect((await ask(signIn)).status).toBe(429);
  });

  test('all routes that check a password count together, and other kinds separately', async () => {
    await configure({ rateLimits: { signInPerAddress: { requests: 2, seconds: 60 } } });
    expect((await ask(signIn)).status).toBe(400);
    expect((await ask('/v1/auth/password/replace')).status).toBe(400);
    expect((await ask(signIn)).status).toBe(429);
    expect((await ask('/v1/auth/totp/verify')).status).toBe(400);
  });

  test('the addresses of one IPv6 network of 64 bits count together', async () => {
    await configure({ rateLimits: { signInPerAddress: { requests: 2, seconds: 60 } } });
    const statuses = [];
    for (const host of ['::1', '::2', ':ffff::3']) {
      statuses.push((await ask(signIn, { from: `2001:db8:0:${counter}${host}` })).status);
    }
    expect(statuses).toEqual([400, 400, 429]);
    expect((await ask(signIn, { from: '2001:db8:1:1::1' })).status).toBe(400);
  });

  test('another project counts separately', async () => {
    await configure({ rateLimits: { signInPerAddress: { requests: 1, seconds: 60 } } });
    await ask(signIn);
    expect((await ask(signIn)).status).toBe(429);
    expect((await ask(signIn, { bearer: latchkey.projectId })).status).toBe(400);
  });

  test('a client cannot change its address with X-Forwarded-For', async () => {
    await configure({ rateLimits: { signInPerAddress: { requests: 1, seconds: 60 } } });
    await ask(signIn, { from: `198.51.100.9, ${address}` });
    expect((await ask(signIn, { from: `198.51.100.10, ${address}` })).status).toBe(429);
  });
});

describe('the steps of an SSO or OAuth sign-in that a browser opens', () => {
  const steps = [
    ['GET', 'oauth/start', 'state'],
    ['POST', 'oauth/start', 'state'],
    ['GET', 'oauth/finish', 'state'],
    ['GET', 'saml/start', 'request'],
    ['GET', 'saml/finish', 'request'],
    ['GET', 'sso/start', 'request'],
  ] as const;

  const open = (method: string, step: string, from = address) => {
    const state = `${projectId}.${'x'.repeat(43)}`;
    const query = `projectId=${projectId}&request=unknown&state=${state}`;
    const isForm = method === 'POST';
    return latchkey.request(method, `/v1/auth/${step}?${query}`, {
      bearer: null,
      headers: {
        'x-forwarded-for': from,
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isForm && { rawBody: `state=${state}` }),
    });
  };
  const refusals = async () => {
    const body = { actions: ['LoginFailed'] };
    return (await latchkey.request('POST', '/v1/mgmt/audit/search', { bearer, body })).body.audits;
  };

  test.each(steps)('are limited per address, with a time to try again: %s %s', async (method, step) => {
    await configure({ rateLimits: { ssoPagePerAddress: { requests: 3, seconds: 60 } } });
    expect(await letThrough(10, () => open(method, step))).toBe(3);
    expect((await open(method, step)).headers.get('retry-after')).toBe('20');
    expect((await open(method, step, '198.51.100.1')).status).toBe(400);
  });

  test('are limited per project', async () => {
    await configure({ rateLimits: { ssoPagePerProject: { requests: 3, seconds: 60 } } });
    const from = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`);
    expect(await letThrough(10, () => open('GET', 'oauth/start', from.pop()))).toBe(3);
  });

  test('log few of the refusals that unauthenticated callers can cause', async () => {
    for (const [method, step] of steps) for (let i = 0; i < 5; i += 1) await open(method, step);
    const kinds = (await refusals()).map((event: { method: string; data: { kind: string } }) =>
      JSON.stringify([event.method, event.data.kind]),
    );
    expect(kinds.length).toBeGreaterThan(0);
    expect(new Set(kinds).size).toBe(kinds.length);
    now += 11 * 60_000;
    await open('GET', 'oauth/start');
    expect((await refusals()).length).toBe(kinds.length + 1);
  });
});

describe('applications', () => {
  const authorize = (from = address) =>
    latchkey.request('GET', `/oauth2/v1/authorize?client_id=${projectId}`, {
      bearer: null,
      headers: { 'x-forwarded-for': from },
    });
  const token = (from = address) =>
    latchkey.request('POST', '/oauth2/v1/token', {
      bearer: null,
      headers: { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: `grant_type=authorization_code&code=x&client_id=${projectId}`,
    });

  test.each([
    ['authorize', authorize],
    ['applicationCall', token],
  ])('are limited by the kind %s, per address and per project, and by no other', async (kind, send) => {
    const few = { requests: 3, seconds: 60 };
    await configure({ rateLimits: { [`${kind}PerAddress`]: few } });
    expect(await letThrough(10, () => send())).toBe(3);
    expect((await send('198.51.100.1')).status).toBe(400);
    await configure({ rateLimits: { [`${kind}PerProject`]: few } });
    const from = Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`);
    expect(await letThrough(10, () => send(from.pop()))).toBeLessThanOrEqual(3);
  });

  test('of a company that begins its morning behind one address are not refused', async () => {
    const none = { requests: 1, seconds: 60 };
    await configure({
      rateLimits: { ssoPagePerAddress: none, ssoPagePerProject: none, exchangePerAddress: none },
    });
    expect(await letThrough(200, () => authorize())).toBe(200);
    expect(await letThrough(200, () => token())).toBe(200);
  });
});

describe('changing the password of a signed-in user', () => {
  const signUp = async () => {
    counter += 1;
    const loginId = `changes${counter}@example.com`;
    const body = { loginId, password: 'plain harbor ceiling 93' };
    const answer = await latchkey.request('POST', '/v1/auth/password/signup', { bearer: projectId, body });
    expect(answer.status).toBe(200);
    return { loginId, refreshJwt: answer.body.refreshJwt as string };
  };
  const signInAgain = async (loginId: string) => {
    const body = { loginId, password: 'plain harbor ceiling 93' };
    return (await latchkey.request('POST', signIn, { bearer: projectId, body })).body.refreshJwt as string;
  };
  /** Refused before it costs a hash, unless the limit refuses it. */
  const change = (refreshJwt: string, loginId: string) => {
    counter += 1;
    return ask('/v1/auth/password/update', {
      bearer: `${projectId}:${refreshJwt}`,
      rawBody: JSON.stringify({ loginId, newPassword: 'short' }),
      from: `198.51.100.${counter % 250}`,
    });
  };

  test('is limited per session, from any address', async () => {
    const { loginId, refreshJwt } = await signUp();
    expect(await letThrough(10, () => change(refreshJwt, loginId))).toBe(5);
    const refused = await change(refreshJwt, loginId);
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'E130429' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(60);
    // A thief of one session cannot keep the user from changing the password in another.
    expect((await change(await signInAgain(loginId), loginId)).status).toBe(400);
  });

  test('is limited per user, however many sessions there are', async () => {
    await configure({ rateLimits: { passwordPerUser: { requests: 7, seconds: 60 } } });
    const { loginId, refreshJwt } = await signUp();
    expect(await letThrough(10, () => change(refreshJwt, loginId))).toBe(5);
    const second = await signInAgain(loginId);
    expect(await letThrough(10, () => change(second, loginId))).toBe(2);
    const other = await signUp();
    expect((await change(other.refreshJwt, other.loginId)).status).toBe(400);
  });
});

test('every unauthenticated request that changes data or costs work has a limit', () => {
  const open = endpoints.filter(({ auth, limit, countsItself, method }) => {
    return (auth === 'project' || auth === 'optionalRefresh') && method !== 'GET' && !limit && !countsItself;
  });
  // Clients poll every second or two until the user opens the link, and send a secret.
  const known = ['enchantedLink.pendingSession'];
  expect(open.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('per project, requests of all addresses count together, and one that its address refuses does not count', async () => {
  const path = '/v1/auth/totp/signup';
  await configure({
    rateLimits: {
      signUpPerAddress: { requests: 2, seconds: 60 },
      signUpPerProject: { requests: 5, seconds: 60 },
    },
  });
  expect(await letThrough(10, () => ask(path))).toBe(2);
  for (const from of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    expect((await ask(path, { from })).status).toBe(400);
  }
  const refused = await ask(path, { from: '198.51.100.4' });
  expect(refused).toMatchObject({ status: 429, body: { errorCode: 'E130429' } });
  expect(refused.body.errorMessage).toContain('signUpPerProject');
  expect((await ask('/v1/auth/sso/exchange')).status).toBe(400);
});

test('per session, and a refused refresh spends no token', async () => {
  const owner = {
    ...latchkey,
    request: (...[method, path, options]: Parameters<Latchkey['request']>) =>
      latchkey.request(method, path, { bearer: projectId, ...options }),
  };
  let { refreshJwt } = await signUpWithTotp(owner, `one${counter}@example.com`);
  const other = await signUpWithTotp(owner, `other${counter}@example.com`);
  const refresh = (token: string, from?: string) =>
    ask('/v1/auth/refresh', { bearer: `${projectId}:${token}`, rawBody: '{}', from });
  await configure({ rateLimits: { refreshPerSession: { requests: 3, seconds: 60 } } });
  for (let count = 0; count < 3; count += 1) {
    const { status, body } = await refresh(refreshJwt, `198.51.100.${count}`);
    expect(status).toBe(200);
    refreshJwt = body.refreshJwt;
  }
  const refused = await refresh(refreshJwt);
  expect(refused).toMatchObject({ status: 429, body: { errorCode: 'E130429' } });
  const tried = await ask('/v1/auth/try-refresh', { bearer: `${projectId}:${refreshJwt}`, rawBody: '{}' });
  expect(tried.status).toBe(429);
  expect((await refresh(other.refreshJwt)).status).toBe(200);
  now += 20_000;
  expect((await refresh(refreshJwt)).status).toBe(200);
});

describe('per key', () => {
  const load = (by = bearer) => latchkey.request('POST', '/v1/mgmt/projects/list', { bearer: by, body: {} });

  test('limits apply only when an administrator sets them, and then to each key separately', async () => {
    expect(await letThrough(150, load)).toBe(150);
    const { body } = await latchkey.request('PUT', '/v1/mgmt/managementkey', {
      bearer,
      body: {
        name: 'second',
        reBac: { projectRoles: [{ projectIds: [projectId], roles: ['project-full-access'] }] },
      },
    });
    await configure({ rateLimits: { callsPerKey: { requests: 3, seconds: 60 } } });
    expect(await letThrough(10, load)).toBe(3);
    const refused = await load();
    expect(refused.body.errorCode).toBe('E130429');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await load(`${projectId}:${body.cleartext}`)).status).toBe(200);
  });
});

describe('settings', () => {
  test('show every limit, and change the given ones', async () => {
    const { body } = await latchkey.request('GET', '/v1/mgmt/project/settings', { bearer });
    expect(body.rateLimits).toEqual(defaultRateLimits);
    const changed = { signInPerAddress: { requests: 7, seconds: 70 } };
    expect((await configure({ rateLimits: changed })).rateLimits).toEqual({
      ...defaultRateLimits,
      ...changed,
    });
    const again = { codePerAddress: { requests: 8, seconds: 80 } };
    const { rateLimits } = await configure({ rateLimits: again });
    expect(rateLimits).toEqual({ ...defaultRateLimits, ...changed, ...again });
  });

  test('turn a limit off', async () => {
    await configure({ rateLimits: { signInPerAddress: { requests: 0, seconds: 60 } } });
    expect(await letThrough(100, () => ask(signIn))).toBe(100);
  });

  test.each([
    { rateLimits: { signInPerAddress: { requests: -1, seconds: 60 } } },
    { rateLimits: { signInPerAddress: { requests: 1_000_001, seconds: 60 } } },
    { rateLimits: { signInPerAddress: { requests: 1, seconds: 0 } } },
    { rateLimits: { signInPerAddress: { requests: 1, seconds: 86_401 } } },
    { unlimitedAddresses: ['everybody'] },
    { unlimitedAddresses: ['10.0.0.0/33'] },
  ])('%j is refused', async (body) => {
    const answer = await latchkey.request('POST', '/v1/mgmt/project/settings', { bearer, body });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
  });

  test('exempt only the servers of the project', async () => {
    await configure({
      rateLimits: {
        signUpPerAddress: { requests: 2, seconds: 60 },
        signUpPerProject: { requests: 4, seconds: 60 },
      },
      unlimitedAddresses: ['10.1.0.0/16', '2001:db8:7::/48'],
    });
    const path = '/v1/auth/totp/signup';
    for (const from of ['10.1.2.3', '2001:db8:7:1::1']) {
      expect(await letThrough(20, () => ask(path, { from }))).toBe(20);
    }
    expect(await letThrough(20, () => ask(path, { from: '10.2.0.1' }))).toBe(2);
  });
});

describe('the machine itself', () => {
  const local = (path: string, by = projectId, on = latchkey) =>
    on.request('POST', path, { bearer: by, rawBody: '{', headers: { 'content-type': 'application/json' } });

  test('is not limited: a script of hundreds of sign-ups just runs', async () => {
    await configure({ rateLimits: { signUpPerProject: { requests: 100, seconds: 60 } } });
    expect(await letThrough(150, () => local('/v1/auth/totp/signup'))).toBe(150);
  });

  test('is limited when the project says so', async () => {
    await configure({ unlimitedAddresses: [] });
    expect(await letThrough(40, () => local(signIn))).toBe(30);
  });

  test('is limited when it forwards requests and is not configured as a proxy', async () => {
    const unaware = await startLatchkey();
    unaware.service.now = () => now;
    const send = () =>
      unaware.request('POST', signIn, {
        rawBody: '{',
        headers: { 'x-forwarded-for': `198.51.100.${counter++}` },
      });
    expect(await letThrough(40, send)).toBe(30);
    expect(await letThrough(40, () => local(signIn, unaware.projectId, unaware))).toBe(40);
    await unaware.close();
  });
});

describe('the machine itself in production', () => {
  let production: Latchkey;
  const environment = {
    LATCHKEY_MODE: 'production',
    LATCHKEY_BASE_URL: 'https://auth.example.com',
    LATCHKEY_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  };
  const limit = { rateLimits: { signInPerAddress: { requests: 5, seconds: 300 } } };
  const set = (body: object) => production.manage('POST', '/v1/mgmt/project/settings', body);
  const guess = () =>
    production.request('POST', signIn, { rawBody: '{', headers: { 'content-type': 'application/json' } });

  beforeAll(async () => {
    production = await startLatchkey(environment);
    production.service.now = () => now;
  });
  afterAll(() => production.close());

  test('is limited like any visitor, because a proxy on it can be silent', async () => {
    expect((await set(limit)).body.unlimitedAddresses).toEqual([]);
    const statuses = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  test('is exempt if the project names it, and a project file of development does not', async () => {
    const loopback = ['127.0.0.0/8', '::1/128'];
    const files = { 'settings.json': { unlimitedAddresses: loopback } };
    const imported = await production.manage('POST', '/v1/mgmt/project/snapshot/import', { files });
    expect(imported.status).toBe(200);
    expect(await letThrough(8, guess)).toBeLessThan(8);
    expect((await set({ ...limit, unlimitedAddresses: loopback })).body.unlimitedAddresses).toEqual(loopback);
    expect(await letThrough(8, guess)).toBe(8);
  });
});

test('the audit log and sessions record the address of the client', async () => {
  const loginId = `seen${counter}@example.com`;
  await ask('/v1/auth/password/signup', {
    rawBody: JSON.stringify({ loginId, password: 'plain harbor ceiling 93' }),
  });
  const { body } = await latchkey.request('POST', '/v1/mgmt/audit/search', { bearer, body: {} });
  expect(body.audits.map((event: { remoteAddress: string }) => event.remoteAddress)).toContain(address);
});

test('the metrics count refused requests by limit', async () => {
  const count = async () => {
    const { body } = await latchkey.request('GET', '/metrics');
    const [, value] = /latchkey_rate_limited_total\{limit="ssoStartPerAddress"\} (\d+)/.exec(body) ?? [];
    return Number(value);
  };
  const before = await count();
  await configure({ rateLimits: { ssoStartPerAddress: { requests: 1, seconds: 60 } } });
  for (let index = 0; index < 4; index += 1) await ask('/v1/auth/sso/authorize');
  expect((await count()) - before).toBe(3);
});

test('@descope/node-sdk learns how long to wait', async () => {
  const set = (body: object) => latchkey.manage('POST', '/v1/mgmt/project/settings', body);
  await set({ unlimitedAddresses: [], rateLimits: { signInPerAddress: { requests: 1, seconds: 300 } } });
  const { password } = latchkey.sdk();
  expect((await password.signIn('nobody', 'wrong')).code).toBe(401);
  const refused = await password.signIn('nobody', 'wrong');
  expect(refused).toMatchObject({ ok: false, code: 429, error: { errorCode: 'E130429' } });
  expect((refused.error as { retryAfter?: number }).retryAfter).toBe(300);
});

import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { onPostgres } from '../../../../test/engine.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { rotateSigningKey } from '../../project/projects/keys/signing-keys.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

let counter = 0;

interface SignedIn {
  loginId: string;
  userId: string;
  sessionJwt: string;
  refreshJwt: string;
}

async function signIn(): Promise<SignedIn> {
  counter += 1;
  const loginId = `session${counter}@example.com`;
  const { body: enrolment } = await latchkey.request('POST', '/v1/auth/totp/signup', { body: { loginId } });
  const code = totpCode(enrolment.key, latchkey.service.now());
  const { body } = await latchkey.request('POST', '/v1/auth/totp/verify', { body: { loginId, code } });
  return { loginId, userId: body.user.userId, sessionJwt: body.sessionJwt, refreshJwt: body.refreshJwt };
}

function withToken(method: string, path: string, token: string, body?: unknown): Promise<Answer> {
  return latchkey.request(method, path, { bearer: `${latchkey.projectId}:${token}`, body });
}

function refresh(token: string): Promise<Answer> {
  return withToken('POST', '/v1/auth/refresh', token, {});
}

function claimsOf(jwt: string) {
  return JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString());
}

async function setStatus(userId: string, status: 'enabled' | 'disabled') {
  await latchkey.service.db
    .updateTable('users')
    .set({ status })
    .where('projectId', '=', latchkey.projectId)
    .where('id', '=', userId)
    .execute();
}

describe('a refresh', () => {
  test('returns a new refresh JWT and a session JWT with all fields that SDKs read', async () => {
    const { refreshJwt, userId } = await signIn();
    const { status, body } = await refresh(refreshJwt);
    expect(status).toBe(200);
    expect(body.refreshJwt).not.toBe(refreshJwt);
    expect(claimsOf(body.refreshJwt)).toMatchObject({ drn: 'DSR', sub: userId });
    const claims = claimsOf(body.sessionJwt);
    expect(claims).toMatchObject({
      drn: 'DS',
      sub: userId,
      tenants: {},
      roles: [],
      permissions: [],
      amr: ['totp'],
    });
    expect(claims.iss.split('/').at(-1)).toBe(latchkey.projectId);
    expect(claims.exp - claims.iat).toBe(600);
    expect(Date.parse(claims.rexp)).toBe(claimsOf(body.refreshJwt).exp * 1000);
    expect(body.sessionExpiration).toBe(claims.exp);
    expect(body.claims).toEqual(claims);
  });

  test('repeated within ten seconds returns the same new tokens', async () => {
    const { refreshJwt } = await signIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshJwt)));
    latchkey.advance(9_000);
    answers.push(await refresh(refreshJwt));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(new Set(answers.map(({ body }) => body.refreshJwt)).size).toBe(1);
  });

  test('repeated later ends the session for every holder', async () => {
    const { refreshJwt } = await signIn();
    const { body: next } = await refresh(refreshJwt);
    latchkey.advance(10_001);
    expect((await refresh(refreshJwt)).body.errorCode).toBe('E064001');
    expect((await refresh(next.refreshJwt)).body.errorCode).toBe('E064001');
  });

  test('with a token that is two rotations old ends the session at once', async () => {
    const { refreshJwt } = await signIn();
    const second = await refresh(refreshJwt);
    const third = await refresh(second.body.refreshJwt);
    expect((await refresh(refreshJwt)).status).toBe(401);
    expect((await refresh(third.body.refreshJwt)).status).toBe(401);
  });

  test('is refused if the token was idle for two weeks', async () => {
    const { refreshJwt } = await signIn();
    latchkey.advance(14 * 86_400_000 + 1_000);
    expect((await refresh(refreshJwt)).status).toBe(401);
  });

  test('stops after thirty days, however steady the use', async () => {
    let { refreshJwt } = await signIn();
    for (let day = 0; day < 30; day += 10) {
      const { status, body } = await refresh(refreshJwt);
      expect(status).toBe(200);
      refreshJwt = body.refreshJwt;
      latchkey.advance(10 * 86_400_000);
    }
    expect((await refresh(refreshJwt)).status).toBe(401);
  });

  test('fails at once for a disabled or deleted user', async () => {
    const disabled = await signIn();
    await setStatus(disabled.userId, 'disabled');
    expect((await refresh(disabled.refreshJwt)).body.errorCode).toBe('E062109');
    const deleted = await signIn();
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId: deleted.loginId });
    expect((await refresh(deleted.refreshJwt)).body.errorCode).toBe('E064001');
  });

  test('uses the current roles and tenants', async () => {
    const { refreshJwt, loginId } = await signIn();
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'fresh', name: 'Fresh' });
    const { db } = latchkey.service;
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    const projectId = latchkey.projectId;
    await db
      .insertInto('tenantMembers')
      .values({ projectId, tenantId: 'fresh', userId: body.user.userId, createdAt: 1 })
      .execute();
    const refreshed = await refresh(refreshJwt);
    expect(refreshed.body.claims).toMatchObject({
      tenants: { fresh: { roles: [], permissions: [] } },
      dct: 'fresh',
    });
  });

  test('accepts neither a session JWT nor a token of another project', async () => {
    const { sessionJwt, refreshJwt } = await signIn();
    expect((await refresh(sessionJwt)).body.errorCode).toBe('E064002');
    const other = await latchkey.addProject();
    const answer = await latchkey.request('POST', '/v1/auth/refresh', {
      bearer: `${other.projectId}:${refreshJwt}`,
    });
    expect(answer.status).toBe(401);
  });

  test('on another instance continues the session', async () => {
    const { refreshJwt } = await signIn();
    const other = await latchkey.startAnother();
    const answer = await other.request('POST', '/v1/auth/refresh', {
      bearer: `${latchkey.projectId}:${refreshJwt}`,
    });
    expect(answer.status).toBe(200);
    await other.close();
  });
});

describe('forged tokens', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('without a signature, with the public key as secret, or with a key of their own are refused', async () => {
    const { refreshJwt } = await signIn();
    const [header, payload, signature] = refreshJwt.split('.') as [string, string, string];
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const { keys } = (await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`)).body;
    const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = own.publicKey.export({ format: 'jwk' });
    const signed = (head: unknown) => {
      const input = `${encode(head)}.${payload}`;
      return `${input}.${sign('sha256', Buffer.from(input), own.privateKey).toString('base64url')}`;
    };
    const forged = [
      ...['none', 'None', 'nOnE'].map((alg) => `${encode({ alg, kid, typ: 'JWT' })}.${payload}.`),
      `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${payload}.${signature}`,
      `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${payload}.${signature}`,
      `${encode({ alg: 'RS256', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claimsOf(refreshJwt), sub: 'U0' })}.${signature}`,
      `${header}.${payload}.`,
      signed({ alg: 'RS256', kid, typ: 'JWT', jwk }),
      signed({ alg: 'RS256', kid: '../../dev/null', typ: 'JWT' }),
      signed({ alg: 'RS256', kid: 'x'.repeat(5_000), typ: 'JWT' }),
      signed({ alg: 'RS256', kid: keys[0].kid, typ: 'JWT', crit: ['b64'], b64: false }),
    ];
    for (const token of forged) expect((await refresh(token)).status, token.slice(0, 60)).toBe(401);
    expect((await refresh(refreshJwt)).status).toBe(200);
  });
});

describe('logout', () => {
  test('ends only this session', async () => {
    const first = await signIn();
    const { status, body } = await withToken('POST', '/v1/auth/logout', first.refreshJwt, {});
    expect([status, body]).toEqual([200, { cookieDomain: '', cookiePath: '/' }]);
    expect((await refresh(first.refreshJwt)).body.errorCode).toBe('E064001');
  });

  test('everywhere ends every session of the user', async () => {
    const { loginId, refreshJwt } = await signIn();
    const { body: enrolment } = await withToken('POST', '/v1/auth/totp/update', refreshJwt, { loginId });
    const code = totpCode(enrolment.key, latchkey.service.now());
    const second = await latchkey.request('POST', '/v1/auth/totp/verify', { body: { loginId, code } });
    expect(second.status).toBe(200);
    expect((await withToken('POST', '/v1/auth/logoutall', second.body.refreshJwt, {})).status).toBe(200);
    expect((await refresh(refreshJwt)).status).toBe(401);
    expect((await refresh(second.body.refreshJwt)).status).toBe(401);
  });
});

describe('the signed-in user', () => {
  test('is returned without an envelope', async () => {
    const { refreshJwt, userId, loginId } = await signIn();
    const { status, body } = await withToken('GET', '/v1/auth/me', refreshJwt);
    expect(status).toBe(200);
    expect(body).toMatchObject({ userId, loginIds: [loginId], TOTP: true });
  });

  test('can select only their own tenants', async () => {
    const { refreshJwt, userId } = await signIn();
    for (const id of ['one', 'two', 'three']) {
      await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: `Tenant ${id}` });
    }
    const projectId = latchkey.projectId;
    const rows = ['one', 'two'].map((tenantId) => ({ projectId, tenantId, userId, createdAt: 1 }));
    await latchkey.service.db.insertInto('tenantMembers').values(rows).execute();

    const refused = await withToken('POST', '/v1/auth/tenant/select', refreshJwt, { tenant: 'three' });
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'E064003']);
    const selected = await withToken('POST', '/v1/auth/tenant/select', refreshJwt, { tenant: 'two' });
    expect(selected.body.claims.dct).toBe('two');
    const later = await refresh(selected.body.refreshJwt);
    expect(later.body.claims.dct).toBe('two');

    const token = later.body.refreshJwt;
    const mine = async (body: unknown) =>
      (await withToken('POST', '/v1/auth/me/tenants', token, body)).body.tenants.map(
        (tenant: { id: string }) => tenant.id,
      );
    expect(await mine({ ids: null })).toEqual(['one', 'two']);
    expect(await mine({ dct: true })).toEqual(['two']);
    expect(await mine({ dct: false, ids: ['one', 'three'] })).toEqual(['one']);
  });
});

test('try-refresh returns an empty object if there is no session', async () => {
  const { refreshJwt } = await signIn();
  expect((await latchkey.request('POST', '/v1/auth/try-refresh', { body: {} })).body).toEqual({});
  expect((await withToken('POST', '/v1/auth/try-refresh', 'a.b.c', {})).body).toEqual({});
  const { body } = await withToken('POST', '/v1/auth/try-refresh', refreshJwt, {});
  expect(body.sessionJwt).toBeTypeOf('string');
  expect(body.user).toBeUndefined();
});

test('validate returns the claims of a session JWT until it expires', async () => {
  const { sessionJwt, refreshJwt, userId } = await signIn();
  expect((await withToken('POST', '/v1/auth/validate', sessionJwt, {})).body).toMatchObject({
    sub: userId,
    drn: 'DS',
  });
  expect((await withToken('POST', '/v1/auth/validate', refreshJwt, {})).status).toBe(401);
  latchkey.advance(601_000);
  expect((await withToken('POST', '/v1/auth/validate', sessionJwt, {})).status).toBe(401);
});

test.each([
  ['signed out', (user: SignedIn) => withToken('POST', '/v1/auth/logout', user.refreshJwt, {})],
  [
    'was disabled',
    ({ userId }: SignedIn) =>
      latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: userId, status: 'disabled' }),
  ],
  ['was deleted', ({ userId }: SignedIn) => latchkey.manage('POST', '/v1/mgmt/user/delete', { userId })],
])('validate refuses the session JWT of a user who %s, on every instance at once', async (_, end) => {
  const user = await signIn();
  const another = onPostgres ? await latchkey.startAnother() : latchkey;
  const validate = (instance: Latchkey) =>
    instance.request('POST', '/v1/auth/validate', {
      bearer: `${instance.projectId}:${user.sessionJwt}`,
      body: {},
    });
  try {
    for (const instance of [latchkey, another]) expect((await validate(instance)).status).toBe(200);
    expect((await end(user)).status).toBe(200);
    for (const instance of [latchkey, another]) expect((await validate(instance)).status).toBe(401);
  } finally {
    if (another !== latchkey) await another.close();
  }
});

describe('signing keys', () => {
  test('are published as RSA with alg and kid, without private parts, and are cacheable', async () => {
    const { body, headers } = await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`, {
      bearer: null,
    });
    expect(body.keys).toHaveLength(1);
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(body.keys[0]).toMatchObject({ alg: 'RS256', kty: 'RSA', use: 'sig' });
    expect(headers.get('cache-control')).toContain('max-age');
    expect((await latchkey.request('GET', `/v1/keys/${latchkey.projectId}`)).body).toEqual(body.keys);
  });

  test('rotate: a new key is published before it signs, and old tokens stay valid', async () => {
    const before = await signIn();
    const { id: kid } = await rotateSigningKey(latchkey.context);
    const keys = (await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`)).body.keys;
    expect(keys.map((key: { kid: string }) => key.kid)).toContain(kid);
    const kidOf = (jwt: string) =>
      JSON.parse(Buffer.from(jwt.split('.')[0] as string, 'base64url').toString()).kid;
    expect(kidOf((await signIn()).sessionJwt)).not.toBe(kid);
    latchkey.advance(11 * 60_000);
    const { status, body } = await refresh(before.refreshJwt);
    expect(status).toBe(200);
    expect(kidOf(body.sessionJwt)).toBe(kid);
    latchkey.advance(31 * 86_400_000);
    const later = (await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`)).body.keys;
    expect(later.map((key: { kid: string }) => key.kid)).toEqual([kid]);
  });
});

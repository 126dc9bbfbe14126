import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  claimsOf,
  createPasswordUser,
  refresh,
  signInByPassword,
  withToken,
} from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  for (const name of ['Reader', 'Editor']) await latchkey.manage('POST', '/v1/mgmt/role/create', { name });
});
afterAll(() => latchkey.close());

async function signIn(loginOptions?: Record<string, unknown>) {
  const user = await createPasswordUser(latchkey, { roleNames: ['Reader'] });
  const { body } = await signInByPassword(latchkey, user, loginOptions);
  return { ...user, sessionJwt: body.sessionJwt as string, refreshJwt: body.refreshJwt as string };
}

const update = (body: Record<string, unknown>) => latchkey.manage('POST', '/v1/mgmt/jwt/update', body);

describe('a refresh JWT', () => {
  test('keeps added claims through every later refresh', async () => {
    const { refreshJwt } = await signIn({ customClaims: { first: 1 } });
    const { status, body } = await update({ jwt: refreshJwt, customClaims: { plan: 'pro' } });
    expect(status).toBe(200);
    expect(claimsOf(body.jwt)).toMatchObject({ drn: 'DSR', plan: 'pro', nsec: { first: 1 } });
    let token = body.jwt;
    for (let i = 0; i < 3; i++) {
      const refreshed = await refresh(latchkey, token);
      expect(refreshed.body.claims).toMatchObject({ plan: 'pro', nsec: { first: 1 } });
      token = refreshed.body.refreshJwt;
    }
    expect(claimsOf(token)).toMatchObject({ plan: 'pro', nsec: { first: 1 } });
  });

  test('has one successor, whichever of the two tokens is refreshed', { tags: 'race' }, async () => {
    const { refreshJwt } = await signIn();
    const { body } = await update({ jwt: refreshJwt, customClaims: { plan: 'pro' } });
    const [first, second] = await Promise.all([refresh(latchkey, refreshJwt), refresh(latchkey, body.jwt)]);
    expect(first.body.refreshJwt).toBe(second.body.refreshJwt);
    expect(first.body.claims.plan).toBe('pro');
  });

  test('that was just refreshed becomes the current one', async () => {
    const { refreshJwt } = await signIn();
    const { body: refreshed } = await refresh(latchkey, refreshJwt);
    const { body } = await update({ jwt: refreshJwt, customClaims: { plan: 'pro' } });
    expect(claimsOf(body.jwt).jti).toBe(claimsOf(refreshed.refreshJwt).jti);
    latchkey.advance(10_001);
    expect((await refresh(latchkey, body.jwt)).status).toBe(200);
  });

  test('can get a shorter lifetime, but not a longer one', async () => {
    const { refreshJwt } = await signIn();
    const before = claimsOf(refreshJwt).exp;
    const longer = await update({ jwt: refreshJwt, refreshDuration: 90 * 86_400 });
    expect(claimsOf(longer.body.jwt).exp).toBe(before);
    // The second may change during the call.
    const asked = Math.floor(latchkey.service.now() / 1000);
    const shorter = await update({ jwt: refreshJwt, refreshDuration: 600 });
    const answered = Math.floor(latchkey.service.now() / 1000);
    const { exp } = claimsOf(shorter.body.jwt);
    expect(exp).toBeGreaterThanOrEqual(asked + 600);
    expect(exp).toBeLessThanOrEqual(answered + 600);
    const again = await update({ jwt: refreshJwt, refreshDuration: 1_200 });
    expect(claimsOf(again.body.jwt).exp).toBe(claimsOf(shorter.body.jwt).exp);
    latchkey.advance(601_000);
    expect((await refresh(latchkey, refreshJwt)).body.errorCode).toBe('E064001');
  });

  test('loses no claim if two are added concurrently', { tags: 'race' }, async () => {
    const { refreshJwt } = await signIn();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(names.map((name) => update({ jwt: refreshJwt, customClaims: { [name]: 1 } })));
    expect((await refresh(latchkey, refreshJwt)).body.claims).toMatchObject({
      ...Object.fromEntries(names.map((name) => [name, 1])),
    });
  });
});

describe('a session JWT', () => {
  test('gets claims and current roles, and expires at the original time', async () => {
    const { sessionJwt, refreshJwt, loginId, userId } = await signIn({ customClaims: { first: 1 } });
    await latchkey.manage('POST', '/v1/mgmt/user/update/role/set', { loginId, roleNames: ['Editor'] });
    latchkey.advance(60_000);
    const { body } = await update({ jwt: sessionJwt, customClaims: { plan: 'pro' } });
    const [before, after] = [claimsOf(sessionJwt), claimsOf(body.jwt)];
    expect(after).toMatchObject({
      drn: 'DS',
      sub: userId,
      plan: 'pro',
      roles: ['Editor'],
      nsec: { first: 1 },
    });
    expect([after.exp, after.sid, after.amr]).toEqual([before.exp, before.sid, before.amr]);
    const again = await update({ jwt: body.jwt, customClaims: { more: true } });
    expect(claimsOf(again.body.jwt)).toMatchObject({ plan: 'pro', more: true });
    const valid = await withToken(latchkey, 'POST', '/v1/auth/validate', body.jwt, {});
    expect([valid.status, valid.body.plan]).toEqual([200, 'pro']);
    expect((await refresh(latchkey, refreshJwt)).body.claims.plan).toBeUndefined();
  });

  test('of an ended session is refused', async () => {
    const { sessionJwt, refreshJwt } = await signIn();
    await withToken(latchkey, 'POST', '/v1/auth/logout', refreshJwt, {});
    expect((await update({ jwt: sessionJwt })).body.errorCode).toBe('E064001');
  });

  test('of an access key is refused, because it has no session', async () => {
    const { body: key } = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', {
      name: 'k',
      expireTime: 0,
    });
    const { body } = await latchkey.request('POST', '/v1/auth/accesskey/exchange', {
      bearer: `${latchkey.projectId}:${key.cleartext}`,
      body: {},
    });
    expect((await update({ jwt: body.sessionJwt })).body.errorCode).toBe('E011004');
  });
});

test('a reserved claim cannot be set', async () => {
  const { sessionJwt, refreshJwt, userId } = await signIn();
  const customClaims = {
    sub: 'U0',
    iss: 'x',
    exp: 9_999_999_999,
    iat: 1,
    nbf: 1,
    aud: 'x',
    jti: 'x',
    sid: 'x',
    drn: 'DSR',
    roles: ['Root'],
    permissions: ['all'],
    tenants: { a: {} },
    dct: 'a',
    amr: ['mfa'],
    su: true,
    act: { sub: 'U0' },
    anonymous: true,
    rexp: 'x',
    nsec: {},
    dsub: 'x',
    azp: 'x',
    cnf: {},
  };
  for (const jwt of [sessionJwt, refreshJwt]) {
    const { status, body } = await update({ jwt, customClaims: { ...customClaims, mine: 1 } });
    const claims = claimsOf(body.jwt);
    expect([status, claims.sub, claims.mine, claims.amr]).toEqual([200, userId, 1, ['pwd']]);
    expect(claims.aud).toBe(latchkey.projectId);
    for (const name of ['su', 'act', 'anonymous', 'nbf', 'nsec', 'dsub', 'azp', 'cnf']) {
      expect(claims[name], name).toBeUndefined();
    }
    expect(claims.exp).toBeLessThan(9_999_999_999);
  }
});

test('claims that would not fit into a header are refused, counted over all calls', async () => {
  const { refreshJwt } = await signIn();
  const claims = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${prefix}${i}`, 'x'.repeat(450)]));
  expect((await update({ jwt: refreshJwt, customClaims: claims('a') })).status).toBe(200);
  expect((await update({ jwt: refreshJwt, customClaims: claims('b') })).body.errorCode).toBe('E011003');
  const refreshed = await refresh(latchkey, refreshJwt);
  expect(refreshed.body.claims).toMatchObject(claims('a'));
  // Claims too long for a cookie are in the session JWT only.
  expect(claimsOf(refreshed.body.refreshJwt).a0).toBeUndefined();
});

test('a token that belongs to no live session of this project is refused', async () => {
  const { refreshJwt, sessionJwt, userId } = await signIn();
  const [head, payload] = sessionJwt.split('.');
  const other = await latchkey.addProject();
  const elsewhere = await latchkey.request('POST', '/v1/mgmt/jwt/update', {
    bearer: `${other.projectId}:${other.managementKey}`,
    body: { jwt: refreshJwt },
  });
  expect(elsewhere.body.errorCode).toBe('E064002');
  for (const jwt of ['x', 'a.b.c', `${head}.${payload}.`]) {
    expect((await update({ jwt })).body.errorCode, jwt).toBe('E064002');
  }
  latchkey.advance(601_000);
  expect((await update({ jwt: sessionJwt })).body.errorCode).toBe('E064002');
  await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: userId, status: 'disabled' });
  expect((await update({ jwt: refreshJwt })).body.errorCode).toBe('E064001');
});

test('the public SDK updates both kinds', async () => {
  // The SDK checks tokens by its own clock, so they come from an instance with the right time.
  const fresh = await startLatchkey();
  const user = await createPasswordUser(fresh);
  const { body } = await signInByPassword(fresh, user);
  const sdk = fresh.sdk();
  const updated = await sdk.management.jwt.update(body.sessionJwt, { plan: 'pro' });
  const validated = await sdk.validateSession(updated.data?.jwt as string);
  expect(validated.token).toMatchObject({ sub: user.userId, plan: 'pro' });
  const refreshed = await sdk.management.jwt.update(body.refreshJwt, { plan: 'max' }, 600);
  const session = await sdk.refreshSession(refreshed.data?.jwt as string);
  expect(session.token).toMatchObject({ sub: user.userId, plan: 'max' });
  await fresh.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { claimsOf, refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';
import { endpoints } from '../../../groups.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/permission/create', { name: 'read' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Guest', permissionNames: ['read'] });
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
});
afterAll(() => latchkey.close());

const anonymous = async (body: unknown = {}) =>
  (await latchkey.manage('POST', '/v1/mgmt/auth/anonymous', body)).body;

test('an anonymous session has tokens that mark it as anonymous, and no user', async () => {
  const body = await anonymous({ customClaims: { cart: 'c1', sub: 'U1' }, roles: ['Guest'] });
  expect(body.user).toBeUndefined();
  expect(body.firstSeen).toBeUndefined();
  const claims = claimsOf(body.sessionJwt);
  expect(claims).toMatchObject({
    anonymous: true,
    drn: 'DS',
    cart: 'c1',
    roles: ['Guest'],
    permissions: ['read'],
  });
  expect(claims.sub).toBe(claims.sid);
  expect(claims.sub).not.toMatch(/^U/);
  expect(claimsOf(body.refreshJwt)).toMatchObject({ anonymous: true, drn: 'DSR', sub: claims.sub });
});

test('an anonymous session holds its roles in the selected tenant while that is not disabled', async () => {
  const { claims, refreshJwt } = await anonymous({ selectedTenant: 'acme', roles: ['Guest'] });
  expect(claims).toMatchObject({
    dct: 'acme',
    tenants: { acme: { roles: ['Guest'], permissions: ['read'] } },
    roles: [],
  });
  const disable = (disabled: boolean) =>
    latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: 'acme', name: 'Acme', disabled });
  await disable(true);
  const without = (await refresh(latchkey, refreshJwt)).body.claims;
  expect([without.dct, without.tenants, without.roles]).toEqual([undefined, {}, []]);
  await disable(false);
  expect((await anonymous({ selectedTenant: 'nowhere' })).errorCode).toBe('E011004');
  expect((await anonymous({ roles: ['Nobody'] })).errorCode).toBe('E011004');
});

test('an anonymous session is refreshed with its current roles, and ends when a token is reused', async () => {
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Passing' });
  const body = await anonymous({ roles: ['Guest', 'Passing'], customClaims: { cart: 'c2' } });
  await latchkey.manage('POST', '/v1/mgmt/role/delete', { name: 'Passing' });
  const refreshed = await refresh(latchkey, body.refreshJwt);
  expect(refreshed.status).toBe(200);
  expect(refreshed.body.user).toBeUndefined();
  expect(refreshed.body.claims).toMatchObject({ anonymous: true, roles: ['Guest'], cart: 'c2' });
  const tried = await withToken(latchkey, 'POST', '/v1/auth/try-refresh', refreshed.body.refreshJwt, {});
  expect(tried.body.claims.anonymous).toBe(true);
  latchkey.advance(10_001);
  expect((await refresh(latchkey, body.refreshJwt)).body.errorCode).toBe('E064001');
  expect((await refresh(latchkey, tried.body.refreshJwt)).body.errorCode).toBe('E064001');
});

test('an anonymous session ends at logout, and logging out everywhere ends no other session', async () => {
  const [one, two, three] = [await anonymous(), await anonymous(), await anonymous()];
  expect((await withToken(latchkey, 'POST', '/v1/auth/logout', one.refreshJwt, {})).status).toBe(200);
  expect((await withToken(latchkey, 'POST', '/v1/auth/logoutall', two.refreshJwt, {})).status).toBe(200);
  expect((await refresh(latchkey, one.refreshJwt)).body.errorCode).toBe('E064001');
  expect((await refresh(latchkey, two.refreshJwt)).body.errorCode).toBe('E064001');
  expect((await refresh(latchkey, three.refreshJwt)).status).toBe(200);
});

test('an anonymous session has at most the requested lifetime', async () => {
  const body = await anonymous({ refreshDuration: 300 });
  expect(body.cookieMaxAge).toBeLessThanOrEqual(300);
  latchkey.advance(301_000);
  expect((await refresh(latchkey, body.refreshJwt)).status).toBe(401);
});

test('an anonymous session is refused by every endpoint for users', async () => {
  const { refreshJwt } = await anonymous();
  const me = await withToken(latchkey, 'GET', '/v1/auth/me', refreshJwt);
  expect([me.status, me.body.errorCode]).toEqual([403, 'E064004']);
  // Endpoints for administrators accept no other project.
  const forUsers = endpoints.filter(
    ({ auth, takesAnonymous, forAdministrators }) =>
      auth === 'refresh' && !takesAnonymous && forAdministrators !== 'only',
  );
  expect(forUsers.length).toBeGreaterThan(5);
  for (const { method, path, name } of forUsers) {
    const { body } = await withToken(latchkey, method, path, refreshJwt, method === 'GET' ? undefined : {});
    expect(body.errorCode, name).toBe('E064004');
  }
  const stepUp = await signInByPassword(
    latchkey,
    { loginId: 'x', password: 'y' },
    { stepup: true },
    refreshJwt,
  );
  expect(stepUp.body.errorCode).toBe('E064004');
});

test('an anonymous session has tokens that can be updated like those of users', async () => {
  const { sessionJwt, refreshJwt } = await anonymous({ roles: ['Guest'] });
  for (const jwt of [sessionJwt, refreshJwt]) {
    const { body } = await latchkey.manage('POST', '/v1/mgmt/jwt/update', {
      jwt,
      customClaims: { cart: 'c3' },
    });
    expect(claimsOf(body.jwt)).toMatchObject({ anonymous: true, cart: 'c3', sub: claimsOf(jwt).sub });
  }
  expect((await refresh(latchkey, refreshJwt)).body.claims).toMatchObject({ cart: 'c3', anonymous: true });
});

test('the public SDK starts, refreshes and validates an anonymous session', async () => {
  const fresh = await startLatchkey();
  const sdk = fresh.sdk();
  const { data } = await sdk.management.jwt.anonymous({ cart: 'c4' });
  expect((await sdk.validateSession(data?.sessionJwt as string)).token).toMatchObject({ cart: 'c4' });
  const refreshed = await sdk.refreshSession(data?.refreshJwt as string);
  expect(refreshed.token).toMatchObject({ cart: 'c4', anonymous: true });
  await fresh.close();
});

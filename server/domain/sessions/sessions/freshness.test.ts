import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import {
  claimsOf,
  createPasswordUser,
  refresh,
  signInByPassword,
  withToken,
} from '../../../../test/signed-in.ts';
import { updateProject } from '../../project/projects/update-project.ts';

/** Tests that rights and lifetimes of a session are evaluated at every refresh. */

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  for (const id of ['acme', 'globex']) {
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id, name: `Tenant ${id}` });
  }
  await latchkey.manage('POST', '/v1/mgmt/permission/create', { name: 'write' });
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Editor', permissionNames: ['write'] });
});
afterAll(() => latchkey.close());

const day = 86_400_000;
const post = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);

async function signIn(fields: Record<string, unknown> = {}, loginOptions?: Record<string, unknown>) {
  const user = await createPasswordUser(latchkey, fields);
  const { body } = await signInByPassword(latchkey, user, loginOptions);
  return { ...user, ...(body as { sessionJwt: string; refreshJwt: string }) };
}

describe('a refreshed session JWT', () => {
  test('lacks a removed role and contains an added one', async () => {
    const { loginId, refreshJwt, sessionJwt } = await signIn({ roleNames: ['Editor'] });
    expect(claimsOf(sessionJwt)).toMatchObject({ roles: ['Editor'], permissions: ['write'] });
    await post('user/update/role/remove', { loginId, roleNames: ['Editor'] });
    const without = await refresh(latchkey, refreshJwt);
    expect(without.body.claims).toMatchObject({ roles: [], permissions: [] });
    await post('user/update/role/add', { loginId, roleNames: ['Editor'] });
    const again = await refresh(latchkey, without.body.refreshJwt);
    expect(again.body.claims).toMatchObject({ roles: ['Editor'], permissions: ['write'] });
  });

  test('lacks a permission that its role has lost', async () => {
    await post('permission/create', { name: 'passing' });
    await post('role/create', { name: 'Visitor', permissionNames: ['passing'] });
    const { refreshJwt, sessionJwt } = await signIn({ roleNames: ['Visitor'] });
    expect(claimsOf(sessionJwt).permissions).toEqual(['passing']);
    await post('permission/delete', { name: 'passing' });
    expect((await refresh(latchkey, refreshJwt)).body.claims).toMatchObject({
      roles: ['Visitor'],
      permissions: [],
    });
  });

  test('keeps the selected tenant until the user leaves it', async () => {
    const userTenants = [{ tenantId: 'acme', roleNames: ['Editor'] }, { tenantId: 'globex' }];
    const { loginId, refreshJwt } = await signIn({ userTenants }, { tenantId: 'acme' });
    let token = refreshJwt;
    for (let i = 0; i < 3; i++) {
      const { body } = await refresh(latchkey, token);
      expect(body.claims.dct).toBe('acme');
      token = body.refreshJwt;
    }
    await post('user/update/tenant/remove', { loginId, tenantId: 'acme' });
    const { body } = await refresh(latchkey, token);
    expect(body.claims).toMatchObject({ dct: 'globex', tenants: { globex: { roles: [] } } });
    expect(body.claims.tenants.acme).toBeUndefined();
  });

  test('keeps the custom claims and the factors of the sign-in', async () => {
    const { refreshJwt } = await signIn({}, { customClaims: { cart: { items: [1, 2] } } });
    const { body } = await refresh(latchkey, refreshJwt);
    expect(body.claims).toMatchObject({ nsec: { cart: { items: [1, 2] } }, amr: ['pwd'] });
  });
});

describe('a refresh is refused at once after', () => {
  const ends: [string, (user: { loginId: string; refreshJwt: string }) => Promise<unknown>][] = [
    ['a logout', ({ refreshJwt }) => withToken(latchkey, 'POST', '/v1/auth/logout', refreshJwt, {})],
    [
      'a logout everywhere',
      ({ refreshJwt }) => withToken(latchkey, 'POST', '/v1/auth/logoutall', refreshJwt, {}),
    ],
    ['a logout by an administrator', ({ loginId }) => post('user/logout', { loginId })],
    ['the deletion of the user', ({ loginId }) => post('user/delete', { loginId })],
    ['disabling the user', ({ loginId }) => post('user/update/status', { loginId, status: 'disabled' })],
  ];
  test.each(ends)('%s, on every instance', async (_name, end) => {
    const user = await signIn();
    await end(user);
    const other = await latchkey.startAnother();
    expect((await refresh(other, user.refreshJwt)).status).toBe(401);
    expect((await refresh(latchkey, user.refreshJwt)).status).toBe(401);
    await other.close();
  });
});

describe('the lifetimes of a project', () => {
  test('each have the configured value', async () => {
    await updateProject(latchkey.context, {
      sessionLifetimeSeconds: 300,
      refreshIdleSeconds: 2 * 86_400,
      refreshLifetimeSeconds: 5 * 86_400,
    });
    latchkey.service.cache.forget(`project:${latchkey.projectId}`);
    const { sessionJwt, refreshJwt } = await signIn();
    expect(claimsOf(sessionJwt).exp - claimsOf(sessionJwt).iat).toBe(300);
    expect(claimsOf(refreshJwt).exp - claimsOf(refreshJwt).iat).toBe(2 * 86_400);
    const idle = await signIn();
    let token = refreshJwt;
    for (let i = 0; i < 4; i++) {
      latchkey.advance(1.2 * day);
      const { status, body } = await refresh(latchkey, token);
      expect(status).toBe(200);
      token = body.refreshJwt;
    }
    expect((await refresh(latchkey, idle.refreshJwt)).status).toBe(401);
    // 4.8 days old: the last token ends with the session, before it has been idle for long enough.
    expect(claimsOf(token).exp - claimsOf(token).iat).toBeLessThan(0.21 * 86_400);
    latchkey.advance(0.3 * day);
    expect((await refresh(latchkey, token)).status).toBe(401);
  });

  test('end older sessions at their next refresh when they are shortened', async () => {
    const { refreshJwt } = await signIn();
    latchkey.advance(1.5 * day);
    await updateProject(latchkey.context, { refreshIdleSeconds: 86_400, refreshLifetimeSeconds: 86_400 });
    latchkey.service.cache.forget(`project:${latchkey.projectId}`);
    expect((await refresh(latchkey, refreshJwt)).body.errorCode).toBe('E064001');
  });
});

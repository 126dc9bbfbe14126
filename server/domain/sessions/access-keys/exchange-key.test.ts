import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessKeys, startWithAccessKeys } from '../../../../test/access-keys.ts';
import { loggedLines } from '../../../../test/server-log.ts';
import { claimsOf } from '../../../../test/signed-in.ts';

let latchkey: AccessKeys['latchkey'];
let create: AccessKeys['create'];
let exchange: AccessKeys['exchange'];
let call: AccessKeys['call'];
beforeAll(async () => {
  ({ latchkey, create, exchange, call } = await startWithAccessKeys());
});
afterAll(() => latchkey.close());

describe('exchanging a key', () => {
  test('returns a session JWT of the key that anyone can verify', async () => {
    const { key, cleartext } = await create({
      roleNames: ['writer'],
      customClaims: { tier: 'gold', sub: 'forged' },
    });
    const answer = await exchange(cleartext, { customClaims: { run: 7, roles: ['admin'] } });
    expect(answer.body).toEqual({
      keyId: key.id,
      sessionJwt: expect.any(String),
      expiration: expect.any(Number),
    });
    const claims = claimsOf(answer.body.sessionJwt);
    expect(claims).toMatchObject({
      sub: key.id,
      drn: 'DS',
      tier: 'gold',
      nsec: { run: 7 },
      roles: ['writer'],
      permissions: ['read', 'write'],
      tenants: {},
      exp: answer.body.expiration,
    });
    expect(claims.exp - claims.iat).toBe(600);
    const bearer = `${latchkey.projectId}:${answer.body.sessionJwt}`;
    expect((await latchkey.request('POST', '/v1/auth/validate', { bearer })).body).toEqual(claims);
    const refresh = await latchkey.request('POST', '/v1/auth/refresh', { bearer });
    expect(refresh.body.errorCode).toBe('E064002');
  });

  test('selects the only tenant or the requested one, and no other', async () => {
    const one = await create({ keyTenants: [{ tenantId: 'acme' }] });
    expect(claimsOf((await exchange(one.cleartext)).body.sessionJwt).dct).toBe('acme');
    const two = await create({ keyTenants: [{ tenantId: 'acme' }, { tenantId: 'globex' }] });
    const selected = await exchange(two.cleartext, { selectedTenant: 'globex' });
    expect(claimsOf(selected.body.sessionJwt).dct).toBe('globex');
    expect(await exchange(one.cleartext, { selectedTenant: 'globex' })).toMatchObject({
      status: 403,
      body: { errorCode: 'E064003' },
    });
  });

  test('refuses an invalid key, and reports a missing one', async () => {
    const { cleartext } = await create();
    const wrong = [cleartext.slice(1), `${cleartext}x`, latchkey.managementKey, 'x', latchkey.projectId];
    for (const key of wrong) {
      expect(await exchange(key)).toMatchObject({ status: 401, body: { errorCode: 'E062803' } });
    }
    const nothing = await latchkey.request('POST', '/v1/auth/accesskey/exchange', { body: {} });
    expect(nothing).toMatchObject({ status: 401, body: { errorCode: 'E062802' } });
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${cleartext}`;
    const elsewhere = await latchkey.request('POST', '/v1/auth/accesskey/exchange', { bearer });
    expect(elsewhere).toMatchObject({ status: 401, body: { errorCode: 'E062803' } });
  });

  test('reads the access key that precedes an auth management key', async () => {
    const { cleartext, key } = await create();
    const answer = await exchange(`${cleartext}:${latchkey.managementKey}`);
    expect(answer.body.keyId).toBe(key.id);
  });

  test("checks the caller's address", async () => {
    const here = await create({ permittedIps: ['127.0.0.0/8', '::1'] });
    expect((await exchange(here.cleartext)).status).toBe(200);
    const elsewhere = await create({ permittedIps: ['203.0.113.0/24'] });
    expect((await exchange(elsewhere.cleartext)).body.errorCode).toBe('E062803');
    const forwarded = await latchkey.request('POST', '/v1/auth/accesskey/exchange', {
      bearer: `${latchkey.projectId}:${elsewhere.cleartext}`,
      headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' },
    });
    expect(forwarded.status).toBe(401);
    const relayed = await latchkey.request('POST', '/v1/auth/accesskey/exchange', {
      bearer: `${latchkey.projectId}:${here.cleartext}`,
      headers: { via: '1.1 proxy.example' },
    });
    expect(relayed).toMatchObject({ status: 401, body: { errorCode: 'E062803' } });
    expect(JSON.stringify(relayed.body)).not.toMatch(/proxy|LATCHKEY/);
    expect(loggedLines()).toContain('LATCHKEY_TRUSTED_PROXIES');
  });

  test('returns a session JWT that never outlives the key, which stops working at its expiry', async () => {
    const expireTime = Math.floor(latchkey.service.now() / 1000) + 120;
    const { cleartext, key } = await create({ expireTime });
    expect((await exchange(cleartext)).body.expiration).toBe(expireTime);
    latchkey.advance(121_000);
    expect((await exchange(cleartext)).body.errorCode).toBe('E062803');
    expect(await call('rotate', { id: key.id })).toMatchObject({
      status: 400,
      body: { errorCode: 'E011004' },
    });
    latchkey.advance(-121_000);
  });
});

describe('a key bound to a user', () => {
  const newUser = async (loginId: string) =>
    (
      await latchkey.manage('POST', '/v1/mgmt/user/create', {
        loginId,
        userTenants: [{ tenantId: 'acme', roleNames: ['writer'] }],
      })
    ).body.user.userId as string;

  test("has the user's current rights, and none of its own", async () => {
    const userId = await newUser('bound@keys.example');
    const { key, cleartext } = await create({ userId, roleNames: ['reader'] });
    expect(key).toMatchObject({ boundUserId: userId, userId, roleNames: [] });
    const claims = claimsOf((await exchange(cleartext)).body.sessionJwt);
    expect(claims).toMatchObject({
      sub: key.id,
      roles: [],
      tenants: { acme: { roles: ['writer'], permissions: ['write'] } },
      dct: 'acme',
    });
    const found = await call('search', { boundUserId: userId });
    expect(found.body.keys.map((one: { id: string }) => one.id)).toEqual([key.id]);
  });

  test('is deleted with the user', async () => {
    const userId = await newUser('leaving@keys.example');
    const { key, cleartext } = await create({ userId });
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId: 'leaving@keys.example' });
    expect((await exchange(cleartext)).body.errorCode).toBe('E062803');
    expect(await latchkey.manage('GET', `/v1/mgmt/accesskey?id=${key.id}`)).toMatchObject({
      status: 404,
      body: { errorCode: 'E111501' },
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { loggedLines } from '../../../../test/server-log.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const { manage } = latchkey;
  for (const id of ['acme', 'globex']) await manage('POST', '/v1/mgmt/tenant/create', { id, name: id });
  await manage('POST', '/v1/mgmt/permission/create', { name: 'read' });
  await manage('POST', '/v1/mgmt/permission/create', { name: 'write' });
  for (const role of [
    { name: 'reader', permissionNames: ['read'] },
    { name: 'writer', permissionNames: ['write', 'read'] },
    { name: 'writer', tenantId: 'acme', permissionNames: ['write'] },
  ]) {
    expect((await manage('POST', '/v1/mgmt/role/create', role)).status).toBe(200);
  }
});
afterAll(() => latchkey.close());

const hourMs = 3_600_000;
const inAnHour = () => Math.floor(latchkey.service.now() / 1000) + 3600;

async function create(fields: object = {}) {
  const answer = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'build', ...fields });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body as { key: Record<string, unknown> & { id: string }; cleartext: string };
}

const call = (operation: string, body: object) =>
  latchkey.manage('POST', `/v1/mgmt/accesskey/${operation}`, body);

const load = async (id: string) => (await latchkey.manage('GET', `/v1/mgmt/accesskey?id=${id}`)).body.key;

function exchange(cleartext: string, loginOptions?: object, from = latchkey) {
  const bearer = `${latchkey.projectId}:${cleartext}`;
  return from.request('POST', '/v1/auth/accesskey/exchange', { bearer, body: { loginOptions } });
}

function claimsOf(jwt: string) {
  return JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString());
}

describe('creating a key', () => {
  test('shows a secret of 256 bits once and stores only its hash', async () => {
    const { key, cleartext } = await create({ name: ' Build ', description: 'CI', roleNames: ['writer'] });
    expect(cleartext).toMatch(/^[\w-]{43}$/);
    expect(key).toMatchObject({
      id: expect.stringMatching(/^K\w{27}$/),
      name: 'Build',
      description: 'CI',
      status: 'active',
      expireTime: 0,
      roleNames: ['writer'],
      keyTenants: [],
      boundUserId: '',
      permittedIps: [],
      createdBy: expect.stringMatching(/^K/),
    });
    expect(await load(key.id)).toEqual(key);
    const rows = await latchkey.service.db
      .selectFrom('accessKeys')
      .selectAll()
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(cleartext);
  });

  test("prefers tenants to project roles, and a tenant's role to the project's", async () => {
    const keyTenants = [
      { tenantId: 'acme', roleNames: ['writer'] },
      { tenantId: 'globex', roleNames: ['writer'] },
    ];
    const { key, cleartext } = await create({ roleNames: ['reader'], keyTenants });
    expect(key).toMatchObject({
      roleNames: [],
      keyTenants: [
        { tenantId: 'acme', tenantName: 'acme', roleNames: ['writer'] },
        { tenantId: 'globex', tenantName: 'globex', roleNames: ['writer'] },
      ],
    });
    const claims = claimsOf((await exchange(cleartext)).body.sessionJwt);
    expect(claims.tenants).toEqual({
      acme: { roles: ['writer'], permissions: ['write'] },
      globex: { roles: ['writer'], permissions: ['read', 'write'] },
    });
    expect(claims).toMatchObject({ roles: [], permissions: [] });
    expect(claims.dct).toBeUndefined();
  });

  test.each([
    ['a role', { roleNames: ['nobody'] }, 'nobody'],
    ['a role of a tenant', { keyTenants: [{ tenantId: 'acme', roleNames: ['nobody'] }] }, 'nobody'],
    ['a tenant', { keyTenants: [{ tenantId: 'nowhere' }] }, 'nowhere'],
    ['a user', { userId: `U${'0'.repeat(27)}` }, `U${'0'.repeat(27)}`],
    ['a moment that has gone', { expireTime: 1_000_000 }, 'past'],
    ['no address', { permittedIps: ['10.0.0.1', 'home'] }, 'home'],
    ['attributes that are too long', { customAttributes: { a: 'x'.repeat(5_000) } }, '4096'],
  ])('refuses %s that is invalid, and names it', async (_what, fields, named) => {
    const { status, body } = await call('create', { name: 'x', ...fields });
    expect({ status, code: body.errorCode }).toEqual({ status: 400, code: 'E011004' });
    expect(body.errorMessage).toContain(named);
  });

  test('accepts empty text, null and numbers as text, as SDKs send them', async () => {
    const expireTime = inAnHour();
    const { key } = await create({
      expireTime: String(expireTime),
      roleNames: null,
      keyTenants: null,
      userId: '',
      customClaims: null,
      permittedIps: null,
    });
    expect(key).toMatchObject({ expireTime, expiredTime: expireTime, expiresTime: expireTime });
  });
});

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

describe('changing keys', () => {
  test('keeps absent fields and clears empty ones', async () => {
    const { key } = await create({
      description: 'one',
      keyTenants: [{ tenantId: 'acme', roleNames: ['writer'] }],
      customClaims: { a: 1 },
      customAttributes: { team: 'red' },
      permittedIps: ['127.0.0.1'],
    });
    const renamed = await call('update', { id: key.id, name: 'renamed', roleNames: null, keyTenants: null });
    expect(renamed.body.key).toEqual({ ...key, name: 'renamed' });
    const cleared = await call('update', {
      id: key.id,
      name: 'renamed',
      description: '',
      keyTenants: [],
      roleNames: ['reader'],
      customClaims: {},
      customAttributes: {},
      permittedIps: [],
    });
    expect(cleared.body.key).toEqual({
      ...key,
      name: 'renamed',
      description: '',
      keyTenants: [],
      roleNames: ['reader'],
      customClaims: {},
      customAttributes: {},
      permittedIps: [],
    });
    expect(await load(key.id)).toEqual(cleared.body.key);
  });

  test('changes nothing if a part of the request is refused', async () => {
    const { key } = await create({ roleNames: ['reader'] });
    const refused = await call('update', { id: key.id, name: 'other', roleNames: ['writer', 'nobody'] });
    expect(refused.body.errorCode).toBe('E011004');
    expect(await load(key.id)).toEqual(key);
  });

  test('refuses a deactivated key on every instance at once, until it is activated again', async () => {
    const another = await latchkey.startAnother();
    const { key, cleartext } = await create();
    expect((await exchange(cleartext, {}, another)).status).toBe(200);
    expect(await call('deactivate', { id: key.id })).toMatchObject({ status: 200, body: {} });
    expect((await exchange(cleartext, {}, another)).body.errorCode).toBe('E062803');
    expect((await call('rotate', { id: key.id })).body.errorCode).toBe('E011004');
    expect((await load(key.id)).status).toBe('inactive');
    await call('activate', { id: key.id });
    expect((await exchange(cleartext, {}, another)).status).toBe(200);
    await another.close();
  });

  test('rotates only the secret, and the old one stops working at once', async () => {
    const { key, cleartext } = await create({ roleNames: ['reader'], expireTime: inAnHour() });
    const rotated = await call('rotate', { id: key.id });
    expect(rotated.body).toEqual({ key, cleartext: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await exchange(cleartext)).body.errorCode).toBe('E062803');
    expect((await exchange(rotated.body.cleartext)).body.keyId).toBe(key.id);
  });

  test('leaves exactly one secret after concurrent rotations', async () => {
    const { key } = await create();
    const rotations = await Promise.all(Array.from({ length: 6 }, () => call('rotate', { id: key.id })));
    const answers = await Promise.all(rotations.map(({ body }) => exchange(body.cleartext)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('does not bring a key back after concurrent deletions and changes', async () => {
    const { key, cleartext } = await create();
    const answers = await Promise.all([
      call('update', { id: key.id, name: 'a', roleNames: ['reader'] }),
      call('delete', { id: key.id }),
      call('activate', { id: key.id }),
      call('rotate', { id: key.id }),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(answers[1]?.status).toBe(200);
    expect((await exchange(cleartext)).status).toBe(401);
    expect((await latchkey.manage('GET', `/v1/mgmt/accesskey?id=${key.id}`)).status).toBe(404);
  });

  test('removes a deleted tenant or role from the key permanently', async () => {
    const { manage } = latchkey;
    await manage('POST', '/v1/mgmt/tenant/create', { id: 'gone', name: 'gone' });
    await manage('POST', '/v1/mgmt/role/create', { name: 'brief' });
    const keyTenants = [{ tenantId: 'gone', roleNames: ['writer', 'brief'] }];
    const { key } = await create({ keyTenants });
    await manage('POST', '/v1/mgmt/role/delete', { name: 'brief' });
    expect((await load(key.id)).keyTenants).toMatchObject([{ roleNames: ['writer'] }]);
    await manage('POST', '/v1/mgmt/tenant/delete', { id: 'gone' });
    await manage('POST', '/v1/mgmt/tenant/create', { id: 'gone', name: 'gone' });
    expect((await load(key.id)).keyTenants).toEqual([]);
    const again = await call('update', { id: key.id, name: 'x', keyTenants: [{ tenantId: 'gone' }] });
    expect(again.body.key.keyTenants).toMatchObject([{ tenantId: 'gone', roleNames: [] }]);
  });

  test.each(['activate', 'deactivate', 'delete'])('%s of several is all or nothing', async (operation) => {
    const [a, b] = [await create(), await create()];
    const unknown = `K${'0'.repeat(27)}`;
    if (operation === 'activate') await call('deactivate/batch', { ids: [a.key.id, b.key.id] });
    const before = await load(a.key.id);
    const refused = await call(`${operation}/batch`, { ids: [a.key.id, unknown, b.key.id] });
    expect(refused).toMatchObject({ status: 404, body: { errorCode: 'E111501' } });
    expect(refused.body.errorMessage).toContain(unknown);
    expect(await load(a.key.id)).toEqual(before);
    expect((await call(`${operation}/batch`, { ids: [] })).status).toBe(400);
    const done = await call(`${operation}/batch`, { ids: [a.key.id, b.key.id, a.key.id] });
    expect(done).toMatchObject({ status: 200, body: {} });
    expect(await load(a.key.id)).not.toEqual(before);
  });
});

describe('searching keys', () => {
  test('applies each filter alone and all together', async () => {
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const ask = (path: string, body: object) => latchkey.request('POST', path, { bearer, body });
    await ask('/v1/mgmt/tenant/create', { id: 'acme', name: 'acme' });
    const names = ['Alpha', 'beta_1', 'gamma'];
    const keys = [];
    for (const [index, name] of names.entries()) {
      const body = {
        name,
        customAttributes: { index, team: 'red' },
        ...(index > 0 && { keyTenants: [{ tenantId: 'acme' }] }),
      };
      keys.push((await ask('/v1/mgmt/accesskey/create', body)).body.key);
    }
    const found = async (search: object) => {
      const { body } = await ask('/v1/mgmt/accesskey/search', search);
      return body.keys.map((key: { name: string }) => key.name);
    };
    expect(await found({})).toHaveLength(3);
    expect(await found({ tenantIds: ['acme'], sort: [{ field: 'name' }] })).toEqual(['beta_1', 'gamma']);
    expect(await found({ text: 'ALPH' })).toEqual(['Alpha']);
    expect(await found({ text: '_' })).toEqual(['beta_1']);
    expect(await found({ text: keys[2].id })).toEqual(['gamma']);
    expect(await found({ customAttributes: { index: 1 } })).toEqual(['beta_1']);
    expect(await found({ customAttributes: { index: '1' } })).toEqual([]);
    expect(await found({ creatingUser: keys[0].createdBy })).toHaveLength(3);
    expect(await found({ creatingUser: 'nobody' })).toEqual([]);
    const sort = [{ field: 'name', desc: true }];
    expect(await found({ sort, limit: 2 })).toEqual(['gamma', 'beta_1']);
    expect(await found({ sort, limit: 2, page: 1 })).toEqual(['Alpha']);
    expect(
      await found({ tenantIds: ['acme'], text: 'a', customAttributes: { team: 'red', index: 2 } }),
    ).toEqual(['gamma']);
  });
});

test('another project’s key is refused like an unknown one', async () => {
  const { key, cleartext } = await create();
  const other = await latchkey.addProject();
  const bearer = `${other.projectId}:${other.managementKey}`;
  const attempts: [string, string, object?][] = [
    ['GET', `/v1/mgmt/accesskey?id=${key.id}`],
    ['POST', '/v1/mgmt/accesskey/update', { id: key.id, name: 'taken' }],
    ...['activate', 'deactivate', 'delete', 'rotate'].map((operation): [string, string, object] => [
      'POST',
      `/v1/mgmt/accesskey/${operation}`,
      { id: key.id },
    ]),
    ...['activate', 'deactivate', 'delete'].map((operation): [string, string, object] => [
      'POST',
      `/v1/mgmt/accesskey/${operation}/batch`,
      { ids: [key.id] },
    ]),
  ];
  for (const [method, path, body] of attempts) {
    const answer = await latchkey.request(method, path, { bearer, body });
    expect(answer, path).toMatchObject({ status: 404, body: { errorCode: 'E111501' } });
  }
  const search = await latchkey.request('POST', '/v1/mgmt/accesskey/search', { bearer, body: {} });
  expect(search.body.keys).toEqual([]);
  expect(await load(key.id)).toEqual(key);
  expect((await exchange(cleartext)).status).toBe(200);
  latchkey.advance(hourMs);
  expect((await exchange(cleartext)).status).toBe(200);
  latchkey.advance(-hourMs);
});

test('the audit log records who created, used, changed and deleted a key', async () => {
  const { key, cleartext } = await create();
  latchkey.advance(5);
  await exchange(cleartext);
  latchkey.advance(5);
  await call('rotate', { id: key.id });
  latchkey.advance(5);
  await call('delete', { id: key.id });
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {
    text: key.id,
    oldestFirst: true,
  });
  expect(body.audits.map((event: { action: string }) => event.action)).toEqual([
    'AccessKeyCreated',
    'AccessKeyExchanged',
    'AccessKeyModified',
    'AccessKeyDeleted',
  ]);
  expect(body.audits[1]).toMatchObject({ actorType: 'accessKey', actorId: key.id, method: 'accesskey' });
});

describe('@descope/node-sdk', () => {
  test('creates, exchanges, changes and deletes keys', async () => {
    const sdk = latchkey.sdk();
    const { accessKey } = sdk.management;
    const created = await accessKey.create(
      'sdk',
      0,
      [],
      [{ tenantId: 'acme', roleNames: ['writer'] }],
      undefined,
      { tier: 'gold' },
      'by the SDK',
      ['127.0.0.1', '::1'],
      { team: 'blue' },
    );
    const { key, cleartext } = created.data as NonNullable<typeof created.data>;
    expect(key).toMatchObject({ name: 'sdk', description: 'by the SDK', status: 'active', expiresTime: 0 });

    const authentication = await sdk.exchangeAccessKey(cleartext, {
      customClaims: { x: 1 },
      selectedTenant: 'acme',
    });
    expect(authentication.token).toMatchObject({ sub: key.id, tier: 'gold', dct: 'acme', nsec: { x: 1 } });
    expect(sdk.validateTenantPermissions(authentication, 'acme', ['write'])).toBe(true);
    expect(sdk.validateTenantRoles(authentication, 'globex', ['writer'])).toBe(false);
    expect((await sdk.validateSession(authentication.jwt)).token.sub).toBe(key.id);

    expect((await accessKey.load(key.id)).data?.name).toBe('sdk');
    const found = await accessKey.searchAll(['acme'], undefined, undefined, { team: 'blue' });
    expect(found.data?.map((one) => one.id)).toEqual([key.id]);
    const updated = await accessKey.update(key.id, 'renamed', undefined, ['reader'], []);
    expect(updated.data).toMatchObject({ name: 'renamed', description: 'by the SDK', roleNames: ['reader'] });
    const rotated = await accessKey.rotate(key.id);
    await expect(sdk.exchangeAccessKey(cleartext)).rejects.toThrow(/access key/);
    expect((await sdk.exchangeAccessKey(rotated.data?.cleartext as string)).token['roles']).toEqual([
      'reader',
    ]);
    expect((await accessKey.deactivate(key.id)).ok).toBe(true);
    expect((await accessKey.activate(key.id)).ok).toBe(true);
    expect((await accessKey.deactivateBatch([key.id])).ok).toBe(true);
    expect((await accessKey.activateBatch([key.id])).ok).toBe(true);
    expect((await accessKey.deleteBatch([key.id])).ok).toBe(true);
    expect(await accessKey.delete(key.id)).toMatchObject({ ok: false, code: 404 });
  });
});

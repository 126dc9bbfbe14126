import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessKeys, startWithAccessKeys } from '../../../../test/access-keys.ts';
import { claimsOf } from '../../../../test/signed-in.ts';

let latchkey: AccessKeys['latchkey'];
let create: AccessKeys['create'];
let exchange: AccessKeys['exchange'];
let call: AccessKeys['call'];
let load: AccessKeys['load'];
let inAnHour: AccessKeys['inAnHour'];
beforeAll(async () => {
  ({ latchkey, create, exchange, call, load, inAnHour } = await startWithAccessKeys());
});
afterAll(() => latchkey.close());

const hourMs = 3_600_000;

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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessKeys, startWithAccessKeys } from '../../../../test/access-keys.ts';

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

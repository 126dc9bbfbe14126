import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let permissions: ReturnType<Latchkey['sdk']>['management']['permission'];

beforeAll(async () => {
  latchkey = await startLatchkey();
  permissions = latchkey.sdk().management.permission;
});
afterAll(() => latchkey.close());

const manage = (path: string, body: unknown) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
const names = async () => (await permissions.loadAll()).data?.map((permission) => permission.name);

describe('a permission', () => {
  test('created by the public SDK is listed next to the built-in ones', async () => {
    expect((await permissions.create('read', 'Look at things')).data).toEqual({});
    const { body } = await latchkey.manage('GET', '/v1/mgmt/permission/all');
    const builtIn = body.permissions.filter(({ name }: { name: string }) => name !== 'read');
    expect(builtIn.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Impersonate',
      'SSO Admin',
      'User Admin',
    ]);
    for (const permission of builtIn)
      expect(permission).toMatchObject({ id: expect.stringMatching(/^E\w{27}$/), systemDefault: true });
    expect(body.permissions.slice(builtIn.length)).toEqual([
      {
        id: expect.stringMatching(/^E\w{27}$/),
        name: 'read',
        description: 'Look at things',
        systemDefault: false,
      },
    ]);
  });

  test('has a unique name', async () => {
    await permissions.create('own');
    for (const name of ['own', ' own ', 'Impersonate']) {
      expect((await manage('permission/create', { name })).body.errorCode).toBe('E111401');
    }
    expect((await manage('permission/create', { name: '' })).body.errorMessage).toBe(
      'The name field is required',
    );
  });

  test('is renamed and gets a new description by name or by ID', async () => {
    await permissions.create('old', 'described');
    expect((await permissions.update('old', 'new')).ok).toBe(true);
    const { body } = await latchkey.manage('GET', '/v1/mgmt/permission/all');
    const { id, name, description } = body.permissions.at(-1);
    expect({ name, description }).toEqual({ name: 'new', description: '' });
    expect((await permissions.updateWithId(id, 'newer', 'again')).ok).toBe(true);
    expect(await names()).toEqual(expect.arrayContaining(['newer']));
    expect((await manage('permission/update', { name: 'newer', newName: 'own' })).body.errorCode).toBe(
      'E111401',
    );
    expect((await manage('permission/update', { name: 'nothing', newName: 'x' })).body.errorCode).toBe(
      'E111402',
    );
    expect((await permissions.deleteWithId(id)).ok).toBe(true);
    expect(await names()).not.toContain('newer');
  });

  test('is removed from its roles when it is deleted', async () => {
    await permissions.create('leaving');
    await latchkey.sdk().management.role.create('Keeper', '', ['leaving', 'Impersonate']);
    expect((await permissions.delete('leaving')).ok).toBe(true);
    const roles = await latchkey.sdk().management.role.loadAll();
    expect(roles.data?.find(({ name }) => name === 'Keeper')?.permissionNames).toEqual(['Impersonate']);
  });
});

test('a built-in permission is neither renamed nor deleted, by name, by ID or in a batch', async () => {
  const { body } = await latchkey.manage('GET', '/v1/mgmt/permission/all');
  for (const name of ['Impersonate', 'User Admin', 'SSO Admin']) {
    const { id } = body.permissions.find((one: { name: string }) => one.name === name);
    const attempts = [
      manage('permission/update', { name, newName: 'x' }),
      manage('permission/update', { id, newName: 'x' }),
      manage('permission/delete', { name }),
      manage('permission/delete', { id }),
      manage('permission/delete/batch', { names: ['own', name] }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer.body.errorCode).toBe('E111402');
    expect(await names()).toEqual(expect.arrayContaining([name, 'own']));
  }
});

describe('a batch', () => {
  test('creates, changes and deletes all of its permissions', async () => {
    expect((await permissions.createBatch([{ name: 'b1' }, { name: 'b2' }] as never)).data).toEqual({});
    const changes = [
      { name: 'b1', newName: 'c1' },
      { name: 'b2', newName: 'c2' },
    ];
    expect((await permissions.updateBatch(changes as never)).ok).toBe(true);
    expect((await permissions.deleteBatch(['c1', 'c2'])).ok).toBe(true);
    expect(await names()).not.toEqual(expect.arrayContaining(['c1']));
  });

  test('does nothing if one of its permissions cannot be created, changed or deleted', async () => {
    for (const second of [{ name: 'own' }, { name: 'first' }]) {
      const answer = await manage('permission/create/batch', { permissions: [{ name: 'first' }, second] });
      expect(answer.body.errorCode).toBe('E111401');
    }
    const changes = [
      { name: 'own', newName: 'moved' },
      { name: 'nobody', newName: 'x' },
    ];
    expect((await manage('permission/update/batch', { permissions: changes })).status).toBe(404);
    expect((await manage('permission/delete/batch', { names: ['own', 'nobody'] })).status).toBe(404);
    expect(await names()).toEqual(expect.arrayContaining(['own']));
    expect(await names()).not.toEqual(expect.arrayContaining(['first']));
  });

  test('without names or IDs is refused and deletes no permission', async () => {
    const before = await names();
    for (const body of [{}, { names: [], ids: [] }, { names: null }]) {
      expect((await manage('permission/delete/batch', body)).status).toBe(400);
    }
    expect(await names()).toEqual(before);
  });
});

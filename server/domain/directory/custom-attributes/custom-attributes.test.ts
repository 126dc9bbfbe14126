import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let users: ReturnType<Latchkey['sdk']>['management']['user'];

beforeAll(async () => {
  latchkey = await startLatchkey();
  users = latchkey.sdk().management.user;
});
afterAll(() => latchkey.close());

const path = '/v1/mgmt/user/customattribute';
const create = (...attributes: unknown[]) => latchkey.manage('POST', `${path}/create`, { attributes });
const remove = (...names: unknown[]) => latchkey.manage('POST', `${path}/delete`, { names });
const list = async () => (await latchkey.manage('GET', '/v1/mgmt/user/customattributes')).body;
const find = async (name: string) => (await list()).data.find((one: { name: string }) => one.name === name);

const plans = [
  { value: 'free', label: 'Free' },
  { value: 'pro', label: 'Professional' },
];

describe('a definition', () => {
  test('is written by the public SDK and read back with every field', async () => {
    expect((await users.getCustomAttributes()).data).toEqual([]);
    const made = await users.createCustomAttributes([
      { name: 'plan', type: 4, options: plans, displayName: 'Plan', defaultValue: 'free' },
      { name: 'age', type: 2, viewPermissions: ['read'], editPermissions: ['write'] },
    ]);
    const plan = {
      name: 'plan',
      type: 4,
      displayName: 'Plan',
      options: plans,
      defaultValue: 'free',
      viewPermissions: [],
      editPermissions: [],
      editable: true,
    };
    const age = {
      name: 'age',
      type: 2,
      displayName: '',
      options: [],
      defaultValue: null,
      viewPermissions: ['read'],
      editPermissions: ['write'],
      editable: true,
    };
    expect(made.data).toHaveLength(2);
    expect(made.data).toEqual(expect.arrayContaining([plan, age]));
    expect((await users.getCustomAttributes()).data).toEqual(made.data);
    expect(await list()).toEqual({ data: made.data, attributes: made.data, total: 2 });
    const left = await users.deleteCustomAttributes(['age']);
    expect(left.data).toEqual([plan]);
    expect((await users.deleteCustomAttributes(['plan'])).data).toEqual([]);
  });

  test('accepts its type as a word and its options as texts', async () => {
    const attribute = {
      name: 'size',
      displayName: 'Size',
      type: 'single-select',
      required: true,
      options: ['S', 'M'],
    };
    const { status, body } = await create(attribute);
    expect(status).toBe(200);
    expect(body.attributes).toEqual(body.data);
    expect(await find('size')).toMatchObject({
      type: 4,
      options: [
        { value: 'S', label: 'S' },
        { value: 'M', label: 'M' },
      ],
    });
    for (const [word, type] of [
      ['string', 1],
      ['Number', 2],
      ['boolean', 3],
      ['date', 6],
      ['month-day', 7],
    ] as const) {
      expect((await create({ name: `of-${word}`, type: word })).status).toBe(200);
      expect(await find(`of-${word}`)).toMatchObject({ type });
    }
  });

  test('is overwritten by one of the same type, and a different type is refused', async () => {
    await create({ name: 'again', type: 4, options: plans, displayName: 'Old', defaultValue: 'pro' });
    const options = [{ value: 'max', label: 'Max' }];
    expect((await create({ name: 'again', type: 4, options, displayName: 'New' })).status).toBe(200);
    expect(await find('again')).toMatchObject({ options, displayName: 'New', defaultValue: null });
    const refused = await create({ name: 'beside', type: 1 }, { name: 'again', type: 1 });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E111701']);
    expect(await find('beside')).toBeUndefined();
    expect(await find('again')).toMatchObject({ type: 4, displayName: 'New' });
  });

  test.each([
    [{ name: 'x', type: 4 }, 'needs options'],
    [{ name: 'x', type: 5, options: [] }, 'needs options'],
    [{ name: 'x', type: 1, options: ['a'] }, 'cannot have options'],
    [{ name: 'x', type: 4, options: ['a', 'a'] }, 'is given twice'],
    [{ name: 'x', type: 4, options: [''] }, 'no value'],
    [{ name: 'x', type: 4, options: [{}] }, 'An option of x'],
    [{ name: 'x', type: 4, options: [1] }, 'An option of x'],
    [{ name: 'x', type: 4, options: ['a'], defaultValue: 'b' }, 'one of a'],
    [{ name: 'x', type: 2, defaultValue: '1' }, 'a number'],
    [{ name: 'x', type: 0 }, 'type of x'],
    [{ name: 'x', type: 8 }, 'type of x'],
    [{ name: 'x', type: 1.5 }, 'type of x'],
    [{ name: 'x', type: 'constructor' }, 'type of x'],
    [{ name: 'x', type: [1] }, 'type of x'],
    [{ name: 'x' }, 'type field is required'],
    [{ name: '', type: 1 }, 'name field is required'],
    [{ name: 'a b', type: 1 }, 'letters, digits'],
    [{ name: 'é', type: 1 }, 'letters, digits'],
    [{ name: 'x'.repeat(65), type: 1 }, 'letters, digits'],
    [{ name: '__proto__', type: 1 }, 'letters, digits'],
  ])('with %j is refused', async (attribute, message) => {
    const { status, body } = await create(attribute);
    expect(status).toBe(400);
    expect(body.errorMessage).toContain(message);
    expect(await find(attribute.name ?? '')).toBeUndefined();
  });

  test('occurs once in a request, and a request has at least one', async () => {
    const twice = await create({ name: 'twice', type: 1 }, { name: 'twice', type: 1 });
    expect(twice.body.errorMessage).toContain('twice');
    expect((await create()).status).toBe(400);
    expect((await latchkey.manage('POST', `${path}/create`, {})).body.errorCode).toBe('E011002');
  });

  test('can have the name of a built-in object property', async () => {
    for (const name of ['constructor', 'hasOwnProperty', 'toString']) {
      expect((await create({ name, type: 1 })).status).toBe(200);
      expect(await find(name)).toMatchObject({ name, type: 1 });
      expect((await remove(name)).status).toBe(200);
    }
  });

  test('that does not exist cannot be deleted, and then no attribute is', async () => {
    await create({ name: 'stays', type: 1 });
    const { status, body } = await remove('stays', 'nobody');
    expect([status, body.errorCode]).toEqual([404, 'E111702']);
    expect(body.errorMessage).toContain('nobody');
    expect(await find('stays')).toBeDefined();
    expect((await remove()).status).toBe(400);
    expect((await remove('')).status).toBe(400);
  });

  test('belongs to its project', async () => {
    await create({ name: 'mine', type: 1 });
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const listed = await latchkey.request('GET', '/v1/mgmt/user/customattributes', { bearer });
    expect(listed.body).toEqual({ data: [], attributes: [], total: 0 });
    const deleted = await latchkey.request('POST', `${path}/delete`, { bearer, body: { names: ['mine'] } });
    expect(deleted.status).toBe(404);
    expect(await find('mine')).toBeDefined();
    expect((await latchkey.request('GET', '/v1/mgmt/user/customattributes')).status).toBe(401);
  });

  test('is written to the audit log with each change', async () => {
    await create({ name: 'audited', type: 1 });
    await create({ name: 'audited', type: 1, displayName: 'Audited' });
    await remove('audited');
    const rows = await latchkey.service.db
      .selectFrom('auditEvents')
      .select(['action', 'data'])
      .where('projectId', '=', latchkey.projectId)
      .where('action', 'like', 'CustomAttribute%')
      .execute();
    const actions = rows.filter((row) => row.data.includes('"audited"')).map((row) => row.action);
    expect(actions.sort()).toEqual([
      'CustomAttributeCreated',
      'CustomAttributeDeleted',
      'CustomAttributeModified',
    ]);
  });
});

describe('concurrent definitions', () => {
  test('give a name one type', async () => {
    const other = await latchkey.startAnother();
    const answers = await Promise.all(
      [1, 2, 3, 1, 2, 3].map((type, index) =>
        (index % 2 ? other : latchkey).manage('POST', `${path}/create`, {
          attributes: [{ name: 'raced', type }],
        }),
      ),
    );
    const { type } = (await create({ name: 'refresh', type: 1 })).body.data.find(
      (one: { name: string }) => one.name === 'raced',
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 200)) {
      expect(answer.body.data.find((one: { name: string }) => one.name === 'raced').type).toBe(type);
    }
    await other.close();
  });

  test('create at most a hundred attributes', async () => {
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const batch = (from: number, count: number) =>
      latchkey.request('POST', `${path}/create`, {
        bearer,
        body: { attributes: Array.from({ length: count }, (_, i) => ({ name: `a${from + i}`, type: 1 })) },
      });
    expect((await batch(0, 90)).status).toBe(200);
    const answers = await Promise.all([batch(100, 6), batch(200, 6), batch(300, 6)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await batch(400, 4)).body.total).toBe(100);
    expect((await batch(500, 1)).body.errorMessage).toContain('at most 100');
    expect((await batch(0, 1)).status).toBe(200);
    expect((await batch(0, 101)).status).toBe(400);
  });
});

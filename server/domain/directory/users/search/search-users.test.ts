import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { createAccountsTogether } from '../../../credentials/accounts/create-account.ts';
import { defineAttributes } from '../../custom-attributes/define-attributes.ts';
import { createRoles } from '../../roles/create-roles.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { createUser } from '../create-user.ts';
import type { NewUser } from '../new-user.ts';
import { fold } from './fold.ts';
import { queryFor } from './store-finds.ts';
import { readSearchText } from './text.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

const v2 = '/v2/mgmt/user/search';
const search = (body: unknown, path = v2) => latchkey.manage('POST', path, body);
const create = (loginId: string, more: Partial<NewUser> = {}) =>
  createUser(latchkey.context, { loginId, ...more });

async function found(body: unknown): Promise<string[]> {
  const answer = await search(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.users.map((user: { loginIds: string[] }) => user.loginIds[0]);
}

describe('input', () => {
  test.each([
    ['limit', -1],
    ['limit', 1.5],
    ['limit', '10'],
    ['limit', 10_001],
    ['limit', 10 ** 9],
    ['limit', 2 ** 53],
    ['limit', '1;DROP'],
    ['page', -1],
    ['page', 2 ** 53],
    ['statuses', ['active']],
    ['statuses', 'enabled'],
    ['emails', { $ne: 1 }],
    ['emails', [{ $gt: '' }]],
    ['tenantIds', { a: 1 }],
    ['text', ['x']],
    ['text', 'a'],
    ['text', '李'],
    ['text', 'a-'],
    ['text', '--'],
    ['text', '@@@'],
    ['sort', [{ field: 'password' }]],
    ['sort', [{ field: '__proto__' }]],
    ['sort', [{ field: 'name' }, { field: 'email' }]],
    ['sort', ['name']],
    ['fromCreatedTime', 'yesterday'],
    ['fromCreatedTime', 1.5],
    ['tenantRoleNames', { a: ['role'] }],
    ['cursor', 'made up'],
    ['customAttributes', ['color']],
  ])('with %s %j is refused with a 400 that names the field', async (field, value) => {
    const { status, body } = await search({ [field]: value });
    expect([status, body.errorCode]).toEqual([400, 'E011003']);
    expect(body.errorMessage).toContain(field);
  });

  test('with zeros, empty texts, empty lists, false or null is ignored, because some clients always send all fields', async () => {
    await create('zero@example.com');
    const nothing = {
      tenantIds: null,
      roleNames: [],
      limit: 0,
      page: 0,
      sort: null,
      text: '',
      loginIds: [],
      userIds: null,
      emails: [],
      phones: [],
      statuses: [],
      ssoAppIds: null,
      testUsersOnly: false,
      withTestUser: false,
      customAttributes: null,
      fromCreatedTime: 0,
      toCreatedTime: '0',
      fromModifiedTime: -1,
      roles: [],
      tenantRoleIds: {},
      tenantRoleNames: null,
      includeSubTenants: false,
      totp: false,
      cursor: '',
    };
    expect(await found(nothing)).toEqual(await found({}));
    expect(await found(nothing)).toContain('zero@example.com');
  });

  test('with a page far beyond the last returns an empty page and the right total', async () => {
    const { total } = (await search({})).body;
    const { status, body } = await search({ page: 10 ** 9, limit: 1_000 });
    expect([status, body]).toEqual([200, { users: [], total, nextCursor: '' }]);
  });

  test('with an unknown custom attribute is E011004, and an object is not an attribute value', async () => {
    await defineAttributes(latchkey.context, 'user', [{ name: 'shade', type: 'text' }]);
    const unknown = await search({ customAttributes: { "a') OR 1=1--": 1 } });
    expect([unknown.status, unknown.body.errorCode]).toEqual([400, 'E011004']);
    expect((await search({ customAttributes: { shade: { $ne: '' } } })).body.errorCode).toBe('E011003');
    expect((await search({ customAttributes: { shade: [['x']] } })).body.errorCode).toBe('E011003');
  });

  test.each(['emails', 'phones', 'loginIds', 'userIds', 'tenantIds', 'roleNames', 'roles', 'ssoAppIds'])(
    'with SQL in %s matches no user',
    async (field) => {
      const before = await found({});
      for (const text of ["a' OR '1'='1", "x'); drop table users; --", '%', '"$[0]"', '\\', 'a" OR b', '*']) {
        expect(await found({ [field]: [text] })).toEqual([]);
      }
      expect(await found({})).toEqual(before);
    },
  );

  test('with quotes, wildcards and operators in free text is searched for literally', async () => {
    await create('odd@example.com', { name: `100% "sure" OR_not (a* b) NEAR\\` });
    for (const text of ['100%', '"sure"', 'OR_not', '(a* b)', 'NEAR\\', 'E" or_N']) {
      expect(await found({ text }), text).toEqual(['odd@example.com']);
    }
    for (const text of ['100_', '%sure', 'sure" OR "odd', 'name:odd', 'odd*', '^odd']) {
      expect(await found({ text }), text).toEqual([]);
    }
  });
});

describe('a search', () => {
  test('excludes test users, includes them, or returns only them', async () => {
    await create('test-plain@example.com');
    await create('test-only@example.com', { test: true });
    const text = 'test-';
    expect(await found({ text })).toEqual(['test-plain@example.com']);
    expect(await found({ text, withTestUser: true })).toHaveLength(2);
    expect(await found({ text, testUsersOnly: true })).toEqual(['test-only@example.com']);
    expect(await found({ text, testUsersOnly: true, withTestUser: false })).toEqual([
      'test-only@example.com',
    ]);
    const { body } = await search({ text }, '/v2/mgmt/user/search/test');
    expect(body.users).toHaveLength(1);
    expect((await search({ text }, '/v1/mgmt/user/search')).body.total).toBe(1);
  });

  test('finds the same users by the new and the old SDK call', async () => {
    await create('sdk@example.com', { status: 'disabled', name: 'Sid Kay' });
    const { user } = latchkey.sdk().management;
    const wish = { text: 'sid kay', statuses: ['disabled' as const], verifiedEmail: true };
    const now = (await user.search(wish)).data;
    expect([now?.total, now?.users.map(({ email }) => email)]).toEqual([1, ['sdk@example.com']]);
    expect((await user.search({ ...wish, verifiedEmail: false })).data?.users).toEqual([]);
    const old = await user.searchAll([], [], 5, 0, false, false, {}, ['disabled'], ['sdk@example.com'], []);
    expect(old.data?.map(({ name }) => name)).toEqual(['Sid Kay']);
    expect((await user.searchTestUsers({ text: 'sid kay' })).data?.users).toEqual([]);
  });

  test('reflects every change of a user at once, and no former value', async () => {
    const { context } = latchkey;
    await createTenant(context, { id: 'lifetime', name: 'Lifetime' });
    await createRoles(context, [{ name: 'lifer' }]);
    await defineAttributes(context, 'user', [{ name: 'mood', type: 'text' }]);
    const loginId = 'before@example.com';
    await create(loginId, { name: 'Early Bird', customAttributes: { mood: 'sunny' } });
    const change = async (path: string, body: object) => {
      const answer = await latchkey.manage('POST', `/v1/mgmt/user/update/${path}`, { loginId, ...body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    expect(await found({ text: 'early bird' })).toEqual([loginId]);
    expect(await found({ text: 'sunny' })).toEqual([loginId]);
    await change('name', { displayName: 'Night Owl' });
    expect(await found({ text: 'early bird' })).toEqual([]);
    expect(await found({ text: 'night owl' })).toEqual([loginId]);
    await change('customAttribute', { attributeKey: 'mood', attributeValue: 'cloudy' });
    expect(await found({ customAttributes: { mood: 'sunny' } })).toEqual([]);
    expect(await found({ customAttributes: { mood: ['cloudy', 'x'] } })).toEqual([loginId]);
    await change('role/set', { roleNames: ['lifer'] });
    await change('tenant/add', { tenantId: 'lifetime' });
    expect(await found({ roleNames: ['lifer'] })).toEqual([loginId]);
    await change('role/remove', { roleNames: ['lifer'] });
    expect(await found({ roleNames: ['lifer'] })).toEqual([]);
    await change('role/set', { tenantId: 'lifetime', roleNames: ['lifer'] });
    expect(await found({ roleNames: ['lifer'] })).toEqual([loginId]);
    expect(await found({ tenantIds: ['lifetime'] })).toEqual([loginId]);
    await change('status', { status: 'disabled' });
    expect(await found({ tenantIds: ['lifetime'], statuses: ['disabled'] })).toEqual([loginId]);
    expect(await found({ tenantIds: ['lifetime'], statuses: ['invited'] })).toEqual([]);
    await change('tenant/remove', { tenantId: 'lifetime' });
    expect(await found({ tenantIds: ['lifetime'] })).toEqual([]);
    const { total } = (await search({})).body;
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
    expect(await found({ text: 'night owl' })).toEqual([]);
    expect(await found({ customAttributes: { mood: 'cloudy' } })).toEqual([]);
    expect(await found({ roleNames: ['lifer'] })).toEqual([]);
    expect((await search({})).body.total).toBe(total - 1);
  });

  test('ignores the status `expired`, which public SDKs know and no user has, next to other statuses', async () => {
    await create('waiting@example.com', { name: 'Waits for nothing' });
    const wish = { text: 'waits for nothing' };
    expect(await found({ ...wish, statuses: ['expired'] })).toEqual([]);
    expect(await found({ ...wish, statuses: ['expired', 'invited'] })).toEqual(['waiting@example.com']);
  });

  test('returns pages of up to 10,000 users, read and written in ordered pieces', async () => {
    const users = Array.from({ length: 1_200 }, (_, index) => ({ loginId: `crowd-${index}`, name: 'Crowd' }));
    for (let start = 0; start < users.length; start += 300) {
      await createAccountsTogether(latchkey.context, users.slice(start, start + 300));
    }
    const { body } = await search({ text: 'crowd', limit: 10_000 });
    expect(body).toMatchObject({ total: 1_200, nextCursor: '' });
    expect(body.users.map(({ loginIds }: { loginIds: string[] }) => loginIds[0])).toEqual(
      users.map(({ loginId }) => loginId),
    );
    await latchkey.manage('POST', '/v1/mgmt/user/delete/batch', {
      userIds: body.users.map(({ userId }: { userId: string }) => userId),
    });
  });

  test('neither finds nor counts users of another project', async () => {
    await create('apart@example.com', { name: 'Apart Together' });
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    for (const body of [
      {},
      { text: 'apart' },
      { emails: ['apart@example.com'] },
      { statuses: ['invited'] },
    ]) {
      const answer = await latchkey.request('POST', v2, { bearer, body });
      expect(answer.body).toEqual({ users: [], total: 0, nextCursor: '' });
    }
  });

  test('returns the exact total while many users are created concurrently and while the log is folded', async () => {
    const { total } = (await search({})).body;
    for (let wave = 0; wave < 12; wave += 1) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => create(`many${wave}-${index}@example.com`)));
    }
    expect((await search({ limit: 1 })).body.total).toBe(total + 120);
    await Promise.all([fold(latchkey.context), fold(latchkey.context)]);
    expect((await search({ limit: 1 })).body.total).toBe(total + 120);
  });
});

test('a search finds a name with marks that show nothing, with and without them', async () => {
  for (const [index, written] of ['Ann\u00adika', 'می\u200cخواهم', 'O\u200bda'].entries()) {
    const loginId = `marked${index}`;
    await create(loginId, { name: written });
    for (const text of [written, written.replace(/[\u00ad\u200b\u200c]/g, ''), `${written} `]) {
      const { users } = (await search({ text })).body;
      expect([text, users.map((user: { loginIds: string[] }) => user.loginIds[0])]).toEqual([
        text,
        [loginId],
      ]);
      expect(users[0].name).toBe(written);
    }
  }
});

describe('a text of two characters', () => {
  const people: [loginId: string, name: Partial<NewUser>][] = [
    ['pair-1', { name: 'Lee Ng' }],
    ['pair-2', { name: 'Ng Lee' }],
    ['pair-3', { familyName: 'Ng' }],
    ['pair-4', { name: 'Ana Smith-Ngata' }],
    ['pair-5', { name: '田中太郎' }],
    ['pair-6', { name: '李娜' }],
    ['pair-7', { givenName: '花子', familyName: '佐藤' }],
    ['pair-8', { name: '김민수' }],
    ['pair-9', { name: 'Dr.田中 一郎' }],
    ['pair-10', { name: 'สมชาย' }],
    ['pair-11', { name: 'Hung Vu', phone: '+442071838750' }],
    ['pair-12', { name: 'Ångström Åse' }],
    ['ng.pair-13@example.com', { name: '' }],
    ['pair-14', { name: '𠮷野家のさくらさん' }],
    ['pair-15', { name: '野𠮷家のさくらさん' }],
  ];
  beforeAll(async () => {
    for (const [loginId, name] of people)
      await create(loginId, { ...name, email: `${loginId.replace(/@.*/, '')}@pairs.example` });
  });
  const numbers = async (text: string, more: object = {}) => {
    const { body } = await search({ text, limit: 100, ...more });
    const loginIds = body.users.map((user: { loginIds: string[] }) => user.loginIds[0]);
    return loginIds
      .map((loginId: string) => Number(/pair-(\d+)/.exec(loginId)?.[1]))
      .sort((a: number, b: number) => a - b);
  };

  test.each([
    ['Ng', [1, 2, 3, 4, 13]],
    ['NG', [1, 2, 3, 4, 13]],
    [' ng\u200b ', [1, 2, 3, 4, 13]],
    ['Vu', [11]],
    ['un', []],
    ['田中', [5, 9]],
    ['中太', [5]],
    ['太郎', [5]],
    ['一郎', [9]],
    ['李娜', [6]],
    ['花子', [7]],
    ['佐藤', [7]],
    ['민수', [8]],
    ['ชา', [10]],
    ['ån', [12]],
    ['ÅS'.normalize('NFD'), [12]],
    ['qq', []],
  ])('finds the words that begin with %j, and in scripts without blanks any part', async (text, expected) => {
    expect(await numbers(text)).toEqual(expected);
    for (const sort of [{ field: 'name', desc: true }, { field: 'loginId' }, { field: 'createdTime' }])
      expect(await numbers(text, { sort: [sort] })).toEqual(expected);
  });

  test('is found in the index, too, if a letter has two units of UTF-16', async () => {
    await fold(latchkey.context);
    expect(await numbers('𠮷野')).toEqual([14]);
    expect(await numbers('野𠮷')).toEqual([15]);
  });

  test('is combined with tenants and statuses', async () => {
    await createTenant(latchkey.context, { id: 'pairs', name: 'Pairs' });
    await create('pair-20', { name: 'Ng Kim', status: 'disabled', tenants: [{ tenantId: 'pairs' }] });
    await create('pair-21', { name: 'Ng Kim', status: 'enabled', tenants: [{ tenantId: 'pairs' }] });
    expect(await numbers('ng', { tenantIds: ['pairs'] })).toEqual([20, 21]);
    expect(await numbers('ng', { tenantIds: ['pairs'], statuses: ['disabled'] })).toEqual([20]);
    expect(await numbers('ng', { tenantIds: ['pairs'], statuses: ['invited'] })).toEqual([]);
    for (const loginId of ['pair-20', 'pair-21'])
      await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId });
  });

  test('is found no longer where a change has removed it', async () => {
    await create('pair-22', { name: '田中太郎' });
    await latchkey.manage('POST', '/v1/mgmt/user/update/name', {
      loginId: 'pair-22',
      displayName: '鈴木花子',
    });
    expect(await numbers('太郎')).toEqual([5]);
    expect(await numbers('木花')).toEqual([22]);
    await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId: 'pair-22' });
    expect(await numbers('木花')).toEqual([]);
  });

  test.each([
    '+44 20 7183 8750',
    '+44 (0)20 7183 8750',
    '0044 20 7183 8750',
    '020 7183 8750',
    '(020) 7183-8750',
    '7183 8750',
    '＋４４２０７１８３８７５０',
    '8750',
  ])('and a phone number is found as people write it: %s', async (text) =>
    expect(await numbers(text)).toEqual([11]),
  );

  test('is found by indexes, and no table is read from end to end', async () => {
    const { db } = latchkey.context;
    const onPostgres = dialectOf(db) === 'postgres';
    await fold(latchkey.context);
    for (const text of ['ng', '田中', '7183 8750', 'smith']) {
      const numbers = await queryFor(db, latchkey.projectId, readSearchText(text)!.anyOf);
      const plan = await acrossProjects(db)
        .transaction()
        .execute(async (transaction) => {
          // With so few users, PostgreSQL would read the table if it could not read an index either.
          if (onPostgres) await sql`set local enable_seqscan = off`.execute(transaction);
          const explain = onPostgres ? sql`explain ${numbers}` : sql`explain query plan ${numbers}`;
          return JSON.stringify((await explain.execute(transaction)).rows);
        });
      expect(plan).not.toContain('Seq Scan');
      // In a small project, PostgreSQL reads all texts of the project by the key, which begins with it.
      expect(plan).toMatch(onPostgres ? /searchTexts_(text|pk)/ : /searchTexts VIRTUAL TABLE INDEX/);
    }
  });
});

describe('pages', () => {
  test.each([
    ['in the order of being added', {}, false],
    ['sorted by name', { sort: [{ field: 'name' }] }, true],
    [
      'sorted by the time of creation, the newest first',
      { sort: [{ field: 'createdTime', desc: true }] },
      true,
    ],
  ])(
    'by cursor with %s neither repeat nor skip users while users are added and deleted',
    async (label, more, anywhere) => {
      const prefix = `walk-${label.length}`;
      for (let index = 0; index < 30; index += 1) {
        await create(`${prefix}-${index}@example.com`, { name: `N${index % 4}` });
      }
      const wish = { text: prefix, limit: 7, ...more };
      const before = await found({ ...wish, limit: 1_000 });
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await search({ ...wish, cursor });
        seen.push(...body.users.map((user: { loginIds: string[] }) => user.loginIds[0]));
        cursor = body.nextCursor;
        await create(`${prefix}-late-${seen.length}@example.com`, { name: 'N0' });
        await latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId: seen[0] });
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((loginId) => before.includes(loginId))).toEqual(before);
      if (!anywhere) expect(seen.slice(0, 30)).toEqual(before);
    },
  );

  test('by number, in the default order, neither repeat nor skip users while users are added', async () => {
    for (let index = 0; index < 10; index += 1) await create(`numbered-${index}@example.com`);
    const seen: string[] = [];
    for (let page = 0; page < 4; page += 1) {
      seen.push(...(await found({ text: 'numbered-', limit: 3, page })));
      await create(`numbered-late-${page}@example.com`);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, (_, index) => `numbered-${index}@example.com`),
    );
  });

  test('by cursor require the same project and sort, and no page number', async () => {
    await create('cursor-1@example.com');
    await create('cursor-2@example.com');
    const { body } = await search({ limit: 1 });
    const { nextCursor: cursor } = body;
    expect((await search({ limit: 1, cursor })).status).toBe(200);
    const other = await latchkey.addProject();
    const bearer = `${other.projectId}:${other.managementKey}`;
    const refused = [
      await latchkey.request('POST', v2, { bearer, body: { cursor } }),
      await search({ cursor, sort: [{ field: 'name' }] }),
      await search({ cursor: `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}` }),
      await search({ cursor, page: 1 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testOnPostgres } from '../../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { NumberSet } from '../../../../core/number-set.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { defineAttributes } from '../../custom-attributes/define-attributes.ts';
import { createRoles } from '../../roles/create-roles.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { createUser } from '../create-user.ts';
import { foldTexts } from './fold-texts.ts';
import { forgetOldChanges } from './forget-changes.ts';
import { searchUsers, type UserSearch } from './search-users.ts';
import { containsText } from './store-conditions.ts';
import { planLimits } from './store-plan.ts';
import { readSet } from './store-sets.ts';

let latchkey: Latchkey;
let ctx: ProjectContext;

/** Combines sets in memory, however small the project is. */
const sets = { ...planLimits, smallProject: 0, readAtOnce: 0, combinedFrom: 0 };
const searches: UserSearch[] = [
  { roleNames: ['member'] },
  { tenantIds: ['a'] },
  { customAttributes: { mood: 'sunny' } },
  { text: 'person' },
  { text: 'renamed' },
  { roleNames: ['member'], customAttributes: { mood: 'sunny' } },
  { text: 'person', tenantIds: ['a'], statuses: ['disabled'] },
  { fromCreatedTime: 1, customAttributes: { mood: 'cloudy' } },
];

beforeAll(async () => {
  latchkey = await startLatchkey();
  ctx = latchkey.context;
  await createRoles(ctx, [{ name: 'member' }]);
  await defineAttributes(ctx, 'user', [{ name: 'mood', type: 'text' }]);
  for (const id of ['a', 'b']) await createTenant(ctx, { id, name: id });
  for (let index = 0; index < 12; index += 1) {
    await createUser(ctx, { loginId: `person-${index}`, customAttributes: { mood: 'sunny' } });
  }
});

afterAll(() => latchkey.close());

async function find(search: UserSearch, limits = planLimits): Promise<string[]> {
  const { users, total } = await searchUsers(ctx, search, limits);
  expect(total).toBe(users.length);
  return users.map(({ loginIds }) => loginIds[0]!);
}

async function expectSame(): Promise<void> {
  for (const search of searches) expect(await find(search, sets)).toEqual(await find(search));
}

async function change(path: string, body: object): Promise<void> {
  const answer = await latchkey.manage('POST', `/v1/mgmt/user/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const changes: [string, object][] = [
  ['update/role/set', { loginId: 'person-1', roleNames: ['member'] }],
  ['update/tenant/add', { loginId: 'person-2', tenantId: 'a' }],
  ['update/tenant/add', { loginId: 'person-2', tenantId: 'b' }],
  ['update/role/set', { loginId: 'person-2', tenantId: 'a', roleNames: ['member'] }],
  ['update/role/set', { loginId: 'person-2', tenantId: 'b', roleNames: ['member'] }],
  ['update/customAttribute', { loginId: 'person-3', attributeKey: 'mood', attributeValue: 'cloudy' }],
  ['update/name', { loginId: 'person-4', displayName: 'Renamed' }],
  ['update/status', { loginId: 'person-2', status: 'disabled' }],
  ['update/tenant/remove', { loginId: 'person-2', tenantId: 'a' }],
  ['delete', { loginId: 'person-5' }],
  ['create', { loginId: 'person-6b', customAttributes: { mood: 'sunny' } }],
  ['update/tenant/remove', { loginId: 'person-2', tenantId: 'b' }],
];

test('a set is the same, however the database sends it', async () => {
  const db = acrossProjects(ctx.db);
  const list = async (set: Promise<NumberSet>) => NumberSet.intersect([await set]).slice({});
  const matches = sql`select number from "searchedUsers" where number % 3 < 2`;
  const { rows } = await sql<{ number: number }>`${matches} order by number`.execute(db);
  const numbers = rows.map(({ number }) => number);
  expect(await list(readSet(db, { matches }))).toEqual(numbers);
  const asWords = { sentAtMost: 1, rangeSize: 64 };
  expect(await list(readSet(db, { matches }, 12, asWords))).toEqual(numbers);
  // In parts, the last of which have few users or none.
  const parts = {
    ends: sql`select 1 as first, 1000 as last`,
    between: (first: number, last: number) => sql`${matches} and number between ${first} and ${last}`,
  };
  expect(await list(readSet(db, { matches, parts }, 12, asWords))).toEqual(numbers);
});

test('a text that many users have is found by testing each user, too', async () => {
  const text = containsText(ctx.db, ctx.project.id, { anyOf: ['person-1'] });
  const db = acrossProjects(ctx.db);
  const limits = { sentAtMost: 1, rangeSize: 64 };
  await foldTexts(ctx);
  const found = NumberSet.intersect([await readSet(db, text, 12, limits)]);
  expect(found.count).toBe(3);
  expect(found.slice({})).toEqual(NumberSet.intersect([await readSet(db, text)]).slice({}));
});

testOnPostgres('a set that takes too long to be found at once is read in parts', async () => {
  const db = acrossProjects(ctx.db);
  await sql`create function takes_too_long() returns bigint language plpgsql as
    'begin raise query_canceled; end'`.execute(db);
  const matches = sql`select takes_too_long() as number`;
  await expect(readSet(db, { matches })).rejects.toThrow('query_canceled');
  const text = containsText(ctx.db, ctx.project.id, { anyOf: ['person-1'] });
  const found = NumberSet.intersect([await readSet(db, { ...text, matches }, 12)]);
  expect(found.slice({})).toEqual(NumberSet.intersect([await readSet(db, text)]).slice({}));
});

test('a search that has kept its sets finds the same users after every change as one that reads the index', async () => {
  await expectSame();
  for (const [path, body] of changes) {
    await change(path, body);
    await expectSame();
  }
});

test('searches and changes at the same time leave sets that are complete', async () => {
  const work = Array.from({ length: 12 }, (_, index) => [
    createUser(ctx, { loginId: `late-person-${index}`, customAttributes: { mood: 'sunny' } }),
    change('update/name', { loginId: 'person-7', displayName: index % 2 ? 'Renamed' : 'Someone' }),
    ...searches.map((search) => searchUsers(ctx, search, sets)),
  ]);
  await Promise.all(work.flat());
  await expectSame();
});

test('sets are read again when the list of changes no longer goes back as far, and the list stays short', async () => {
  await expectSame();
  const db = acrossProjects(ctx.db);
  const number = dialectOf(db) === 'sqlite' ? sql`n + 100000` : sql`n - 30000`;
  await sql`insert into "searchChanges" (change, number)
    with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 20100)
    select ${number}, n + 100000 from counted`.execute(db);
  await change('update/name', { loginId: 'person-8', displayName: 'Renamed' });
  await forgetOldChanges(latchkey.service);
  await expectSame();
  const { rows } = await sql<{ size: number }>`select count(*) as size from "searchChanges"`.execute(db);
  expect(rows[0]!.size).toBeLessThanOrEqual(20_001);
});

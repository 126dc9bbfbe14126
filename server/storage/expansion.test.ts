import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testOnPostgres } from '../../test/engine.ts';
import { openTestDatabase, type TestDatabase } from '../../test/storage/database.ts';
import { findContractions, readSchema } from '../../test/storage/expansion.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { type Migrations, needsOf } from './needs.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(() => database.drop());

/** Runs each migration alone. Returns the contractions in those that are called expansions. */
async function findFalseExpansions(all: Migrations): Promise<string[]> {
  const names = Object.keys(all);
  const until = (end: number) => Object.fromEntries(names.slice(0, end).map((name) => [name, all[name]!]));
  const first = names.findIndex((name) => all[name]!.needs !== undefined);
  await migrate(database.db, until(first));
  const found: string[] = [];
  for (let end = first + 1; end <= names.length; end += 1) {
    const before = await readSchema(database.db);
    await migrate(database.db, until(end));
    const name = names[end - 1]!;
    if (all[name]!.needs === 'expand')
      found.push(
        ...findContractions(before, await readSchema(database.db)).map((what) => `${name}: ${what}`),
      );
  }
  return found;
}

test('every migration that calls itself an expansion only adds', async () => {
  expect(await findFalseExpansions(migrations)).toEqual([]);
});

/** A schema to change, with an expansion that is checked. */
function changing(...statements: string[]): Migrations {
  const run = (lines: string[]) => async (db: Kysely<unknown>) => {
    for (const line of lines) await sql.raw(line).execute(db);
  };
  const tables = [
    'create table owners (id text primary key)',
    "create table things (id text primary key, name text not null default 'x', old text)",
    'create index things_name on things (name)',
  ];
  return {
    '0001-tables': { up: run(tables) },
    '0002-stated': {
      needs: 'contract',
      up: run(['create table "migrationNeeds" (migration text, needs text)']),
    },
    '0003-change': { needs: 'expand', up: run(statements) },
  };
}

test('new tables, optional columns, indexes and cascading references are expansions', async () => {
  const found = await findFalseExpansions(
    changing(
      'create table more (id text primary key references owners (id) on delete cascade, name text not null)',
      'create unique index more_name on more (name)',
      'alter table things add column note text',
      "alter table things add column kind text not null default 'y'",
      'create index things_note on things (note)',
    ),
  );
  expect(found).toEqual([]);
});

testOnPostgres('a storage parameter of an index is an expansion', async () => {
  expect(await findFalseExpansions(changing('alter index things_name set (fillfactor = 90)'))).toEqual([]);
});

const rebuilt = (columns: string) => [
  'alter table things rename to former',
  'drop index things_name',
  `create table things (${columns})`,
  'create index things_name on things (name)',
  'drop table former',
];
const id = 'id text primary key';

test.each<[reason: string, statements: string[]]>([
  ['table things is gone', ['drop table things']],
  ['column things.old is gone', ['alter table things drop column old']],
  ['column things.old is gone', ['alter table things rename column old to older']],
  ['index things.things_name is gone', ['drop index things_name']],
  [
    'index things.things_name has changed',
    ['drop index things_name', 'create index things_name on things (old)'],
  ],
  ['index things.only_one is unique', ['create unique index only_one on things (old)']],
  ['column things.name has changed', rebuilt(`${id}, name integer not null default 0, old text`)],
  [
    'column things.must is required and has no default',
    rebuilt(`${id}, name text not null default 'x', old text, must text not null`),
  ],
  ['prevents deletions in owners', ['create table more (id text primary key references owners (id))']],
])('a migration is no expansion if %s', async (reason, statements) => {
  const found = await findFalseExpansions(changing(...statements));
  expect(found.join('\n')).toContain(reason);
});

test('each migration needs what the strictest before it needed', () => {
  const up = async () => {};
  const needs = needsOf({
    '1-a': { up },
    '2-b': { up, needs: 'contract' },
    '3-c': { up, needs: 'expand' },
    '4-d': { up, needs: 'expand' },
    '5-e': { up, needs: '3-c' },
    '6-f': { up, needs: '2-b' },
  });
  expect(Object.fromEntries(needs)).toEqual({
    '2-b': '2-b',
    '3-c': '2-b',
    '4-d': '2-b',
    '5-e': '3-c',
    '6-f': '3-c',
  });
  expect(() => needsOf({ '1-a': { up, needs: '2-b' }, '2-b': { up, needs: 'expand' } })).toThrow(
    'migration 1-a needs 2-b, which is no earlier migration',
  );
});

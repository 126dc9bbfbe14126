import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testOnPostgres } from '../../test/engine.ts';
import { openTestDatabase, type TestDatabase } from '../../test/storage/database.ts';
import { readSchema } from '../../test/storage/expansion.ts';
import { locksOf } from './locks.ts';
import { migrate, migrationStatus } from './migrate.ts';
import { migrations } from './migrations.ts';
import type { Migrations } from './needs.ts';
import { planMigrations } from './plan.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(() => database.drop());

async function plan(all: Migrations) {
  return planMigrations(database.db, all, await migrationStatus(database.db, all));
}

test('a plan of all migrations has their statements, and changes nothing', async () => {
  const planned = await plan(migrations);
  expect(planned.map(({ name }) => name)).toEqual(Object.keys(migrations));
  expect(planned[0]!.statements[0]!.sql).toMatch(/^create table "projects"/);
  expect(planned.find(({ name }) => name === '0042-role-inheritance')!.readsRows).toBe(true);
  expect((await readSchema(database.db)).size).toBeLessThan(60);
  expect((await migrationStatus(database.db, migrations)).applied).toEqual([]);
  await migrate(database.db, migrations);
  expect(await plan(migrations)).toEqual([]);
});

testOnPostgres('each migration takes the locks that its plan names', async () => {
  for (const end of Object.keys(migrations).keys()) {
    const until = Object.fromEntries(Object.entries(migrations).slice(0, end + 1));
    const existing = await readSchema(database.db);
    const [planned] = await plan(until);
    let held: { table: string; mode: string }[] = [];
    const last = planned!.name;
    const { up } = until[last]!;
    until[last] = {
      async up(db) {
        await up(db);
        ({ rows: held } = await sql<{ table: string; mode: string }>`
          select c.relname as "table", upper(regexp_replace(replace(l.mode, 'Lock', ''), '(?<=[a-z])(?=[A-Z])', ' ', 'g')) as mode
          from pg_locks l join pg_class c on c.oid = l.relation and c.relkind = 'r'
          where l.pid = pg_backend_pid() and c.relnamespace = 'public'::regnamespace`.execute(db));
      },
    };
    await migrate(database.db, until);
    const waiting = (locks: { table: string; mode: string }[]) =>
      Object.fromEntries(
        ['SHARE', 'SHARE ROW EXCLUSIVE', 'ACCESS EXCLUSIVE'].flatMap((mode) =>
          locks
            .filter((lock) => lock.mode === mode && existing.has(`table ${lock.table}`))
            .filter((lock) => !lock.table.startsWith('kysely_'))
            .map((lock) => [lock.table, mode]),
        ),
      );
    const left = await readSchema(database.db);
    const locks = planned!.statements
      .flatMap(({ locks }) => locks)
      // The catalog has no locks of tables that the migration has dropped.
      .filter(({ table }) => !existing.has(`table ${table}`) || left.has(`table ${table}`));
    expect({ last, ...waiting(locks) }).toEqual({ last, ...waiting(held) });
    expect(locks.filter(({ waits }) => waits === 'unknown')).toEqual([]);
  }
});

test.each([
  ['alter table "users" add column "x" text', 'users', 'ACCESS EXCLUSIVE', 'reads and writes'],
  ['create index concurrently "a" on "users" ("x")', 'users', 'SHARE UPDATE EXCLUSIVE', 'nothing'],
  ['CREATE UNIQUE INDEX a\n  ON users (x)', 'users', 'SHARE', 'writes'],
  ['drop index "users_x"', 'users', 'ACCESS EXCLUSIVE', 'reads and writes'],
  ['alter index "users_x" set (fillfactor = 90)', 'users', 'SHARE UPDATE EXCLUSIVE', 'nothing'],
  ['alter index "users_x" rename to "y"', '', 'unknown', 'unknown'],
  ['alter table "a" validate constraint "b"', 'a', 'SHARE UPDATE EXCLUSIVE', 'nothing'],
  ['update "users" set x = 1', 'users', 'ROW EXCLUSIVE', 'nothing'],
  ['vacuum', '', 'unknown', 'unknown'],
])('the lock of a statement: %s', (text, table, mode, waits) => {
  expect(locksOf(text, (index) => (index === 'users_x' ? 'users' : undefined))).toEqual([
    { table, mode, waits },
  ]);
});

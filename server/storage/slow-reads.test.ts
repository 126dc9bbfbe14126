import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../test/counterparts/postgres.ts';
import { type Database, openDatabase } from './engine.ts';
import { acrossProjects } from './scope.ts';
import { slowReads } from './slow-reads.ts';
import { transaction } from './transaction.ts';

const isPostgres = process.env['TEST_DATABASE'] === 'postgres';
let folder: string;
let postgres: TestDatabase | undefined;
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-storage-'));
  postgres = isPostgres ? await createDatabase() : undefined;
  database = await openDatabase(
    postgres
      ? { kind: 'postgres', url: postgres.url }
      : { kind: 'sqlite', file: join(folder, 'latchkey.db') },
  );
  await sql`create table numbers (number bigint)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await postgres?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const count = async (db = slowReads(acrossProjects(database.db))) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from numbers`.execute(db);
  return rows[0]?.count;
};

/** Takes longer than the event loop may be blocked. */
const long = sql<{ count: number }>`select count(*) as count from (
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000000) select i from n
) all_of_them`;

describe('slow reads', () => {
  test('see everything committed before them', async () => {
    const before = await count();
    await sql`insert into numbers values (1)`.execute(database.db);
    expect(await count()).toBe((before ?? 0) + 1);
  });

  test('do not block other work', async () => {
    let answered = false;
    const reading = long.execute(slowReads(database.db)).then(({ rows }) => {
      answered = true;
      return rows[0]?.count;
    });
    expect(await count(database.db)).toBeGreaterThanOrEqual(0);
    expect(answered).toBe(false);
    expect(await reading).toBe(1_000_000);
  });

  test('within a transaction see its own writes', async () => {
    await transaction({ db: database.db }, async ({ db }) => {
      const before = await count(slowReads(db));
      await sql`insert into numbers values (2)`.execute(db);
      expect(await count(slowReads(db))).toBe((before ?? 0) + 1);
    });
  });

  test("fail with the database's error", async () => {
    const nothing = sql`select * from nothing`.execute(slowReads(database.db));
    await expect(nothing).rejects.toThrow(/nothing/);
  });
});

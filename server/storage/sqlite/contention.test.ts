import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createTestTables,
  openTestDatabase,
  type TestDatabase,
  testTables,
} from '../../../test/storage/database.ts';
import type { SqliteStats } from '../engine.ts';
import { failureOf } from '../failure.ts';
import { withPatience } from '../patience.ts';
import { transaction } from '../transaction.ts';

let database: TestDatabase;
let file: string;

beforeEach(async () => {
  database = await openTestDatabase({}, {}, 'sqlite');
  file = (database.options as { file: string }).file;
  await createTestTables(database.db);
});

afterEach(() => database.drop());

const projectId = 'P1';

function insert(db: TestDatabase['db'], id: string, note = '') {
  return testTables(db).insertInto('accounts').values({ projectId, id, balance: 0, note }).execute();
}

async function count() {
  const rows = await testTables(database.db)
    .selectFrom('accounts')
    .select('id')
    .where('projectId', '=', projectId)
    .execute();
  return rows.length;
}

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'none',
    (error) => failureOf(error),
  );
}

test("a writer waits for another process's lock without blocking the event loop", async () => {
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const writes = [insert(database.db, 'alone'), transaction(database, (ctx) => insert(ctx.db, 'inside'))];
  // SQLite's own wait would block the thread: the lock would never be released, and both would be refused.
  for (let turn = 0; turn < 100; turn += 1) await sleep(2);
  expect(await count()).toBe(0);
  other.exec('rollback');
  other.close();
  await Promise.all(writes);
  expect(await count()).toBe(2);
});

test('a writer gives up as busy when the lock does not become free, and the next one succeeds', async () => {
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  expect(await withPatience(50, () => failure(insert(database.db, 'alone')))).toBe('busy');
  expect(
    await withPatience(50, () => failure(transaction(database, (ctx) => insert(ctx.db, 'inside')))),
  ).toBe('busy');
  other.exec('rollback');
  other.close();
  await insert(database.db, 'next');
  expect(await count()).toBe(1);
});

test('a writer gives up as busy when a transaction of this process does not end', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const endless = transaction(database, () => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  expect(await withPatience(20, () => failure(insert(database.db, 'waiting')))).toBe('busy');
  end.resolve();
  await endless;
  expect(await count()).toBe(0);
});

test('on a full disk writes fail, reads continue, and writes resume without a restart', async () => {
  const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.db);
  const large = 'x'.repeat(100_000);
  await insert(database.db, 'before');
  await limitPages(1);
  expect(await failure(insert(database.db, 'alone', large))).toBe('full');
  expect(await failure(transaction(database, (ctx) => insert(ctx.db, 'inside', large)))).toBe('full');
  expect(await count()).toBe(1);
  await limitPages(1_000_000);
  await insert(database.db, 'after', large);
  expect(await count()).toBe(2);
});

test('other users may not read the files', () => {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
});

test('transactions that wait for each other share a COMMIT, and each is still all or nothing', async () => {
  await insert(database.db, 'taken');
  const { commits, syncs } = database.stats() as SqliteStats;
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      failure(
        transaction(database, async ({ db }) => {
          await insert(db, `first${index}`);
          await insert(db, index % 3 === 0 ? 'taken' : `second${index}`);
        }),
      ),
    ),
  );
  expect(outcomes).toEqual(outcomes.map((_, index) => (index % 3 === 0 ? 'unique' : 'none')));
  expect(await count()).toBe(1 + 2 * 40);
  const after = database.stats() as SqliteStats;
  expect(after.commits - commits).toBe(40);
  expect(after.syncs - syncs).toBeLessThan(20);
});

test('statements by themselves share a COMMIT with transactions, and fail alone', async () => {
  await insert(database.db, 'taken');
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      failure(
        index % 2 === 0
          ? insert(database.db, index % 4 === 0 ? 'taken' : `alone${index}`)
          : transaction(database, ({ db }) => insert(db, `inside${index}`)),
      ),
    ),
  );
  expect(outcomes).toEqual(outcomes.map((_, index) => (index % 4 === 0 ? 'unique' : 'none')));
  expect(await count()).toBe(1 + 22);
});

test('when the disk fills up, those that shared the COMMIT are refused or stored, never in between', async () => {
  const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.db);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  await limitPages((rows[0]?.page_count ?? 0) + 40);
  const large = 'x'.repeat(20_000);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      failure(transaction(database, ({ db }) => insert(db, `row${index}`, large))),
    ),
  );
  await limitPages(1_000_000);
  expect(new Set(outcomes)).toEqual(new Set(['none', 'full']));
  expect(await count()).toBe(outcomes.filter((outcome) => outcome === 'none').length);
});

test('a refusal because of another transaction comes when that one can be read', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const outcome = await failure(transaction(database, ({ db }) => insert(db, 'same')));
      return [outcome, await count()];
    }),
  );
  expect(outcomes.filter(([outcome]) => outcome === 'none')).toHaveLength(1);
  expect(outcomes.map(([, found]) => found)).toEqual(outcomes.map(() => 1));
});

test('closing waits for the transactions that came before, and refuses those that come later', async () => {
  const hasBegun = Promise.withResolvers<void>();
  const isClosing = Promise.withResolvers<void>();
  const running = transaction(database, async (ctx) => {
    await insert(ctx.db, 'running');
    hasBegun.resolve();
    await isClosing.promise;
    return insert(ctx.db, 'still running');
  });
  await hasBegun.promise;
  const waiting = insert(database.db, 'waiting');
  await vi.waitFor(() => expect((database.stats() as SqliteStats).waitingWriters).toBe(1));
  const closed = database.close();
  const late = Promise.allSettled([
    insert(database.db, 'late'),
    transaction(database, (ctx) => insert(ctx.db, 'later')),
  ]);
  isClosing.resolve();
  await Promise.all([running, waiting]);
  const refused = { status: 'rejected', reason: new Error('the database has been closed') };
  expect(await late).toEqual([refused, refused]);
  await closed;
  const reopened = new DatabaseSync(file);
  expect(reopened.prepare('select count(*) as count from accounts').get()).toEqual({ count: 3 });
  reopened.close();
});

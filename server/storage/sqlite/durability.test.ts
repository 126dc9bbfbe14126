import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTestTables,
  openTestDatabase,
  startProcess,
  type TestDatabase,
  testTables,
} from '../../../test/storage/database.ts';
import { type Database, openDatabase, type SqliteStats } from '../engine.ts';
import { transaction } from '../transaction.ts';
import { WalSync } from './wal-sync.ts';

let database: TestDatabase;
let file: string;

beforeEach(async () => {
  database = await openTestDatabase({}, {}, 'sqlite');
  file = (database.options as { file: string }).file;
  await createTestTables(database.db);
});

afterEach(() => database.drop());

const projectId = 'P1';

async function insert(db: TestDatabase['db'], id: string, note?: string) {
  await testTables(db).insertInto('accounts').values({ projectId, id, balance: 0, note }).execute();
}

async function accountIds({ db }: Database): Promise<Set<string>> {
  const rows = await testTables(db)
    .selectFrom('accounts')
    .select('id')
    .where('projectId', '=', projectId)
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function expectIntact({ db }: Database) {
  const { rows } = await sql`pragma integrity_check`.execute(db);
  expect(rows).toStrictEqual([{ integrity_check: 'ok' }]);
}

const stats = () => database.stats() as SqliteStats;
const walFileBytes = () => statSync(`${file}-wal`).size;

test('a transaction is acknowledged after a sync that covers it, and concurrent transactions share syncs', async () => {
  const before = stats();
  let acknowledged = before.commits;
  const write = async (index: number) => {
    await transaction(database, (ctx) => insert(ctx.db, `t${index}`));
    acknowledged += 1;
    expect(stats().syncedCommits).toBeGreaterThanOrEqual(acknowledged);
  };
  await Promise.all(Array.from({ length: 100 }, (_, index) => write(index)));
  expect(stats().commits - before.commits).toBe(100);
  expect(stats().syncs - before.syncs).toBeLessThan(50);
});

test('a read-only transaction waits for no sync', async () => {
  const { commits } = stats();
  await transaction(database, (ctx) => accountIds({ ...database, ...ctx }));
  expect(stats().commits).toBe(commits);
});

test('a power loss removes nothing acknowledged, wherever it cuts the log', async () => {
  const moments: { acknowledged: number; bytes: number }[] = [];
  for (let index = 0; index < 60; index += 1) {
    await insert(database.db, `row${index}`);
    moments.push({ acknowledged: index + 1, bytes: walFileBytes() });
  }
  for (const { acknowledged, bytes } of moments.filter((_, index) => index % 7 === 3)) {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-torn-'));
    const copy = join(folder, 'copy.db');
    // Copied by another process: reading the database file here would drop the locks that SQLite holds on it.
    execFileSync('cp', [file, copy]);
    execFileSync('cp', [`${file}-wal`, `${copy}-wal`]);
    // Half a frame of the next transaction reached the disk.
    truncateSync(`${copy}-wal`, Math.min(bytes + 2_000, walFileBytes()));
    const survivor = await openDatabase({ kind: 'sqlite', file: copy });
    const expected = Array.from({ length: acknowledged }, (_, index) => `row${index}`);
    expect(await accountIds(survivor)).toStrictEqual(new Set(expected));
    await expectIntact(survivor);
    await survivor.close();
    rmSync(folder, { recursive: true });
  }
});

test('a killed process loses nothing acknowledged and leaves nothing half done', async () => {
  const ledger: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const writer = startProcess('writeLedger', database.options);
    await writer.printed();
    await sleep(Math.random() * 300);
    writer.kill();
    // The last line may be cut off.
    ledger.push(...(await writer.ended).output.split('\n').slice(0, -1));
  }
  const reopened = await openDatabase(database.options);
  const accounts = await accountIds(reopened);
  expect(ledger.filter((id) => !accounts.has(id))).toStrictEqual([]);
  expect(ledger.length).toBeGreaterThan(6);
  const entries = await testTables(reopened.db)
    .selectFrom('entries')
    .select('id')
    .where('projectId', '=', projectId)
    .execute();
  expect(new Set(entries.map((entry) => entry.id))).toStrictEqual(accounts);
  await expectIntact(reopened);
  await reopened.close();
});

test('several processes write one file, one transaction at a time', async () => {
  await insert(database.db, 'shared');
  const processes = [1, 2, 3].map(() => startProcess('deposit', database.options));
  const results = await Promise.all(processes.map((process) => process.ended));
  expect(results.map((result) => result.code)).toStrictEqual([0, 0, 0]);
  const { balance } = await testTables(database.db)
    .selectFrom('accounts')
    .select('balance')
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  expect(balance).toBe(300);
});

test('the log stays short under 50,000 commits without a pause', async () => {
  let largestBytes = 0;
  let index = 0;
  const write = async () => {
    while (index < 50_000) {
      index += 1;
      await insert(database.db, `row${index}`);
      if (index % 100 === 0) largestBytes = Math.max(largestBytes, walFileBytes());
    }
  };
  await Promise.all(Array.from({ length: 50 }, write));
  expect(stats().checkpoints).toBeGreaterThan(1);
  expect(largestBytes).toBeLessThan(32 * 1024 * 1024);
  await expectIntact(database);
});

test('closing moves everything into the database file and deletes the log', async () => {
  await insert(database.db, 'last');
  await database.close();
  expect(() => walFileBytes()).toThrow('ENOENT');
  const reopened = await openDatabase(database.options);
  expect(await accountIds(reopened)).toStrictEqual(new Set(['last']));
  await reopened.close();
});

test('a failed sync refuses all waiting transactions, is fatal, and is not repeated', async () => {
  const fatal: Error[] = [];
  // Not a device: the kernel refuses to sync it.
  const wal = new WalSync(
    '/dev/null',
    (error) => fatal.push(error),
    () => {},
  );
  const waiting = [wal.commitIsDurable(), wal.commitIsDurable()];
  for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
  await expect(wal.commitIsDurable()).rejects.toThrow('could not be synced');
  expect(() => wal.assertHealthy()).toThrow('could not be synced');
  expect(fatal).toHaveLength(1);
  expect(wal.syncedCommits).toBe(0);
  wal.close();
});

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createTestTables,
  openTestDatabase,
  type TestDatabase,
  testTables,
} from '../../../test/storage/database.ts';
import { databaseOn } from '../executor.ts';
import { failureOf } from '../failure.ts';
import type { DatabaseNode } from '../nodes.ts';
import { prepared } from '../prepared.ts';
import { ofAllProjects } from '../reachable.ts';
import { hashOfText } from '../text-hash.ts';
import { transaction } from '../transaction.ts';
import { postgresEngine } from './driver.ts';
import { openPostgres } from './pool.ts';

// On a single PostgreSQL, statements that name a lost project sleep for longer than their limit: so they look on Citus while a worker is cut off.
// `npm run test:citus-nodes` does the same with real workers.

const lostId = `P${'1'.repeat(27)}`;
const otherId = `P${'2'.repeat(27)}`;
const poolSize = 4;

let database: TestDatabase;
let node: { isCutOff: boolean; asked: number };
let db: TestDatabase['db'];

beforeEach(async () => {
  database = await openTestDatabase({}, {}, 'postgres');
  await createTestTables(database.db);
  node = { isCutOff: true, asked: 0 };
  const { url } = database.options as { url: string };
  const hash = hashOfText(lostId);
  const engine = postgresEngine(openPostgres(url, { poolSize }), async (): Promise<DatabaseNode[]> => {
    node.asked += 1;
    return [
      { name: 'one', isReachable: true, isCutOff: false, shards: [] },
      { name: 'other', isReachable: !node.isCutOff, isCutOff: node.isCutOff, shards: [[hash, hash]] },
    ];
  });
  engine.watchNodes();
  db = databaseOn(engine, []) as TestDatabase['db'];
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const wait = (projectId: string, seconds: number) => sql`select pg_sleep(${seconds}), ${projectId}::text`;

/** A read of every request, which shares its connection with others. */
const read = prepared((db, { projectId, seconds }: { projectId: string; seconds: number }) =>
  db.selectNoFrom([
    sql<string>`${projectId}::text`.as('id'),
    sql<string>`pg_sleep(${seconds}::float)::text`.as('slept'),
  ]),
);

function accounts(projectId: string) {
  return testTables(db).selectFrom('accounts').selectAll().where('projectId', '=', projectId).execute();
}

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'none',
    (error) => failureOf(error),
  );
}

test('statements for a node that is cut off end as soon as this is known, and leave the connections to other projects', async () => {
  const hanging = Array.from({ length: poolSize }, () => failure(wait(lostId, 60).execute(db)));
  const others = Array.from({ length: 20 }, () => accounts(otherId));
  expect(await Promise.all(hanging)).toEqual(hanging.map(() => 'unavailable'));
  expect(await Promise.all(others)).toEqual(others.map(() => []));
});

test('a read that shares its connection with such a statement runs again', async () => {
  const reads = [lostId, otherId, lostId, otherId, otherId].map((projectId) =>
    read(db, { projectId, seconds: projectId === lostId ? 60 : 0 }).then(
      ([row]) => row?.id,
      (error) => failureOf(error),
    ),
  );
  expect(await Promise.all(reads)).toEqual(['unavailable', otherId, 'unavailable', otherId, otherId]);
});

test('further statements are refused without a connection, until the node responds', async () => {
  await failure(wait(lostId, 60).execute(db));
  const busy = Array.from({ length: poolSize }, () => wait(otherId, 1).execute(db));
  await expect(wait(lostId, 0).execute(db)).rejects.toThrow('does not respond');
  await Promise.all(busy);
  const rows = JSON.stringify([{ id: 'one', projectId: lostId }]);
  await expect(sql`select ${rows}::text`.execute(db)).rejects.toThrow('does not respond');
  await expect(ofAllProjects(testTables(db)).selectFrom('accounts').selectAll().execute()).rejects.toThrow(
    'does not respond',
  );
  node.isCutOff = false;
  await expect.poll(() => failure(wait(lostId, 0).execute(db)), { timeout: 5_000 }).toBe('none');
  expect(await ofAllProjects(testTables(db)).selectFrom('accounts').selectAll().execute()).toEqual([]);
});

test('a transaction for such a project ends, and nothing of it remains', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  // While it waits for something else than the database.
  const waiting = transaction({ db }, async (ctx) => {
    const row = { projectId: lostId, id: 'waiting', balance: 0 };
    await testTables(ctx.db).insertInto('accounts').values(row).execute();
    begun.resolve();
    await end.promise;
    await wait(lostId, 0).execute(ctx.db);
  });
  await begun.promise;
  await failure(wait(lostId, 60).execute(db));
  end.resolve();
  expect(await failure(waiting)).toBe('unavailable');
  expect(await accounts(otherId)).toEqual([]);
  node.isCutOff = false;
  await expect.poll(() => accounts(lostId).catch(() => 'refused'), { timeout: 5_000 }).toEqual([]);
});

test('a long statement ends neither itself nor others while all nodes respond', async () => {
  node.isCutOff = false;
  expect(await failure(wait(lostId, 2).execute(db))).toBe('none');
  expect(node.asked).toBeGreaterThan(0);
});

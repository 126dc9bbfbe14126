import type { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { FieldDef, PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testWithPostgresTimer } from '../../../test/engine.ts';
import {
  createTestTables,
  openTestDatabase,
  type TestDatabase,
  testTables,
} from '../../../test/storage/database.ts';
import type { PostgresStats } from '../engine.ts';
import { databaseOn } from '../executor.ts';
import { failureOf } from '../failure.ts';
import { withPatience } from '../patience.ts';
import { prepared } from '../prepared.ts';
import { transaction } from '../transaction.ts';
import { postgresEngine } from './driver.ts';
import { openPostgres, type PostgresPool } from './pool.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await openTestDatabase({}, {}, 'postgres');
  await createTestTables(database.db);
});

afterEach(() => database.drop());

const projectId = 'P1';

function accounts(db: TestDatabase['db']) {
  return testTables(db).selectFrom('accounts').selectAll().where('projectId', '=', projectId).orderBy('id');
}

const preparedAccounts = prepared((db, { projectId }: { projectId: string }) =>
  testTables(db).selectFrom('accounts').selectAll().where('projectId', '=', projectId),
);

function insert(db: TestDatabase['db'], id: string) {
  return testTables(db).insertInto('accounts').values({ projectId, id, balance: 0 }).execute();
}

function deposit(db: TestDatabase['db'], id: string) {
  const update = testTables(db)
    .updateTable('accounts')
    .set((eb) => ({ balance: eb('balance', '+', 1) }));
  return update.where('projectId', '=', projectId).where('id', '=', id).execute();
}

function openOn(postgres: PostgresPool) {
  return databaseOn(postgresEngine(postgres), []) as TestDatabase['db'];
}

/** The connection of a client, which pg's types leave out. */
function connectionOf(client: PoolClient) {
  return (client as unknown as { connection: EventEmitter<{ rowDescription: [{ fields: FieldDef[] }] }> })
    .connection;
}

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'none',
    (error) => failureOf(error),
  );
}

const killOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test('a connection that the server closes fails its own query only', async () => {
  const held = Promise.withResolvers<void>();
  const lost = withPatience(120_000, () =>
    failure(
      transaction(database, async (ctx) => {
        await insert(ctx.db, 'lost');
        held.resolve();
        await sql`select pg_sleep(100)`.execute(ctx.db);
      }),
    ),
  );
  await held.promise;
  await Promise.all([1, 2, 3].map(() => database.ping()));
  await killOthers.execute(database.db);
  expect(await lost).toBe('unavailable');
  await insert(database.db, 'next');
  expect(await accounts(database.db).execute()).toHaveLength(1);
});

testWithPostgresTimer('a deadlock is resolved by running one of the transactions again', async () => {
  await Promise.all([insert(database.db, 'a'), insert(database.db, 'b')]);
  const both = Promise.withResolvers<void>();
  let started = 0;
  const swap = (first: string, second: string) =>
    transaction(database, async (ctx) => {
      await deposit(ctx.db, first);
      started += 1;
      if (started === 2) both.resolve();
      await both.promise;
      await deposit(ctx.db, second);
    });
  await withPatience(120_000, () => Promise.all([swap('a', 'b'), swap('b', 'a')]));
  // The server may choose a victim more than once; timing decides.
  expect(started).toBeGreaterThanOrEqual(3);
  expect((await accounts(database.db).execute()).map((account) => account.balance)).toStrictEqual([2, 2]);
});

testWithPostgresTimer('a query outside a transaction that ends a deadlock is run again', async () => {
  const waiting = sql`select 1 from pg_locks l join pg_class c on c.oid = l.relation
    where c.relname = 'entries' and not l.granted`;
  const lock = (name: string) => sql`lock table ${sql.table(name)} in access exclusive mode`;
  const isLocked = Promise.withResolvers<void>();
  const locking = withPatience(120_000, () =>
    transaction(database, async ({ db }) => {
      // PostgreSQL chooses the first that has waited this long, so it chooses the query.
      await sql`set local deadlock_timeout = '1h'`.execute(db);
      await lock('entries').execute(db);
      isLocked.resolve();
      await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
      await lock('accounts').execute(db);
    }),
  );
  await isLocked.promise;
  const read = withPatience(120_000, () => sql`select * from accounts, entries`.execute(database.db));
  await locking;
  expect((await read).rows).toStrictEqual([]);
});

test('prepared statements survive a migration that another process runs', async () => {
  await insert(database.db, 'a');
  const read = () => accounts(database.db).execute();
  await Promise.all(Array.from({ length: 20 }, read));
  await sql`alter table accounts add column extra text`.execute(database.db);
  await transaction(database, async (ctx) => {
    expect(await accounts(ctx.db).execute()).toHaveLength(1);
  });
  for (const rows of await Promise.all(Array.from({ length: 20 }, read)))
    expect(rows[0]).toHaveProperty('extra', null);
});

test('a statement that takes too long is cancelled and its transaction rolled back', async () => {
  const slow = transaction(database, async (ctx) => {
    await insert(ctx.db, 'slow');
    await sql`select pg_sleep(600)`.execute(ctx.db);
  });
  // The server normally cancels first; on a very busy machine, the client does so a second later.
  expect(await failure(slow)).toBeOneOf(['busy', 'unavailable']);
  expect(await accounts(database.db).execute()).toHaveLength(0);
});

test('a server that does not answer costs the connection, not the process', async () => {
  const silence = withPatience(100, () => failure(sql`select pg_sleep(4)`.execute(database.db)));
  expect(await silence).toBe('unavailable');
  await insert(database.db, 'next');
  expect(await accounts(database.db).execute()).toHaveLength(1);
});

test('the time limit counts for each of the statements that are sent together', async () => {
  const slept = withPatience(3_000, () =>
    transaction(database, async ({ db }) =>
      Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(1)`.execute(db))),
    ),
  );
  expect(await slept).toHaveLength(5);
});

test('a query is prepared once per connection', async () => {
  await transaction(database, async (ctx) => {
    await accounts(ctx.db).execute();
    await accounts(ctx.db).execute();
    const { rows } = await sql`select 1 from pg_prepared_statements where name <> ''`.execute(ctx.db);
    expect(rows).toHaveLength(1);
  });
});

test('the columns of a statement are described once per connection', async () => {
  const { url } = database.options as { url: string };
  const postgres = openPostgres(url, { poolSize: 1 });
  const described: string[][] = [];
  postgres.pool.on('connect', (client) =>
    connectionOf(client).on('rowDescription', ({ fields }) => described.push(fields.map(({ name }) => name))),
  );
  const db = openOn(postgres);
  const add = (id: string) =>
    testTables(db)
      .insertInto('accounts')
      .values({ projectId, id, balance: 7 })
      .returning(['id', 'balance'])
      .execute();

  expect(await add('a')).toEqual([{ id: 'a', balance: 7 }]);
  expect(await failure(add('a'))).toBe('unique');
  expect(await add('b')).toEqual([{ id: 'b', balance: 7 }]);
  for (let time = 0; time < 3; time += 1) {
    await deposit(db, 'b');
    const balances = (await accounts(db).execute()).map(({ id, balance }) => [id, balance]);
    expect(balances).toEqual([
      ['a', 7],
      ['b', 8 + time],
    ]);
  }
  expect(described).toEqual([
    ['id', 'balance'],
    ['projectId', 'id', 'balance', 'note'],
  ]);
  await db.destroy();
});

test('a statement that fails when it is first used is described by the next use', async () => {
  await insert(database.db, 'a');
  const { url } = database.options as { url: string };
  const db = openOn(openPostgres(url, { poolSize: 1 }));
  const add = (id: string) =>
    testTables(db).insertInto('accounts').values({ projectId, id, balance: 1 }).returning('id').execute();
  expect(await failure(add('a'))).toBe('unique');
  expect(await add('b')).toEqual([{ id: 'b' }]);
  expect(await add('c')).toEqual([{ id: 'c' }]);
  await db.destroy();
});

test('a prepared read does not wait for a long one that starts with it', async () => {
  const isHeld = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holding = transaction(database, async ({ db }) => {
    await sql`lock table entries in access exclusive mode`.execute(db);
    isHeld.resolve();
    await end.promise;
  });
  await isHeld.promise;
  const long = testTables(database.db)
    .selectFrom('entries')
    .selectAll()
    .where('projectId', '=', projectId)
    .execute();
  expect(await preparedAccounts(database.db, { projectId })).toEqual([]);
  end.resolve();
  await holding;
  expect(await long).toEqual([]);
});

test('reads that start together need few connections, however many there are', async () => {
  await insert(database.db, 'a');
  const found = await Promise.all(
    Array.from({ length: 60 }, () => preparedAccounts(database.db, { projectId })),
  );
  expect(found.map((rows) => rows.length)).toEqual(found.map(() => 1));
  expect((database.stats() as PostgresStats).connections).toBeLessThanOrEqual(8);
});

test('reads that wait for a connection get its error when there is none', async () => {
  const nowhere = databaseOn(postgresEngine(openPostgres('postgres://127.0.0.1:9/none')), []);
  const reads = Array.from({ length: 20 }, () => failure(preparedAccounts(nowhere, { projectId })));
  expect(await Promise.all(reads)).toEqual(reads.map(() => 'unavailable'));
  await nowhere.destroy();
});

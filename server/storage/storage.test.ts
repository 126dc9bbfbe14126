import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestTables,
  openTestDatabase,
  type TestDatabase,
  testTables,
} from '../../test/storage/database.ts';
import { dialectOf, openDatabase } from './engine.ts';
import { failureOf } from './failure.ts';
import { inList, jsonArrayOf, parseJson } from './json.ts';
import { prepared } from './prepared.ts';
import { together, transaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await createTestTables(database.db);
});

afterAll(() => database.drop());

type Ctx = Pick<TestDatabase, 'db'>;

const projectId = 'P1';
let lastId = 0;
const newId = () => `id${++lastId}`;

async function insert({ db }: Ctx, id: string, balance = 0) {
  await testTables(db).insertInto('accounts').values({ projectId, id, balance }).execute();
}

async function find({ db }: Ctx, id: string) {
  return testTables(db)
    .selectFrom('accounts')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

async function failure(work: Promise<unknown>) {
  return work.then(
    () => 'none',
    (error) => failureOf(error),
  );
}

test('written data is read as a plain object', async () => {
  const id = newId();
  await insert(database, id, 2 ** 53 - 1);
  expect(await find(database, id)).toStrictEqual({ projectId, id, balance: 2 ** 53 - 1, note: null });
});

test('a transaction reads its own writes, and others see them after the commit', async () => {
  const id = newId();
  await transaction(database, async (ctx) => {
    await insert(ctx, id);
    expect(await find(ctx, id)).toBeDefined();
    await sleep(1);
  });
  expect(await find(database, id)).toBeDefined();
});

test('a transaction that throws leaves nothing behind', async () => {
  const id = newId();
  const work = transaction(database, async (ctx) => {
    await insert(ctx, id);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await find(database, id)).toBeUndefined();
});

test('a nested transaction joins: both happen or neither does', async () => {
  const [outer, inner] = [newId(), newId()];
  const work = transaction(database, async (ctx) => {
    await insert(ctx, outer);
    await transaction(ctx, (ctx) => insert(ctx, inner));
    expect(await find(ctx, inner)).toBeDefined();
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await find(database, outer)).toBeUndefined();
  expect(await find(database, inner)).toBeUndefined();
});

test('the outer database is refused inside a transaction, for reads, writes and transactions', async () => {
  await transaction(database, async () => {
    await expect(find(database, 'x')).rejects.toThrow('use the ctx of the transaction');
    await expect(insert(database, newId())).rejects.toThrow('use the ctx of the transaction');
    await expect(transaction(database, async () => {})).rejects.toThrow('use the ctx of the transaction');
  });
});

test('work left behind by a transaction may use the outer database when the transaction is over', async () => {
  const later = Promise.withResolvers<void>();
  let read: Promise<unknown> | undefined;
  await transaction(database, async () => {
    read = later.promise.then(() => find(database, 'x'));
  });
  later.resolve();
  expect(await read).toBeUndefined();
});

test('the ctx of a transaction is refused when the transaction is over', async () => {
  let escaped: Ctx | undefined;
  await transaction(database, async (ctx) => {
    escaped = ctx;
  });
  await expect(insert(escaped!, newId())).rejects.toThrow('the transaction has ended');
});

test('a statement that was not awaited is part of the transaction or makes it fail, and never runs after it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [first, second] = [newId(), newId()];
    const forgotten: Promise<unknown>[] = [];
    const committed = await transaction(database, async (ctx) => {
      forgotten.push(...[first, second].map((id) => insert(ctx, id).catch(() => {})));
      for (let tick = 0; tick < round; tick += 1) await undefined;
    }).then(
      () => true,
      () => false,
    );
    await Promise.all(forgotten);
    expect([await find(database, first), await find(database, second)].filter(Boolean)).toHaveLength(
      committed ? 2 : 0,
    );
  }
});

test('a failed statement dooms its transaction, even when the error is caught', async () => {
  const [taken, other] = [newId(), newId()];
  await insert(database, taken);
  const work = transaction(database, async (ctx) => {
    await insert(ctx, other);
    expect(await failure(insert(ctx, taken))).toBe('unique');
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await find(database, other)).toBeUndefined();
});

test('statements that are started together run in their order, each on what the earlier ones wrote', async () => {
  const ids = Array.from({ length: 20 }, newId);
  const found = await transaction(database, async (ctx) =>
    together(ids.flatMap((id, index) => [insert(ctx, id, index), find(ctx, id)])),
  );
  expect(found.filter(Boolean)).toMatchObject(ids.map((id, balance) => ({ id, balance })));
});

test('if one of the statements that are started together fails, nothing is stored', async () => {
  const [taken, before, after] = [newId(), newId(), newId()];
  await insert(database, taken);
  const work = transaction(database, async (ctx) =>
    together([insert(ctx, before), insert(ctx, taken), insert(ctx, after)]),
  );
  expect(await failure(work)).toBe('unique');
  expect(await Promise.all([find(database, before), find(database, after)])).toEqual([undefined, undefined]);
});

test('reads that start together get their own results, also when some of them fail in different ways', async () => {
  const ids = Array.from({ length: 60 }, newId);
  for (const [index, id] of ids.entries()) await insert(database, id, index);
  const readOf = (value: RawBuilder<unknown>) =>
    prepared((db, { id }: { id: string }) =>
      testTables(db)
        .selectFrom('accounts')
        .select(['id', 'balance', value.as('value')])
        .where('projectId', '=', sql.lit(projectId))
        .where('id', '=', id),
    );
  const read = readOf(sql`1`);
  // Refused when the statement is prepared, and in two ways when it runs.
  const failing = [sql`nonsense`, sql`json('{')`, sql`abs(-9223372036854775807 - 1 + 0 * balance)`].map(
    readOf,
  );
  const results = await Promise.allSettled(
    ids.flatMap((id, index) => [
      read(database.db, { id }),
      failing[index % failing.length]!(database.db, { id }),
    ]),
  );
  expect(results.filter((_, index) => index % 2 === 0)).toMatchObject(
    ids.map((id, balance) => ({ status: 'fulfilled', value: [{ id, balance }] })),
  );
  expect(results.filter((_, index) => index % 2 === 1).map(({ status }) => status)).toEqual(
    ids.map(() => 'rejected'),
  );
});

test('kinds of violations are distinguished', async () => {
  const id = newId();
  await insert(database, id);
  const orphan = testTables(database.db).insertInto('entries').values({ projectId, accountId: 'nobody', id });
  expect(await failure(insert(database, id))).toBe('unique');
  expect(await failure(orphan.execute())).toBe('foreignKey');
  expect(await failure(sql`select nonsense`.execute(database.db))).toBeUndefined();
});

test('concurrent transactions lose no update', async () => {
  const id = newId();
  await insert(database, id);
  const deposit = () =>
    transaction(database, async (ctx) => {
      const where = testTables(ctx.db)
        .updateTable('accounts')
        .where('projectId', '=', projectId)
        .where('id', '=', id);
      await where.set((eb) => ({ balance: eb('balance', '+', 1) })).execute();
    });
  await Promise.all(Array.from({ length: 100 }, deposit));
  expect((await find(database, id))?.balance).toBe(100);
});

test('a read does not wait for an open transaction', async () => {
  const id = newId();
  const opened = Promise.withResolvers<void>();
  const close = Promise.withResolvers<void>();
  const work = transaction(database, async (ctx) => {
    await insert(ctx, id);
    opened.resolve();
    await close.promise;
  });
  await opened.promise;
  expect(await find(database, id)).toBeUndefined();
  close.resolve();
  await work;
  expect(await find(database, id)).toBeDefined();
});

test('a conflict repeats the whole transaction, at most twice', async () => {
  let runs = 0;
  const conflict = Object.assign(new Error('conflict'), { code: '40001' });
  const failing = (times: number) =>
    transaction(database, async (ctx) => {
      await insert(ctx, newId());
      runs += 1;
      if (runs <= times) throw conflict;
      return runs;
    });
  expect(await failing(2)).toBe(3);
  runs = 0;
  await expect(failing(3)).rejects.toBe(conflict);
});

test('values that an engine would bind as something else are refused', async () => {
  const bind = (value: unknown) => sql`select cast(${value} as text) as value`.execute(database.db);
  for (const value of [{}, new Date(), Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(bind(value)).rejects.toThrow('cannot bind');
  }
  expect((await bind(undefined)).rows).toStrictEqual([{ value: null }]);
  expect((await bind(true)).rows).toStrictEqual([{ value: '1' }]);
  expect((await bind(12n)).rows).toStrictEqual([{ value: '12' }]);
});

test('the number of affected rows is the same with and without returning', async () => {
  const id = newId();
  await insert(database, id);
  const update = testTables(database.db)
    .updateTable('accounts')
    .set({ note: 'n' })
    .where('projectId', '=', projectId)
    .where('id', '=', id);
  expect((await update.executeTakeFirst()).numUpdatedRows).toBe(1n);
  expect(await update.returning('note').execute()).toStrictEqual([{ note: 'n' }]);
});

test('a list has the same query text for every length', async () => {
  const ids = [newId(), newId(), newId()];
  for (const [index, id] of ids.entries()) await insert(database, id, index);
  const accounts = testTables(database.db)
    .selectFrom('accounts')
    .where('projectId', '=', projectId)
    .orderBy('id');
  const byId = (list: string[]) =>
    accounts.select('id').where((eb) => inList(database.db, eb.ref('id'), list));
  const byBalance = (list: number[]) =>
    accounts.select('id').where((eb) => inList(database.db, eb.ref('balance'), list));
  expect(await byId(ids.slice(0, 2)).execute()).toStrictEqual([{ id: ids[0] }, { id: ids[1] }]);
  expect(await byId([]).execute()).toStrictEqual([]);
  expect(await byBalance([2]).where('id', 'in', ids).execute()).toStrictEqual([{ id: ids[2] }]);
  expect(await byBalance([]).execute()).toStrictEqual([]);
  expect(byId(ids).compile().sql).toBe(byId([]).compile().sql);
});

test('the rows of a subquery come as JSON', async () => {
  const [id, entry] = [newId(), newId()];
  await insert(database, id);
  await testTables(database.db)
    .insertInto('entries')
    .values({ projectId, accountId: id, id: entry })
    .execute();
  const { entries } = await testTables(database.db)
    .selectFrom('accounts')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .select((eb) =>
      jsonArrayOf(
        database.db,
        eb.selectFrom('entries').select(['entries.id']).whereRef('entries.accountId', '=', 'accounts.id'),
      ).as('entries'),
    )
    .executeTakeFirstOrThrow();
  expect(parseJson(entries)).toStrictEqual([{ id: entry }]);
});

test('a database that cannot be opened fails at once', async () => {
  const options =
    dialectOf(database.db) === 'sqlite'
      ? { kind: 'sqlite' as const, file: '/dev/null/test.db' }
      : { kind: 'postgres' as const, url: 'postgres://127.0.0.1:9/none' };
  await expect(openDatabase(options)).rejects.toThrow();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestTables,
  openTestDatabase,
  type TestDatabase,
  type TestTables,
  testTables,
} from '../../test/storage/database.ts';
import { prepared } from './prepared.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await createTestTables(database.db);
});
afterAll(() => database.drop());

type Account = TestTables['accounts'];

const insertAccounts = prepared((db, rows: Account[]) => testTables(db).insertInto('accounts').values(rows));
const accountById = prepared((db, { projectId, id }: { projectId: string; id: string }) =>
  testTables(db).selectFrom('accounts').selectAll().where('projectId', '=', projectId).where('id', '=', id),
);

const account = (id: string, balance: number): Account => ({ projectId: 'P', id, balance, note: null });

describe('a prepared query', () => {
  test('binds the values of each call, however many rows there are', async () => {
    await insertAccounts(database.db, [account('a', 1)]);
    await insertAccounts(database.db, [account('b', 2), account('c', 3)]);
    await insertAccounts(database.db, [account('d', 4)]);
    const found = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((id) => accountById(database.db, { projectId: 'P', id })),
    );
    expect(found.map(([row]) => row?.balance)).toEqual([1, 2, 3, 4, undefined]);
  });

  test('is part of the transaction that runs it', async () => {
    const failed = database.db.transaction().execute(async (db) => {
      await insertAccounts(db, [account('gone', 5)]);
      expect(await accountById(db, { projectId: 'P', id: 'gone' })).toHaveLength(1);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await accountById(database.db, { projectId: 'P', id: 'gone' })).toEqual([]);
  });

  test('refuses a value computed from a parameter', async () => {
    const computed = prepared((db, { id }: { id: string }) =>
      testTables(db).selectFrom('accounts').selectAll().where('id', '=', `${id}!`),
    );
    await expect(computed(database.db, { id: 'a' })).rejects.toThrow('put it into the query as it is');
  });
});

import { type Insertable, sql } from 'kysely';
import { dialectOf } from './engine.ts';
import { insertRows } from './insert-rows.ts';
import { prepared } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

type UserRow = Omit<Insertable<Tables['users']>, 'number'>;

/**
 * Inserts users of one project, in this order, and numbers them after all others, also deleted ones: PostgreSQL by a sequence, and SQLite, which
 * has one writer, by the highest number that the project has given. Returns the numbers, in any order.
 */
export async function insertUsers(db: Db, rows: readonly UserRow[]): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const inserted = await (dialectOf(db) === 'postgres'
    ? insertUserRows(db, rows)
    : rows.length === 1
      ? insertNumbered(db, first)
      : insertMany(db, rows));
  return inserted.map(({ number }) => number);
}

const insertUserRows = insertRows('users', (insert) => insert.returning('number'));

const highestNumber = (projectId: string) =>
  sql<number>`(select coalesce(max(number), 0) from users where "projectId" = ${projectId})`;

const lastNumber = (projectId: string) => sql<number>`max(${highestNumber(projectId)},
  coalesce((select given from "searchSlots" where "projectId" = ${projectId}), 0))`;

/**
 * Keeps the numbers of users who are about to be deleted from being given again: a search reads users by their numbers, after it has found those whom
 * the caller may see. Part of the transaction that deletes.
 */
export async function keepNumbers(db: Db, projectId: string): Promise<void> {
  if (dialectOf(db) === 'sqlite') await raiseGiven(db, { projectId });
}

const raiseGiven = prepared((db, { projectId }: { projectId: string }) =>
  db
    .insertInto('searchSlots')
    .values({ projectId, given: highestNumber(projectId) })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet({ given: sql`max("searchSlots".given, excluded.given)` }),
    )
    .returning('given'),
);

const insertNumbered = prepared((db, row: UserRow) =>
  db
    .insertInto('users')
    .values({ ...row, number: sql<number>`${lastNumber(row.projectId)} + 1` })
    .returning('number'),
);

async function insertMany(db: Db, rows: readonly UserRow[]): Promise<{ number: number }[]> {
  const first = rows[0]!;
  const { projectId } = first;
  const columns = (Object.keys(first) as (keyof UserRow)[]).filter((column) => first[column] !== undefined);
  const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`);
  const inserted = await sql<{ number: number }>`
    insert into users (${sql.join([...columns, 'number'].map((column) => sql.ref(column)))})
    select ${sql.join(values)}, ${lastNumber(projectId)} + key + 1 from json_each(${json}) order by key
    returning number`.execute(db);
  return inserted.rows;
}

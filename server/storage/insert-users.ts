import { type Insertable, sql } from 'kysely';
import { dialectOf } from './engine.ts';
import { insertRows } from './insert-rows.ts';
import { prepared } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

type UserRow = Omit<Insertable<Tables['users']>, 'number'>;

/**
 * Inserts users of one project, in this order, and numbers them after all others: PostgreSQL by a sequence, and SQLite, which has one writer,
 * by the highest number of the project.
 */
export async function insertUsers(db: Db, rows: readonly UserRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  if (dialectOf(db) === 'postgres') await insertUserRows(db, rows);
  else if (rows.length === 1) await insertNumbered(db, first);
  else await insertMany(db, rows);
}

const insertUserRows = insertRows('users');

const lastNumber = (projectId: string) =>
  sql<number>`(select coalesce(max(number), 0) from users where "projectId" = ${projectId})`;

const insertNumbered = prepared((db, row: UserRow) =>
  db.insertInto('users').values({ ...row, number: sql<number>`${lastNumber(row.projectId)} + 1` }),
);

async function insertMany(db: Db, rows: readonly UserRow[]): Promise<void> {
  const first = rows[0]!;
  const { projectId } = first;
  const columns = (Object.keys(first) as (keyof UserRow)[]).filter((column) => first[column] !== undefined);
  const json = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`);
  await sql`insert into users (${sql.join([...columns, 'number'].map((column) => sql.ref(column)))})
    select ${sql.join(values)}, ${lastNumber(projectId)} + key + 1 from json_each(${json}) order by key`.execute(
    db,
  );
}

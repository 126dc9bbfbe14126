import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { dialectOf } from './engine.ts';
import type { Db, Tables } from './tables.ts';

/**
 * An insert whose rows are one parameter: the same text, and the same prepared statement, for any number of them, which
 * the engines limit otherwise. All rows have the columns of the first one.
 */
export function insertRows<T extends keyof Tables & string>(
  db: Db,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): InsertQueryBuilder<Tables, T, InsertResult> {
  const columns = Object.keys(rows[0]!) as (keyof Insertable<Tables[T]> & string)[];
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression(
      dialectOf(db) === 'sqlite' ? fromArrays(columns, rows) : fromRecords(table, columns, rows),
    ) as never;
}

/** The condition keeps SQLite from reading `on conflict` as a join. */
function fromArrays<R extends object>(columns: (keyof R)[], rows: readonly R[]) {
  const arrays = JSON.stringify(rows.map((row) => columns.map((column) => row[column])));
  const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`);
  return sql`select ${sql.join(values)} from json_each(${arrays}) where true`;
}

function fromRecords<R extends object>(table: string, columns: (keyof R & string)[], rows: readonly R[]) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return sql`select ${names} from json_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)})`;
}

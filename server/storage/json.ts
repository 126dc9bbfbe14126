import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom as postgresArrayFrom } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteArrayFrom } from 'kysely/helpers/sqlite';
import { dialectOf } from './engine.ts';
import type { Db } from './tables.ts';

/** JSON text of a `T`. Any string is accepted; only the type is checked. */
export type Json<T> = string & { readonly of?: T };

type Engine = Pick<Db, 'getExecutor'>;

type Subquery<O> = Parameters<typeof sqliteArrayFrom<O>>[0];

/** Returns the rows of a correlated subquery, which names its columns, as one JSON column for `parseJson`. */
export function jsonArrayOf<O>(engine: Engine, rows: Subquery<O>): RawBuilder<Json<O[]>> {
  if (dialectOf(engine) === 'sqlite') return sqliteArrayFrom(rows) as unknown as RawBuilder<Json<O[]>>;
  return sql<Json<O[]>>`${postgresArrayFrom(rows)}::text`;
}

/**
 * Builds `in` with one parameter, so that the query text and its prepared statement are the same for every
 * length.
 */
export function inList<T extends string | number>(
  engine: Engine,
  column: Expression<T>,
  values: readonly T[],
): Expression<SqlBool> {
  if (dialectOf(engine) === 'sqlite') {
    return sql<SqlBool>`${column} in (select value from json_each(${values}))`;
  }
  return sql<SqlBool>`${column} = any(${values})`;
}

/** Builds a table from columns of equal length, with the same query text for every length. */
export function tableOf(
  engine: Engine,
  columns: Record<string, readonly number[] | readonly string[]>,
): RawBuilder<unknown> {
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const lists = Object.values(columns);
  if (dialectOf(engine) === 'sqlite') {
    const rows = lists[0]!.map((_, row) => lists.map((list) => list[row]));
    const selected = names.map((name, index) => sql`value ->> ${sql.lit(index)} as ${name}`);
    return sql`(select ${sql.join(selected)} from json_each(${JSON.stringify(rows)}))`;
  }
  const arrays = lists.map(
    (list) => sql`cast(${list} as ${sql.raw(typeof list[0] === 'number' ? 'bigint' : 'text')}[])`,
  );
  return sql`(select * from unnest(${sql.join(arrays)}) as t (${sql.join(names)}))`;
}

export function parseJson<T>(json: Json<T>): T {
  // Most lists are empty, and a user has six.
  return json === '[]' ? ([] as T) : JSON.parse(json);
}

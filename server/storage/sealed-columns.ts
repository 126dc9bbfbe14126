import { sql } from 'kysely';
import { acrossProjects } from './scope.ts';
import type { Db, Row, Tables } from './tables.ts';

/** A column with sealed values: one in each row, or several within JSON. Each group describes its own. */
export interface SealedColumn {
  table: keyof Tables;
  /** The primary key. */
  key: readonly string[];
  column: string;
  /** The purpose with which the values of the row are sealed. */
  purposeOf(row: Record<string, unknown>): string;
  /** True if the rows live for minutes only, so that waiting replaces sealing them again. */
  expires?: boolean;
}

type SealedColumnOf<T extends keyof Tables> = Omit<SealedColumn, 'table' | 'key' | 'column' | 'purposeOf'> & {
  table: T;
  key: readonly (keyof Row<T> & string)[];
  column: keyof Row<T> & string;
  purposeOf(row: Row<T>): string;
};

/** Checks the names against the table's type. */
export function sealedColumn<T extends keyof Tables>(column: SealedColumnOf<T>): SealedColumnOf<T> {
  return column;
}

const batchSize = 100;

/** Reads the rows of all projects that may hold sealed values, in batches by primary key. Empty columns are left out. */
export async function* readSealedRows(
  db: Db,
  { table, key, column }: SealedColumn,
): AsyncGenerator<Record<string, unknown>[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let last: Record<string, unknown> | undefined;
  for (;;) {
    const after = last ? sql`and (${columns}) > (${sql.join(key.map((name) => last?.[name]))})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${sql.ref(column)} like '%v_.%' ${after}
      order by ${columns} limit ${sql.lit(batchSize)}`.execute(acrossProjects(db));
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

/** Replaces the value of a row. Returns `false` if it is no longer the one that was read. */
export async function replaceSealed(
  db: Db,
  { table, key, column }: SealedColumn,
  row: Record<string, unknown>,
  value: string,
): Promise<boolean> {
  const isRow = sql.join(
    [...key, column].map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${isRow}
    returning ${sql.ref(column)}`.execute(acrossProjects(db));
  return rows.length > 0;
}

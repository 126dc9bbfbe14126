import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import type { CopiedTable } from './tables.ts';

export type CopiedRow = Record<string, string | number | null>;

const batchSize = 500;

/** Reads all rows in batches by primary key. The engines can sort keys differently. */
export async function* readRows(db: Db, { name, columns, key }: CopiedTable): AsyncGenerator<CopiedRow[]> {
  const keyColumns = references(key);
  let last: CopiedRow | undefined;
  for (;;) {
    const after = last
      ? sql`where (${keyColumns}) > (${sql.join(key.map((column) => last?.[column]))})`
      : sql``;
    const { rows } = await sql<CopiedRow>`
      select ${references(columns)} from ${sql.table(name)} ${after}
      order by ${keyColumns} limit ${sql.lit(batchSize)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}

/** Returns those of the rows that the table has, found by their primary keys. */
export async function findRows(
  db: Db,
  { name, columns, key }: CopiedTable,
  wanted: readonly CopiedRow[],
): Promise<CopiedRow[]> {
  const keys = wanted.map((row) => sql`(${sql.join(key.map((column) => row[column]))})`);
  const { rows } = await sql<CopiedRow>`
    select ${references(columns)} from ${sql.table(name)}
    where (${references(key)}) in (values ${sql.join(keys)})`.execute(db);
  return rows;
}

export async function hasRows(db: Db, { name }: Pick<CopiedTable, 'name'>): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Describes a row by the columns and values of its primary key, which are no secrets. */
export function describeKey({ key }: CopiedTable, row: CopiedRow): string {
  return key.map((column) => `${column} ${row[column]}`).join(', ');
}

/** Returns the same text for the same row on both engines: a JSON list of the values. */
export function canonical({ columns }: CopiedTable, row: CopiedRow): string {
  return JSON.stringify(columns.map((column) => row[column]));
}

export interface TableSum {
  rows: number;
  /** The sum of the SHA-256 hashes of all rows, modulo 2^256: it does not depend on their order. */
  sum: bigint;
}

export async function sumTable(db: Db, table: CopiedTable): Promise<TableSum> {
  const total: TableSum = { rows: 0, sum: 0n };
  for await (const rows of readRows(db, table)) {
    total.rows += rows.length;
    for (const row of rows) {
      const hex = createHash('sha256').update(canonical(table, row)).digest('hex');
      total.sum = BigInt.asUintN(256, total.sum + BigInt(`0x${hex}`));
    }
  }
  return total;
}

function references(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

import type { Db } from '../tables.ts';
import { CopyError } from './copy-error.ts';
import { canonical, describeKey, findRows, readRows, sumTable } from './rows.ts';
import type { CopiedTable } from './tables.ts';

export interface ComparedTable {
  table: string;
  rows: number;
  /** `sum` of `TableSum`, in hexadecimal digits. */
  checksum: string;
}

/** Reads the table in both databases. Throws if they differ, with the first row that does. */
export async function compareTable(source: Db, target: Db, table: CopiedTable): Promise<ComparedTable> {
  const [ours, theirs] = [await sumTable(source, table), await sumTable(target, table)];
  if (ours.rows === theirs.rows && ours.sum === theirs.sum) {
    return { table: table.name, rows: ours.rows, checksum: ours.sum.toString(16).padStart(64, '0') };
  }
  const difference =
    (await firstDifference(source, target, table)) ?? (await firstDifference(target, source, table));
  throw new CopyError(
    `The table ${table.name} has ${ours.rows} rows in the source and ${theirs.rows} in the target, and differs ` +
      `at ${difference ?? 'an unknown row'}. Perhaps the source was used after an interrupted move: empty the target ` +
      'and repeat the command',
  );
}

/** Returns the key of the first row in `one` that is missing in `other` or differs there. */
async function firstDifference(one: Db, other: Db, table: CopiedTable): Promise<string | undefined> {
  for await (const rows of readRows(one, table)) {
    const found = new Set((await findRows(other, table, rows)).map((row) => canonical(table, row)));
    const row = rows.find((row) => !found.has(canonical(table, row)));
    if (row) return describeKey(table, row);
  }
  return undefined;
}

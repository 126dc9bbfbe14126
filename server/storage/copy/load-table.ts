import { type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import { runTransaction } from '../executor.ts';
import { insertRows } from '../insert-rows.ts';
import { acrossProjects } from '../scope.ts';
import type { Db } from '../tables.ts';
import { CopyError } from './copy-error.ts';
import { type CopiedRow, describeKey, hasRows, readRows } from './rows.ts';
import type { CopiedTable } from './tables.ts';

/**
 * Copies a table in one transaction of the target, so that a copy that ends early leaves the table empty. Leaves a
 * table with rows alone, because an earlier run has copied it. Yields the number of rows after each batch.
 */
export async function loadTable(
  source: Db,
  target: Db,
  table: CopiedTable,
  report: (rows: number) => void,
): Promise<void> {
  // Not `transaction`: it would refuse the reads from the other database.
  await runTransaction(target, async (transaction) => {
    const db = acrossProjects(transaction);
    await waitForOtherDatabase(db);
    if (await hasRows(db, table)) return;
    const putBack = await takeOff(db, table.name);
    const insert = insertRows(table.name);
    let copied = 0;
    for await (const rows of readRows(source, table)) {
      if (dialectOf(db) === 'postgres') refuseZeros(table, rows);
      await insert(db, rows as never);
      copied += rows.length;
      report(copied);
    }
    for (const statement of putBack) await statement.execute(db);
  });
}

/** PostgreSQL otherwise ends a transaction that waits for long, here for the other database. */
export async function waitForOtherDatabase(db: Db): Promise<void> {
  if (dialectOf(db) === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
}

type Statement = RawBuilder<unknown>;

/**
 * Takes off what would act on each inserted row, and returns the statements that put it back: triggers, which would fill
 * tables that are copied themselves; and on PostgreSQL foreign keys, which a row may refer to before the referenced row is
 * there, and indexes, which are built faster at once. SQLite would forget the statistics of an index
 * (`0046-without-rowid.ts`), and its foreign keys are off.
 */
async function takeOff(db: Db, table: string): Promise<Statement[]> {
  if (dialectOf(db) === 'sqlite') {
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${table}`.execute(db);
    for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
    return rows.map((trigger) => sql.raw(trigger.sql));
  }
  await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  const { rows: foreignKeys } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conrelid = cast(${quoted(table)} as regclass)`.execute(db);
  for (const { name } of foreignKeys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = cast(${quoted(table)} as regclass)
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  return [
    ...indexes.map(({ definition }) => sql.raw(definition)),
    ...foreignKeys.map(
      ({ name, definition }) =>
        sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`,
    ),
    sql`alter table ${sql.table(table)} enable trigger user`,
  ];
}

function quoted(name: string): string {
  return `"${name}"`;
}

/** SQLite stores the character U+0000, and PostgreSQL does not. */
function refuseZeros(table: CopiedTable, rows: readonly CopiedRow[]): void {
  for (const row of rows) {
    const column = table.columns.find((column) => String(row[column]).includes('\0'));
    if (column === undefined) continue;
    throw new CopyError(
      `The value of ${table.name}.${column} contains the character U+0000 (${describeKey(table, row)}), which PostgreSQL ` +
        'cannot store. Change the value and repeat the command',
    );
  }
}

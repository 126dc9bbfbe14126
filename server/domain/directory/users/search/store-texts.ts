import { sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';

/** The number of users whose texts are indexed at once, so that no transaction takes long. */
const foldedRows = 512;

/** The number of pages that are merged at once. It takes about two milliseconds. */
const mergedPages = 32;

/** Reports whether so many users have changed since their texts were indexed. PostgreSQL indexes them at once. */
export async function hasTextTail(db: Db, length = 1): Promise<boolean> {
  if (dialectOf(db) === 'postgres') return false;
  const last = sql`select 1 from "userTextTail" limit 1 offset ${sql.lit(length - 1)}`;
  const { rows } = await last.execute(acrossProjects(db));
  return rows.length > 0;
}

/** Indexes the texts of the users in the tail, and removes them from it. Part of a transaction. */
export async function foldTextRows(transaction: Db): Promise<void> {
  const db = acrossProjects(transaction);
  const first = sql`select number from "userTextTail" order by number limit ${sql.lit(foldedRows)}`;
  await sql`delete from "userTextIndex" where rowid in (
    select number from "userTextTail" where indexed = 1 and number in (${first}))`.execute(db);
  await sql`insert into "userTextIndex" (rowid, text)
    select number, text from "userTexts" where number in (${first})`.execute(db);
  await sql`delete from "userTextTail" where number in (${first})`.execute(db);
}

/** Merges some pages of the index of SQLite. Returns whether there is more to merge. Part of a transaction. */
export async function mergeTextIndex(transaction: Db): Promise<boolean> {
  if (dialectOf(transaction) === 'postgres') return false;
  const db = acrossProjects(transaction);
  const before = await countChanges(db);
  await sql`insert into "userTextIndex" ("userTextIndex", rank) values ('merge', ${sql.lit(mergedPages)})`.execute(
    db,
  );
  // FTS5 makes a single change when nothing is left (https://www.sqlite.org/fts5.html#the_merge_command).
  return (await countChanges(db)) - before > 1;
}

/** The rows that this connection has changed. */
async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]!.changes;
}

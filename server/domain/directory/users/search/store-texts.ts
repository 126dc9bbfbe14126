import { sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';

/** The number of users whose texts are indexed at once, so that no transaction takes long. */
const foldedRows = 512;

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

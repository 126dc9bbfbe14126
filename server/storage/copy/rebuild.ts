import { sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import { runTransaction } from '../executor.ts';
import { acrossProjects } from '../scope.ts';
import type { Db } from '../tables.ts';

/** Fills the tables that are derived from others, and lets the numbering continue after the highest number. */
export async function rebuildDerived(target: Db): Promise<void> {
  await runTransaction(target, async (transaction) => {
    const db = acrossProjects(transaction);
    // PostgreSQL has several rows for the same flags, whose sum counts.
    await sql`delete from "userCounts"`.execute(db);
    await sql`
      insert into "userCounts" ("projectId", flags, count)
      select "projectId", flags, count(*) from "searchedUsers" group by "projectId", flags`.execute(db);
    if (dialectOf(db) === 'sqlite') await indexTexts(db);
    else await continueNumbers(db);
  });
  // Without statistics, the first queries would be planned as for small tables. SQLite's are fixed.
  if (dialectOf(target) === 'postgres') await sql`analyze`.execute(acrossProjects(target));
}

async function indexTexts(db: Db): Promise<void> {
  await sql`insert into "userTextIndex" ("userTextIndex") values ('delete-all')`.execute(db);
  await sql`insert into "userTextIndex" (rowid, text) select number, text from "userTexts"`.execute(db);
}

/** SQLite itself continues after the highest number in the table. */
async function continueNumbers(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relnamespace = current_schema()::regnamespace`.execute(db);
  for (const { table, column } of rows) {
    await sql`
      select setval(pg_get_serial_sequence(${`"${table}"`}, ${column}), coalesce(max(${sql.ref(column)}), 1),
        max(${sql.ref(column)}) is not null)
      from ${sql.table(table)}`.execute(db);
  }
}

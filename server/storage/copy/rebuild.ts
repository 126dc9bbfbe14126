import { sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import { runTransaction } from '../executor.ts';
import { acrossProjects } from '../scope.ts';
import type { Db } from '../tables.ts';

/** Notes that the search index has no user yet, and lets the numbering continue after the highest number. */
export async function rebuildDerived(target: Db): Promise<void> {
  await runTransaction(target, async (transaction) => {
    const db = acrossProjects(transaction);
    // The server folds them into the search index.
    await sql`insert into "searchLog" ("projectId", change, number) select "projectId", 0, number from users
      where true on conflict do nothing`.execute(db);
    if (dialectOf(db) === 'postgres') await continueNumbers(db);
  });
  // Without statistics, the first queries would be planned as for small tables. SQLite's are fixed.
  if (dialectOf(target) === 'postgres') await sql`analyze`.execute(acrossProjects(target));
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
  await sql`select setval('"userNumbers"', coalesce(max(number), 1), max(number) is not null) from users`.execute(
    db,
  );
}

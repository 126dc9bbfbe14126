import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/** Those of the index before migration 0126, and those by which versions that do not know its log have written it. */
const triggers = [
  /^users_search_/,
  /_search_(insert|delete)$/,
  /^userRoles_tenants_/,
  /_changed_(insert|update|delete)$/,
  /^(searchedUsers|userTexts)_(insert|update|delete)$/,
  /_log_(insert|update|delete)$/,
];
const functionsOfTriggers = ['noteSearchChanges', 'logUsers', 'logOwners'];

/** Each before the tables to which its rows refer. */
const tables = ['userFacets', 'userTexts', 'searchedUsers', 'searchFacets', 'userCounts', 'searchChanges'];

/**
 * Removes the search index that triggers wrote. From here on, every operation that changes what a search can see writes the log of migration
 * 0126, and earlier versions, which leave that to triggers, cannot work any more.
 */
export const searchWithoutTriggers: StatedMigration = {
  needs: 'contract',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') await dropTriggers(db);
    else {
      // Dropping tables that refer to projects takes this lock, which a plan of the migration has to name.
      await sql`lock table projects in access exclusive mode`.execute(db);
      await dropFunctions(db);
    }
    if (dialectOf(db) === 'sqlite') {
      for (const table of ['userTextIndex', 'userTextTail']) await db.schema.dropTable(table).execute();
    }
    for (const table of tables) await db.schema.dropTable(table).execute();
    // Unique only now: the triggers gave numbers to users of versions that do not know them.
    await db.schema.dropIndex('users_number').execute();
    await sql`create unique index users_number on users ("projectId", number)`.execute(db);
  },
};

async function dropTriggers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    db,
  );
  for (const { name } of rows.filter(isOfSearch)) await sql`drop trigger ${sql.id(name)}`.execute(db);
}

/** Drops the triggers that call them, too, most of which have the same name. */
async function dropFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows: functions } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = current_schema()::regnamespace
      and prorettype = 'trigger'::regtype order by 1`.execute(db);
  const { rows: callers } = await sql<{ name: string; table: string; calls: string }>`
    select t.tgname as name, c.relname as table, p.proname as calls from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal order by 2, 1`.execute(db);
  const dropped = functions.filter(isOfSearch);
  for (const { name, table } of callers.filter(({ calls }) => dropped.some(({ name }) => name === calls)))
    await sql`drop trigger ${sql.id(name)} on ${sql.id(table)}`.execute(db);
  for (const { name } of dropped) await sql`drop function ${sql.id(name)}()`.execute(db);
}

function isOfSearch({ name }: { name: string }): boolean {
  return functionsOfTriggers.includes(name) || triggers.some((pattern) => pattern.test(name));
}

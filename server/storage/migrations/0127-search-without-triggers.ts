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
    else await dropFunctions(db);
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

/** With them go the triggers that call them, most of which have the same name. */
async function dropFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = current_schema()::regnamespace
      and prorettype = 'trigger'::regtype`.execute(db);
  for (const { name } of rows.filter(isOfSearch))
    await sql`drop function ${sql.id(name)}() cascade`.execute(db);
}

function isOfSearch({ name }: { name: string }): boolean {
  return functionsOfTriggers.includes(name) || triggers.some((pattern) => pattern.test(name));
}

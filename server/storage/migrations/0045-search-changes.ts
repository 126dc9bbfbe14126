import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../engine.ts';
import { addTenantRoleFacets } from './0045-tenant-role-facets.ts';

/**
 * Lists the users whose entries in the search index have changed, so that a set of users in memory can be brought
 * up to date (`domain/directory/users/search/store-members.ts`). `change` is a running number on SQLite, and on PostgreSQL the
 * ID of the transaction.
 */
export const searchChanges: Migration = {
  async up(db: Kysely<unknown>) {
    // First, so that the new entries of all users do not fill the list.
    await addTenantRoleFacets(db);
    const statements = dialectOf(db) === 'sqlite' ? sqlite() : postgres();
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** The changes of users that a search can find, by table and event. A deleted user has no row in any table. */
const sources = [
  ['searchedUsers', 'insert'],
  ['searchedUsers', 'update'],
  ['searchedUsers', 'delete'],
  ['userFacets', 'insert'],
  ['userFacets', 'delete'],
  ['userTexts', 'insert'],
  ['userTexts', 'update'],
] as const;

/** Changes of one user that follow each other are one entry, which moves on: a search may have read it already. */
function sqlite(): string[] {
  return [
    'create table "searchChanges" (change integer primary key, number integer not null)',
    ...sources.map(([table, event]) => {
      const row = event === 'delete' ? 'old' : 'new';
      return `create trigger "${table}_changed_${event}" after ${event} on "${table}" begin
          update "searchChanges" set change = change + 1
          where change = (select max(change) from "searchChanges") and number = ${row}.number;
          insert into "searchChanges" (number) select ${row}.number where changes() = 0;
        end`;
    }),
  ];
}

function postgres(): string[] {
  return [
    'create table "searchChanges" (change bigint, number bigint, primary key (change, number))',
    `create function "noteSearchChanges"() returns trigger language plpgsql as $$ begin
      insert into "searchChanges" (change, number)
      select distinct cast(cast(pg_current_xact_id() as text) as bigint), number from changed
      on conflict do nothing;
      return null;
    end $$`,
    ...sources.map(
      ([table, event]) =>
        `create trigger "${table}_changed_${event}" after ${event} on "${table}"
        referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function "noteSearchChanges"()`,
    ),
  ];
}

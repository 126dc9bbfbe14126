import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../engine.ts';
import { flagsOf } from './0015-user-search-sources.ts';

/**
 * Lets a change of a user that leaves the flags alone write only the time of the change to the search index. SQLite
 * deletes and inserts again the entry of each index that contains an assigned column, even if its value stays. PostgreSQL
 * writes a new version of the whole row in any case.
 */
export const narrowSearchUpdates: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'postgres') return;
    const flagged = ['status', 'test', '"verifiedEmail"', '"verifiedPhone"'];
    const statements = [
      'drop trigger "users_search_update"',
      trigger('users_search_update', flagged, `flags = ${flagsOf('new')}`),
      trigger('users_search_created', ['"createdAt"'], '"createdAt" = new."createdAt"'),
      trigger('users_search_modified', ['"modifiedAt"'], '"modifiedAt" = new."modifiedAt"'),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

function trigger(name: string, columns: string[], assignment: string): string {
  return `create trigger "${name}" after update of ${columns} on users
    when ${columns.map((column) => `old.${column} <> new.${column}`).join(' or ')} begin
      update "searchedUsers" set ${assignment} where "projectId" = new."projectId" and "userId" = new.id;
    end`;
}

import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

const sources = [
  ['searchedUsers', 'insert'],
  ['searchedUsers', 'update'],
  ['searchedUsers', 'delete'],
  ['userFacets', 'insert'],
  ['userFacets', 'delete'],
  ['userTexts', 'insert'],
  ['userTexts', 'update'],
] as const;

/**
 * SQLite: changes of one user that follow each other leave the first entry where it is, instead of moving it on each
 * time. A search takes the newest entry as one that can still change (`domain/directory/users/search/store-changes.ts`);
 * earlier versions do not, and would miss changes.
 */
export const firstSearchChanges: StatedMigration = {
  needs: 'contract',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db as never) === 'postgres') return;
    for (const [table, event] of sources) {
      const row = event === 'delete' ? 'old' : 'new';
      const name = `${table}_changed_${event}`;
      await sql.raw(`drop trigger "${name}"`).execute(db);
      await sql
        .raw(
          `create trigger "${name}" after ${event} on "${table}"
           when ${row}.number is not (select number from "searchChanges" order by change desc limit 1) begin
             insert into "searchChanges" (number) values (${row}.number);
           end`,
        )
        .execute(db);
    }
  },
};

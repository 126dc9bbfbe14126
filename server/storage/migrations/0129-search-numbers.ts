import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * On PostgreSQL, the log of the search index is numbered by transactions from here on, so that adding to it needs no sequence: a database that
 * is distributed by project would read the users of all nodes for each new entry. And the numbers of projects, which only SQLite uses, get the
 * project ID as their key.
 */
export const searchNumbers: StatedMigration = {
  needs: 'contract',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') return;
    await sql`drop sequence "searchLogChanges"`.execute(db);
    await sql`alter table "searchSlots" drop constraint "searchSlots_pkey"`.execute(db);
    await sql`alter table "searchSlots" drop constraint "searchSlots_project"`.execute(db);
    await sql`alter table "searchSlots" add constraint "searchSlots_pkey" primary key ("projectId")`.execute(
      db,
    );
  },
};

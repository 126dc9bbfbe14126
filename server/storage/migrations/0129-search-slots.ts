import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * Gives the numbers of projects the project ID as their key on PostgreSQL, where every table of projects can be distributed by it. Only SQLite
 * uses them.
 */
export const searchSlots: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') return;
    await sql`alter table "searchSlots" drop constraint "searchSlots_pkey"`.execute(db);
    await sql`alter table "searchSlots" drop constraint "searchSlots_project"`.execute(db);
    await sql`alter table "searchSlots" add constraint "searchSlots_pkey" primary key ("projectId")`.execute(db);
  },
};

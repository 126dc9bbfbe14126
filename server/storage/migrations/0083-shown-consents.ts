import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Keeps the page's words when a user allowed a third-party application something, by resource server. */
export const shownConsents: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('consents').addColumn('allowed', 'text').execute();
  },
};

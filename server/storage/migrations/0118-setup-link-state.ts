import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Adds what a setup link may do, whom it was sent to, and what its holder has done. Links that exist may not map roles. */
export const setupLinkState: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('ssoSetupLinks')
      .addColumn('sentTo', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('ssoSetupLinks')
      .addColumn('mapsRoles', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const name of ['openedAt', 'changedAt', 'doneAt']) {
      await db.schema
        .alterTable('ssoSetupLinks')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Operations that span two requests end with the access that they were begun with. An authenticator
 * that is being added at the upgrade has no session, so it has to be begun again.
 */
export const pendingOperations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('revocations', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('totpSignUps')
      .addColumn('sessionId', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Ends operations that span two requests together with the access under which they began. An authenticator
 * being added during the upgrade has no session, so the user has to start again.
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

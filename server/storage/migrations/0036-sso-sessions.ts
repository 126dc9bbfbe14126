import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records the tenants whose identity providers started a session. Existing sessions continue unchanged. */
export const ssoSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('ssoTenantIds', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};

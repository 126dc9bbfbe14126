import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records which tenants' identity providers began a session. Existing sessions continue unchanged. */
export const ssoSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('ssoTenantIds', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};

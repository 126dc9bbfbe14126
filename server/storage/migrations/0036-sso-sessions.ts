import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whose identity provider a session was begun with. Sessions from before go on as they were. */
export const ssoSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('ssoTenantIds', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};

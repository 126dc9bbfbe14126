import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Binds codes and links that were requested with a refresh JWT to that session. */
export const challengeSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('challenges')
      .addColumn('sessionId', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    // Pending codes and links expire within ten minutes, and do not record their session uniformly.
    await sql`delete from challenges where purpose = 'update' or terms like '%"continues":%'`.execute(db);
  },
};

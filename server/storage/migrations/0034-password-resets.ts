import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Marks sessions that started with a password reset link. */
export const passwordResets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('resetsPassword', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

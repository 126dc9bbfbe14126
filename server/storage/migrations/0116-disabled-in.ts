import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Adds the tenant that has disabled a user. It is empty for users who were disabled before: then only the application enables them. */
export const disabledIn: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('users')
      .addColumn('disabledIn', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

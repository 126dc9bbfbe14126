import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Lets SQLite remember the highest number that it has given to a user of a project, as the sequence of PostgreSQL does. */
export const givenNumbers: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('searchSlots')
      .addColumn('given', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Lets a fold write in several short transactions: after one that did not end, the changes up to this one are counted again. */
export const unfinishedFolds: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('searchFolds')
      .addColumn('unfinished', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

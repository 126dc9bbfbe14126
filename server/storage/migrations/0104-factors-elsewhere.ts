import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Adds whether a user had to prove a second factor in the product from which they were imported. */
export const factorsElsewhere: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('secondFactorAsks')
      .addColumn('hadElsewhere', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

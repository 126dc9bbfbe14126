import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

export const projectImports: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('projects').addColumn('importStartedAt', 'bigint').execute();
  },
};

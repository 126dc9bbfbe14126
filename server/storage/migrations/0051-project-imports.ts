import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const projectImports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('projects').addColumn('importStartedAt', 'bigint').execute();
  },
};

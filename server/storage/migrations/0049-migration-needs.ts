import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** `contract`, because earlier versions do not read this table. */
export const migrationNeeds: StatedMigration = {
  needs: 'contract',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('migrationNeeds')
      .addColumn('migration', 'text', (column) => column.primaryKey())
      .addColumn('needs', 'text', (column) => column.notNull())
      .execute();
  },
};

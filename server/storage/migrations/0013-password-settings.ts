import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject } from './columns.ts';

export const passwordSettings: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('passwordSettings'))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('passwordSettings_pk', ['projectId', 'tenantId'])
      .execute();
  },
};

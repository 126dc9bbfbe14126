import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject } from './columns.ts';

export const customAttributes: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('customAttributes'))
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('customAttributes_pk', ['projectId', 'owner', 'id'])
      .addUniqueConstraint('customAttributes_name', ['projectId', 'owner', 'name'])
      .execute();
  },
};

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject } from './columns.ts';

/** Adds the flows that a project has changed or duplicated. */
export const flows: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('flows'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('isDisabled', 'integer', (column) => column.notNull())
      .addColumn('updatedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('flows_pk', ['projectId', 'id'])
      .execute();
  },
};

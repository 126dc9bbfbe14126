import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

/** Uploaded logos of the hosted pages. */
export const logos: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('logos'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('logos_pk', ['projectId', 'name'])
      .execute();
    await createIndex(db, 'logos', ['name']);
  },
};

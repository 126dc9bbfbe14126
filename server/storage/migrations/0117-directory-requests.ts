import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofTenant } from './columns.ts';

/** Adds the last requests of directories, with their responses. */
export const directoryRequests: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofTenant(ofProject(db.schema.createTable('scimRequests')))
      .addColumn('failed', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('occurredAt', 'bigint', (column) => column.notNull())
      .addColumn('keyId', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('scimType', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('scimRequests_pk', ['projectId', 'tenantId', 'failed', 'id'])
      .execute();
    await createIndex(db, 'scimRequests', ['occurredAt']);
  },
};

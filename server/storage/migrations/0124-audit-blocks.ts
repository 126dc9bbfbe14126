import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject } from './columns.ts';

/**
 * Adds the blocks by which searches find events of the audit log. Each has 8,192 events of the chain. The server builds those of
 * existing events in the background, because that takes minutes for millions of events, and reads events without a block itself.
 */
export const auditBlocks: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('auditBlocks'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('bucket', 'integer', (column) => column.notNull())
      .addColumn('oldest', 'bigint', (column) => column.notNull())
      .addColumn('newest', 'bigint', (column) => column.notNull())
      .addColumn('postings', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('auditBlocks_pk', ['projectId', 'number', 'bucket'])
      .execute();
  },
};

import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import { ofProject } from './columns.ts';

/**
 * Adds the blocks by which searches find events of the audit log. Each has 16,384 events of the chain. The server builds those of
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
      // The rows are short enough to lie in the tree of their key.
      .$call((table) => (dialectOf(db) === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
      .execute();
  },
};

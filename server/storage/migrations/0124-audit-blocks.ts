import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import { ofProject } from './columns.ts';

/**
 * Adds the blocks by which searches find events of the audit log. The server builds those of existing events in the background, because that
 * takes minutes for millions of events, and reads events without a block itself.
 */
export const auditBlocks: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const onPostgres = dialectOf(db) === 'postgres';
    const bytes = onPostgres ? 'bytea' : 'blob';
    await ofProject(db.schema.createTable('auditBlocks'))
      .addColumn('firstChunk', 'integer', (column) => column.notNull())
      .addColumn('chunks', 'integer', (column) => column.notNull())
      .addColumn('times', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('auditBlocks_pk', ['projectId', 'firstChunk'])
      .execute();
    await ofProject(db.schema.createTable('auditPostings'))
      .addColumn('chunks', 'integer', (column) => column.notNull())
      .addColumn('firstChunk', 'integer', (column) => column.notNull())
      .addColumn('bucket', 'integer', (column) => column.notNull())
      .addColumn('postings', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('auditPostings_pk', ['projectId', 'chunks', 'firstChunk', 'bucket'])
      // Most rows are short enough to lie in the tree of their key.
      .$call((table) => (onPostgres ? table : table.modifyEnd(sql`without rowid`)))
      .execute();
    // They contain hashes, which cannot be compressed.
    if (onPostgres)
      await sql`alter table "auditPostings" alter column postings set storage external`.execute(db);
  },
};

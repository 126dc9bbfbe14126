import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import { createIndex } from './columns.ts';

/** Unlogged: a count waits for no disk, and a crash of PostgreSQL may forget the counts. */
export const rateCounts: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const table = db.schema.createTable('rateCounts');
    await (dialectOf(db as never) === 'postgres' ? table.modifyFront(sql`unlogged`) : table)
      .addColumn('projectId', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('paidBackAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('rateCounts_pk', ['projectId', 'subject'])
      .execute();
    await createIndex(db, 'rateCounts', ['paidBackAt']);
  },
};

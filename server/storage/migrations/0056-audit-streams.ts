import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject } from './columns.ts';

/** Instances of earlier versions do not send streams, and change nothing that a stream reads. */
export const auditStreams: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('auditStreams'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealedSettings', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('sentSequence', 'bigint', (column) => column.notNull())
      .addColumn('lastSentAt', 'bigint')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('nextAttemptAt', 'bigint', (column) => column.notNull())
      .addColumn('failingSince', 'bigint')
      .addColumn('lastError', 'text', (column) => column.notNull())
      .addColumn('claimedBy', 'text', (column) => column.notNull())
      .addColumn('claimedUntil', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('auditStreams_pk', ['projectId', 'id'])
      .execute();
  },
};

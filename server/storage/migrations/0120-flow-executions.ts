import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

/** Adds the executions of flows, from their first interaction on. */
export const flowExecutions: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('flowExecutions'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('flowId', 'text', (column) => column.notNull())
      .addColumn('sealedState', 'text', (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('nonceHash', 'text', (column) => column.notNull())
      .addColumn('spentNonceHash', 'text', (column) => column.notNull())
      .addColumn('requestHash', 'text', (column) => column.notNull())
      .addColumn('workingSince', 'bigint', (column) => column.notNull())
      .addColumn('sealedAnswer', 'text', (column) => column.notNull())
      .addColumn('answeredAt', 'bigint', (column) => column.notNull())
      .addColumn('isCompleted', 'integer', (column) => column.notNull())
      .addColumn('sessionId', 'text', (column) => column.notNull())
      .addColumn('userId', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('flowExecutions_pk', ['projectId', 'id'])
      .addForeignKeyConstraint(
        'flowExecutions_user',
        ['projectId', 'userId'],
        'users',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    await createIndex(db, 'flowExecutions', ['projectId', 'userId']);
    await createIndex(db, 'flowExecutions', ['expiresAt']);
  },
};

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

export const deviceAndDpop: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('deviceRequests'))
      .addColumn('deviceCodeHash', 'text', (column) => column.notNull())
      .addColumn('userCodeMac', 'text', (column) => column.notNull())
      .addColumn('appId', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('userId', 'text')
      .addForeignKeyConstraint(
        'deviceRequests_user',
        ['projectId', 'userId'],
        'users',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addColumn('grant', 'text')
      .addColumn('intervalMs', 'bigint', (column) => column.notNull())
      .addColumn('nextPollAt', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deviceRequests_pk', ['projectId', 'deviceCodeHash'])
      .addUniqueConstraint('deviceRequests_userCode', ['projectId', 'userCodeMac'])
      .execute();
    await createIndex(db, 'deviceRequests', ['projectId', 'userId']);
    await createIndex(db, 'deviceRequests', ['projectId', 'appId']);
    await createIndex(db, 'deviceRequests', ['expiresAt']);

    await ofProject(db.schema.createTable('dpopProofs'))
      .addColumn('proofHash', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('dpopProofs_pk', ['projectId', 'proofHash'])
      .execute();
    await createIndex(db, 'dpopProofs', ['expiresAt']);
  },
};

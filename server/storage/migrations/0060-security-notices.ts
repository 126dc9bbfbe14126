import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const securityNotices: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('securityNotices')))
      .addColumn('secretHash', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('usedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('securityNotices_pk', ['projectId', 'secretHash'])
      .execute();
    await createIndex(db, 'securityNotices', ['projectId', 'userId']);
    await createIndex(db, 'securityNotices', ['expiresAt']);
    await ofUser(ofProject(db.schema.createTable('seenDevices')))
      .addColumn('deviceHash', 'text', (column) => column.notNull())
      .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('seenDevices_pk', ['projectId', 'userId', 'deviceHash'])
      .execute();
    await createIndex(db, 'seenDevices', ['lastSeenAt']);
  },
};

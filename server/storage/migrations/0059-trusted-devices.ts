import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const trustedDevices: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('trustedDevices')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('tokenHash', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('remoteAddress', 'text', (column) => column.notNull())
      .addColumn('provenAt', 'bigint', (column) => column.notNull())
      .addColumn('lastUsedAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('trustedDevices_pk', ['projectId', 'userId', 'id'])
      .execute();
    await createIndex(db, 'trustedDevices', ['expiresAt']);
  },
};

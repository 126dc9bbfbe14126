import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const totp: Migration = {
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('totpCredentials')))
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('lastStep', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('nextAttemptAt', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('totpCredentials_pk', ['projectId', 'userId'])
      .execute();
    await ofProject(db.schema.createTable('totpSignUps'))
      .addColumn('loginId', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('totpSignUps_pk', ['projectId', 'loginId'])
      .execute();
    await createIndex(db, 'totpSignUps', ['expiresAt']);
  },
};

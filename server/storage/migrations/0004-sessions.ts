import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('sessions'))
      .addColumn('userId', 'text')
      .addForeignKeyConstraint(
        'sessions_user',
        ['projectId', 'userId'],
        'users',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('amr', 'text', (column) => column.notNull())
      .addColumn('roleIds', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('customClaims', 'text', (column) => column.notNull())
      .addColumn('stepUpUntil', 'bigint', (column) => column.notNull())
      .addColumn('impersonatorId', 'text', (column) => column.notNull())
      .addColumn('tokenHash', 'text', (column) => column.notNull())
      .addColumn('previousTokenHash', 'text', (column) => column.notNull())
      .addColumn('rotatedAt', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('remoteAddress', 'text', (column) => column.notNull())
      .addColumn('userAgent', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sessions_pk', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'sessions', ['projectId', 'userId']);
    await createIndex(db, 'sessions', ['expiresAt']);
    await ofUser(ofProject(db.schema.createTable('exchangeCodes')))
      .addColumn('codeHash', 'text', (column) => column.notNull())
      .addColumn('grant', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('exchangeCodes_pk', ['projectId', 'codeHash'])
      .execute();
    await createIndex(db, 'exchangeCodes', ['expiresAt']);
  },
};

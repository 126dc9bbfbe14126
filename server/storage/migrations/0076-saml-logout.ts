import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofSsoApp } from './columns.ts';

/** The service providers of a browser's session, and logouts that are being passed on to them. */
export const samlLogout: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofSsoApp(ofProject(db.schema.createTable('samlParticipants')))
      .addColumn('browserSessionId', 'text', (column) => column.notNull())
      .addForeignKeyConstraint(
        'samlParticipants_session',
        ['projectId', 'browserSessionId'],
        'sessions',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addColumn('sessionIndex', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('signedInAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('samlParticipants_pk', ['projectId', 'browserSessionId', 'ssoAppId'])
      .execute();
    await createIndex(db, 'samlParticipants', ['projectId', 'ssoAppId', 'sessionIndex']);

    await ofProject(db.schema.createTable('samlLogouts'))
      .addColumn('secretHash', 'text', (column) => column.notNull())
      .addColumn('logout', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('samlLogouts_pk', ['projectId', 'secretHash'])
      .execute();
    await createIndex(db, 'samlLogouts', ['expiresAt']);
  },
};

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const openidProvider: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('authorizationCodes')))
      .addColumn('codeHash', 'text', (column) => column.notNull())
      .addColumn('appId', 'text', (column) => column.notNull())
      .addColumn('grant', 'text', (column) => column.notNull())
      .addColumn('sessionId', 'text', (column) => column.notNull())
      .addColumn('usedAt', 'bigint')
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('authorizationCodes_pk', ['projectId', 'codeHash'])
      .execute();
    await createIndex(db, 'authorizationCodes', ['projectId', 'userId']);
    await createIndex(db, 'authorizationCodes', ['projectId', 'appId']);
    await createIndex(db, 'authorizationCodes', ['expiresAt']);

    // A token request names the client and not its project.
    await db.schema.createIndex('ssoApps_client').on('ssoApps').column('clientId').execute();

    await ofProject(db.schema.createTable('applicationSessions'))
      .addColumn('sessionId', 'text', (column) => column.notNull())
      .addForeignKeyConstraint(
        'applicationSessions_session',
        ['projectId', 'sessionId'],
        'sessions',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addColumn('appId', 'text', (column) => column.notNull())
      .addColumn('grant', 'text', (column) => column.notNull())
      .addColumn('browserSessionId', 'text', (column) => column.notNull())
      .addColumn('endsWithBrowser', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('applicationSessions_pk', ['projectId', 'sessionId'])
      .execute();
    await createIndex(db, 'applicationSessions', ['projectId', 'browserSessionId']);
    await createIndex(db, 'applicationSessions', ['projectId', 'appId']);
  },
};

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofSsoApp, ofUser } from './columns.ts';

export const userSsoApps: Migration = {
  async up(db: Kysely<unknown>) {
    await ofSsoApp(ofUser(ofProject(db.schema.createTable('userSsoApps'))))
      .addPrimaryKeyConstraint('userSsoApps_pk', ['projectId', 'userId', 'ssoAppId'])
      .execute();
    await createIndex(db, 'userSsoApps', ['projectId', 'ssoAppId', 'userId']);
  },
};

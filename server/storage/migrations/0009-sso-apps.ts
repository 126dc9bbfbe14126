import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject, ofSsoApp } from './columns.ts';

export const ssoApps: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('ssoApps'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('foldedName', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('logo', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('clientId', 'text')
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('customAttributes', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoApps_pk', ['projectId', 'id'])
      .addUniqueConstraint('ssoApps_name', ['projectId', 'foldedName'])
      .addUniqueConstraint('ssoApps_clientId', ['projectId', 'clientId'])
      .execute();
    await ofSsoApp(ofProject(db.schema.createTable('ssoAppSecrets')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint')
      .addPrimaryKeyConstraint('ssoAppSecrets_pk', ['projectId', 'ssoAppId', 'id'])
      .addUniqueConstraint('ssoAppSecrets_name', ['projectId', 'ssoAppId', 'name'])
      .execute();
    await addDefaultApps(db);
  },
};

/** Gives existing projects the default application that new projects get. */
async function addDefaultApps(db: Kysely<unknown>) {
  await sql`insert into ${sql.table('ssoApps')} (
      "projectId", "id", "type", "name", "foldedName", "description", "logo", "enabled", "clientId", "settings",
      "customAttributes", "createdAt", "modifiedAt"
    ) select
      "id", 'descope-default-oidc', 'oidc', 'OIDC default application', 'oidc default application', '', '', 1,
      "id" || '.descope-default-oidc', '{}', '{}', "createdAt", "createdAt"
    from ${sql.table('projects')}`.execute(db);
}

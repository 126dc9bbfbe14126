import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

export const inboundApps: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('inboundApps'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('uniqueName', 'text')
      .addColumn('clientId', 'text', (column) => column.notNull())
      .addColumn('dynamic', 'integer', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('customAttributes', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('inboundApps_pk', ['projectId', 'id'])
      .addUniqueConstraint('inboundApps_name', ['projectId', 'uniqueName'])
      .addUniqueConstraint('inboundApps_clientId', ['projectId', 'clientId'])
      .execute();
    await createIndex(db, 'inboundApps', ['dynamic', 'createdAt']);

    await ofInboundApp(ofProject(db.schema.createTable('inboundAppSecrets')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealedSecret', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint')
      .addPrimaryKeyConstraint('inboundAppSecrets_pk', ['projectId', 'appId', 'id'])
      .addUniqueConstraint('inboundAppSecrets_name', ['projectId', 'appId', 'name'])
      .execute();

    await ofInboundApp(ofProject(db.schema.createTable('consents')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('grantedBy', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      // A consent is deleted with its user or tenant.
      .addColumn('ofUser', 'text', (column) => column.generatedAlwaysAs(sql`nullif("userId", '')`).stored())
      .addColumn('ofTenant', 'text', (column) =>
        column.generatedAlwaysAs(sql`nullif("tenantId", '')`).stored(),
      )
      .addForeignKeyConstraint(
        'consents_user',
        ['projectId', 'ofUser'],
        'users',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'consents_tenant',
        ['projectId', 'ofTenant'],
        'tenants',
        ['projectId', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('consents_pk', ['projectId', 'id'])
      .addUniqueConstraint('consents_subject', ['projectId', 'appId', 'userId', 'tenantId'])
      .execute();
    await createIndex(db, 'consents', ['projectId', 'ofUser']);
    await createIndex(db, 'consents', ['projectId', 'ofTenant']);

    await ofProject(db.schema.createTable('mcpServers'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mcpServers_pk', ['projectId', 'id'])
      .addUniqueConstraint('mcpServers_url', ['projectId', 'url'])
      .execute();
  },
};

function ofInboundApp<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  const { name } = table.toOperationNode().table.table.identifier;
  return table
    .addColumn('appId', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${name}_inboundApp`,
      ['projectId', 'appId'] as never,
      'inboundApps',
      ['projectId', 'id'],
      (key) => key.onDelete('cascade'),
    );
}

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofConnection, ofProject, ofTenant, ofUser } from './columns.ts';

export const sso: Migration = {
  async up(db: Kysely<unknown>) {
    await ofTenant(ofProject(db.schema.createTable('ssoConnections')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('protocol', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('spCertificate', 'text', (column) => column.notNull())
      .addColumn('sealedSpKey', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoConnections_pk', ['projectId', 'tenantId', 'id'])
      .execute();
    await ofConnection(ofProject(db.schema.createTable('ssoDomains')))
      .addColumn('domain', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoDomains_pk', ['projectId', 'domain'])
      .execute();
    await createIndex(db, 'ssoDomains', ['projectId', 'tenantId', 'connectionId']);
    await ofConnection(ofProject(db.schema.createTable('ssoRequests')))
      .addColumn('idHash', 'text', (column) => column.notNull())
      .addColumn('browserHash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoRequests_pk', ['projectId', 'idHash'])
      .execute();
    await createIndex(db, 'ssoRequests', ['expiresAt']);
    await ofUser(ofConnection(ofProject(db.schema.createTable('ssoIdentities'))))
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('groups', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoIdentities_pk', ['projectId', 'tenantId', 'connectionId', 'subject'])
      .execute();
    await createIndex(db, 'ssoIdentities', ['projectId', 'userId']);
    await ofConnection(ofProject(db.schema.createTable('ssoAssertions')))
      .addColumn('idHash', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoAssertions_pk', ['projectId', 'tenantId', 'connectionId', 'idHash'])
      .execute();
    await createIndex(db, 'ssoAssertions', ['expiresAt']);
  },
};

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofConnection, ofProject, ofTenant } from './columns.ts';

export const ssoOidc: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('ssoConnections')
      .addColumn('sealedClientSecret', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await ofConnection(ofProject(db.schema.createTable('ssoFailures')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('occurredAt', 'bigint', (column) => column.notNull())
      .addColumn('protocol', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoFailures_pk', ['projectId', 'tenantId', 'connectionId', 'id'])
      .execute();
    await ofConnection(ofProject(db.schema.createTable('ssoTests')))
      .addColumn('succeededAt', 'bigint', (column) => column.notNull())
      .addColumn('testedAt', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoTests_pk', ['projectId', 'tenantId', 'connectionId'])
      .execute();
    await ofTenant(ofProject(db.schema.createTable('ssoSetupLinks')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('tokenHash', 'text', (column) => column.notNull())
      .addColumn('connectionId', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('ssoSetupLinks_pk', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'ssoSetupLinks', ['projectId', 'tenantId', 'connectionId']);
    await createIndex(db, 'ssoSetupLinks', ['expiresAt']);
  },
};

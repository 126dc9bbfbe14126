import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofTenant } from './columns.ts';

/** Adds the domains that tenants prove by a DNS record. An administrator of the project has set those that exist. */
export const tenantDomains: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofTenant(ofProject(db.schema.createTable('tenantDomains')))
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('checkedAt', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('dueAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('tenantDomains_pk', ['projectId', 'tenantId', 'domain'])
      .execute();
    await createIndex(db, 'tenantDomains', ['dueAt']);
    await db.schema
      .alterTable('ssoDomains')
      .addColumn('assigned', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable('ssoDomains')
      .addColumn('proven', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject } from './columns.ts';

export const activity: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('activityCounts'))
      .addColumn('span', 'text', (column) => column.notNull())
      .addColumn('startsAt', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('events', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('activityCounts_pk', [
        'projectId',
        'span',
        'startsAt',
        'action',
        'method',
        'device',
      ])
      .execute();
    await ofProject(db.schema.createTable('activityTenantCounts'))
      .addColumn('span', 'text', (column) => column.notNull())
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('startsAt', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('events', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('activityTenantCounts_pk', [
        'projectId',
        'span',
        'tenantId',
        'startsAt',
        'action',
        'method',
        'device',
      ])
      .execute();
    // Serves queries for all tenants in a period; the primary key serves all periods of a tenant.
    await createIndex(db, 'activityTenantCounts', ['projectId', 'span', 'startsAt']);
    await ofProject(db.schema.createTable('activityProgress'))
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('activityProgress_pk', ['projectId'])
      .execute();
  },
};

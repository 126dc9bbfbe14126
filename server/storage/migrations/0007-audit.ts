import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject } from './columns.ts';

export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('auditEvents'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('occurredAt', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('severity', 'text', (column) => column.notNull())
      .addColumn('actorType', 'text', (column) => column.notNull())
      .addColumn('actorId', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('tenantId', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('remoteAddress', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('auditEvents_pk', ['projectId', 'id'])
      .execute();
    await createIndex(db, 'auditEvents', ['projectId', 'occurredAt', 'id']);
    await createIndex(db, 'auditEvents', ['projectId', 'userId', 'occurredAt', 'id']);
    await createIndex(db, 'auditEvents', ['projectId', 'tenantId', 'occurredAt', 'id']);
    await createIndex(db, 'auditEvents', ['projectId', 'action', 'occurredAt', 'id']);
  },
};

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject } from './columns.ts';

/** Moves the work into sealing: recording an event costs one entry in the index of unsealed rows. */
export const auditChain: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('auditEvents').addColumn('sequence', 'bigint').execute();
    await db.schema.alterTable('auditEvents').addColumn('previousHash', 'text').execute();
    await db.schema.alterTable('auditEvents').addColumn('hash', 'text').execute();
    await db.schema
      .createIndex('auditEvents_unsealed')
      .on('auditEvents')
      .columns(['projectId', 'occurredAt', 'id'])
      .where(sql.ref('sequence'), 'is', null)
      .execute();
    await db.schema
      .createIndex('auditEvents_sequence')
      .unique()
      .on('auditEvents')
      .columns(['projectId', 'sequence'])
      .where(sql.ref('sequence'), 'is not', null)
      .execute();
    await ofProject(db.schema.createTable('auditSeals'))
      .addColumn('firstSequence', 'bigint', (column) => column.notNull())
      .addColumn('lastSequence', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('sealedAt', 'bigint', (column) => column.notNull())
      .addColumn('keyId', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('auditSeals_pk', ['projectId', 'firstSequence'])
      .execute();
    await ofProject(db.schema.createTable('auditRemovals'))
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('removedAt', 'bigint', (column) => column.notNull())
      .addColumn('keyId', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('auditRemovals_pk', ['projectId'])
      .execute();
    await ofProject(db.schema.createTable('auditKeys'))
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('sealedPrivateKey', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('auditKeys_pk', ['projectId', 'number'])
      .execute();
    await db.schema
      .createTable('leases')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
  },
};

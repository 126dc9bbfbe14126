import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject } from './columns.ts';

/**
 * Creates the first tables. Every table except `projects` begins its primary key with the project, so that
 * projects in one database stay apart and every query finds an index. Booleans are 0 or 1, times are
 * milliseconds, JSON is text: the same on both engines.
 */
export const projects: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('projects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
    await ofProject(db.schema.createTable('signingKeys'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('algorithm', 'text', (column) => column.notNull())
      .addColumn('publicJwk', 'text', (column) => column.notNull())
      .addColumn('sealedPrivateKey', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('signsFrom', 'bigint', (column) => column.notNull())
      .addColumn('retiresAt', 'bigint')
      .addPrimaryKeyConstraint('signingKeys_pk', ['projectId', 'id'])
      .execute();
    await ofProject(db.schema.createTable('managementKeys'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('permittedIps', 'text', (column) => column.notNull())
      .addColumn('reBac', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint')
      .addPrimaryKeyConstraint('managementKeys_pk', ['projectId', 'id'])
      .addUniqueConstraint('managementKeys_hash', ['projectId', 'hash'])
      .execute();
  },
};

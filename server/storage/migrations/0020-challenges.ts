import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject } from './columns.ts';

export const challenges: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('challenges'))
      .addColumn('slot', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('userId', 'text', (column) => column.notNull())
      .addColumn('loginId', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('secretHash', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('terms', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('confirmedAt', 'bigint', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('challenges_pk', ['projectId', 'slot'])
      .execute();
    await createIndex(db, 'challenges', ['projectId', 'secretHash']);
    await createIndex(db, 'challenges', ['projectId', 'userId']);
    await createIndex(db, 'challenges', ['expiresAt']);
    await db.schema
      .alterTable('users')
      .addColumn('selfRegistered', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

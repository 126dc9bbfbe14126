import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject } from './columns.ts';

export const endedSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('endedSessions'))
      .addColumn('endedAt', 'bigint', (column) => column.notNull())
      .addColumn('idHash', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('endedSessions_pk', ['projectId', 'endedAt', 'idHash'])
      .execute();
    await createIndex(db, 'endedSessions', ['expiresAt']);
  },
};

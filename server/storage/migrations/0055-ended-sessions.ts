import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

export const endedSessions: StatedMigration = {
  needs: 'expand',
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

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject } from './columns.ts';

export const clientRequests: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('pushedRequests'))
      .addColumn('requestHash', 'text', (column) => column.notNull())
      .addColumn('appId', 'text', (column) => column.notNull())
      .addColumn('clientId', 'text', (column) => column.notNull())
      .addColumn('parameters', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('openedAt', 'bigint')
      .addPrimaryKeyConstraint('pushedRequests_pk', ['projectId', 'requestHash'])
      .execute();
    await createIndex(db, 'pushedRequests', ['projectId', 'appId']);
    await createIndex(db, 'pushedRequests', ['expiresAt']);

    await ofProject(db.schema.createTable('usedClientAssertions'))
      .addColumn('idHash', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usedClientAssertions_pk', ['projectId', 'idHash'])
      .execute();
    await createIndex(db, 'usedClientAssertions', ['expiresAt']);

    await ofProject(db.schema.createTable('pairwiseSectors'))
      .addColumn('sector', 'text', (column) => column.notNull())
      .addColumn('sealedSalt', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('pairwiseSectors_pk', ['projectId', 'sector'])
      .execute();
  },
};

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ofProject } from './columns.ts';

export const clientAssertions: Migration = {
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('assertionKeys'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('algorithm', 'text', (column) => column.notNull())
      .addColumn('publicJwk', 'text', (column) => column.notNull())
      .addColumn('sealedPrivateKey', 'text', (column) => column.notNull())
      .addColumn('signsFrom', 'bigint', (column) => column.notNull())
      .addColumn('retiresAt', 'bigint')
      .addPrimaryKeyConstraint('assertionKeys_pk', ['projectId', 'id'])
      .execute();
  },
};

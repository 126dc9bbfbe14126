import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const accountDeletions: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('accountDeletions')))
      .addColumn('requestedAt', 'bigint', (column) => column.notNull())
      .addColumn('deleteAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('accountDeletions_pk', ['projectId', 'userId'])
      .execute();
    await createIndex(db, 'accountDeletions', ['deleteAt']);
  },
};

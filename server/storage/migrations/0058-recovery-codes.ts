import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject, ofUser } from './columns.ts';

export const recoveryCodes: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('recoveryCodes')))
      .addColumn('codeHash', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('recoveryCodes_pk', ['projectId', 'userId', 'codeHash'])
      .execute();
  },
};

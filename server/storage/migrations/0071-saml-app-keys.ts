import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject, ofSsoApp } from './columns.ts';

export const samlAppKeys: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofSsoApp(ofProject(db.schema.createTable('samlAppKeys')))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('certificate', 'text', (column) => column.notNull())
      .addColumn('sealedKey', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('samlAppKeys_pk', ['projectId', 'ssoAppId', 'id'])
      .addUniqueConstraint('samlAppKeys_status', ['projectId', 'ssoAppId', 'status'])
      .execute();
  },
};

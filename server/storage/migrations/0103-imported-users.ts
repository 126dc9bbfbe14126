import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { ofProject, ofUser } from './columns.ts';

/** Adds which record of another product each imported user was. It is unknown for users who were imported before. */
export const importedUsers: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('importedUsers')))
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('sourceId', 'text', (column) => column.notNull())
      .addColumn('importId', 'text', (column) => column.notNull())
      .addColumn('importedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('importedUsers_pk', ['projectId', 'source', 'sourceId'])
      .execute();
    // Finds the users of an import, and the records of a user, who is deleted with them.
    await db.schema
      .createIndex('importedUsers_import')
      .on('importedUsers')
      .columns(['projectId', 'importId', 'userId'])
      .execute();
    await db.schema
      .createIndex('importedUsers_user')
      .on('importedUsers')
      .columns(['projectId', 'userId'])
      .execute();
  },
};

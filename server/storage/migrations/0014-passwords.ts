import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, ofProject, ofUser } from './columns.ts';

export const passwords: Migration = {
  async up(db: Kysely<unknown>) {
    await ofUser(ofProject(db.schema.createTable('passwords')))
      .addColumn('scheme', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull())
      .addColumn('changedAt', 'bigint', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .addColumn('lockedAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('passwords_pk', ['projectId', 'userId'])
      .execute();
    await ofProject(db.schema.createTable('passwordAttempts'))
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('nextAttemptAt', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('passwordAttempts_pk', ['projectId', 'subject'])
      .execute();
    await createIndex(db, 'passwordAttempts', ['nextAttemptAt']);
  },
};

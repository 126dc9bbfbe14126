import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const secretKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('secretKeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('firstSeenAt', 'bigint', (column) => column.notNull())
      .execute();
  },
};

import type { Migration } from 'kysely/migration';

/** Adds the approximate last use of keys: see `domain/project/management-keys/key-use.ts`. */
export const keyUse: Migration = {
  async up(db) {
    for (const table of ['managementKeys', 'accessKeys']) {
      await db.schema.alterTable(table).addColumn('lastUsedAt', 'bigint').execute();
    }
  },
};

import type { Migration } from 'kysely/migration';

/** When keys were used last, or about then: see `core/key-use.ts`. */
export const keyUse: Migration = {
  async up(db) {
    for (const table of ['managementKeys', 'accessKeys']) {
      await db.schema.alterTable(table).addColumn('lastUsedAt', 'bigint').execute();
    }
  },
};

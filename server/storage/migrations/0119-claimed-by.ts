import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Adds who claimed a domain for a tenant. It is unknown for earlier claims. */
export const claimedBy: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const name of ['claimedBy', 'claimedById']) {
      await db.schema
        .alterTable('tenantDomains')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
  },
};

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/**
 * Adds when a tenant last came into reach of more sessions: as a whole, and through inherited roles. Tenants that exist have
 * always been as they are: sessions that run now keep what they reach.
 */
export const reachBegins: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const name of ['openSince', 'inheritsSince']) {
      await db.schema
        .alterTable('tenants')
        .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
  },
};

import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Finds the anonymous sessions of a tenant, which end with it. No user leads to them. */
export const anonymousSessionsOfTenants: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('sessions_anonymous')
      .on('sessions')
      .columns(['projectId', 'tenantId'])
      .where(sql.ref('userId'), 'is', null)
      .where(sql.ref('tenantId'), '!=', sql.lit(''))
      .execute();
  },
};

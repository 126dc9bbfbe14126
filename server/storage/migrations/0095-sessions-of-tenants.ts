import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Finds the sessions of users in which a tenant is selected: one may have it by inheritance, so that no membership leads to them. */
export const sessionsOfTenants: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('sessions_tenant')
      .on('sessions')
      .columns(['projectId', 'tenantId'])
      .where(sql.ref('userId'), 'is not', null)
      .where(sql.ref('tenantId'), '!=', sql.lit(''))
      .execute();
  },
};

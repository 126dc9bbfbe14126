import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/**
 * Removes the indexes that the blocks of 0124 replace. Instances that do not build blocks would read the whole log for each search, so
 * they must stop.
 */
export const auditIndexes: StatedMigration = {
  needs: '0124-audit-blocks',
  async up(db: Kysely<unknown>) {
    for (const column of ['occurredAt', 'userId_occurredAt', 'tenantId_occurredAt', 'action_occurredAt']) {
      await db.schema.dropIndex(`auditEvents_${column}_id`).execute();
    }
    await db.schema.dropIndex('auditEvents_applicationId_occurredAt_id').execute();
  },
};

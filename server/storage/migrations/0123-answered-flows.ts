import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Finds the stored answers of flows that are no longer given again: most executions have none. */
export const answeredFlows: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('flowExecutions_answeredAt')
      .on('flowExecutions')
      .columns(['answeredAt'])
      .where(sql.ref('answeredAt'), '>', sql.lit(0))
      .execute();
  },
};

import { type Kysely, sql } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** The events of an application. Instances of earlier versions leave the column empty. */
export const applicationEvents: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('auditEvents').addColumn('applicationId', 'text').execute();
    await db.schema
      .createIndex('auditEvents_applicationId_occurredAt_id')
      .on('auditEvents')
      .columns(['projectId', 'applicationId', 'occurredAt', 'id'])
      .where(sql.ref('applicationId'), 'is not', null)
      .execute();
  },
};

import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';
import { createIndex } from './columns.ts';

/**
 * Adds when the metadata or the discovery document of a connection is to be read again, and what became of the last reading. Existing
 * connections are due at once; the sweeper takes them a few at a time.
 */
export const providerReadings: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const moment of ['readDueAt', 'askedAt']) {
      await db.schema
        .alterTable('ssoConnections')
        .addColumn(moment, 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .alterTable('ssoConnections')
      .addColumn('reading', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await createIndex(db, 'ssoConnections', ['readDueAt']);
  },
};

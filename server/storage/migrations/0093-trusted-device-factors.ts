import type { Kysely } from 'kysely';
import type { StatedMigration } from '../needs.ts';

/** Adds what the user had proven when the trust in a device began. It is unknown for devices from before. */
export const trustedDeviceFactors: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('trustedDevices').addColumn('amr', 'text').execute();
  },
};

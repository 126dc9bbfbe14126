import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex } from './columns.ts';

/** Indexes verified addresses, which users sign in with, separately from any number of unverified ones. */
export const verifiedAddresses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [address, flag] of [
      ['email', 'verifiedEmail'],
      ['phone', 'verifiedPhone'],
    ] as const) {
      await createIndex(db, 'users', ['projectId', address, flag]);
      await db.schema.dropIndex(`users_${address}`).execute();
    }
  },
};

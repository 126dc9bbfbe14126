import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex } from './columns.ts';

/** A verified address is a name to sign in with: it is found among any number of users who only say that it is theirs. */
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

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes dead messages with stored contents by the time at which the contents expire. */
export const messageRetry: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index outbox_kept on outbox (${sql.ref('expiresAt')})
      where status = 'dead' and channel <> 'webhook' and content <> ''`.execute(db);
  },
};

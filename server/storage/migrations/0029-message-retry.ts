import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Dead messages whose contents are kept, for the moment when they run out. */
export const messageRetry: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index outbox_kept on outbox (${sql.ref('expiresAt')})
      where status = 'dead' and channel <> 'webhook' and content <> ''`.execute(db);
  },
};

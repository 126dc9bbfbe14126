import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * PostgreSQL keeps new entries of the free-text index in a list, which each search reads from end to end. By default the
 * list grows to 4 MB (https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE).
 */
export const textIndexList: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db as never) === 'sqlite') return;
    await sql`alter index "userTexts_text" set (gin_pending_list_limit = 512)`.execute(db);
  },
};

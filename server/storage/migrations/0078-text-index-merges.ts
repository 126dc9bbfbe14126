import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * Lets the server merge the free-text index of SQLite, a few pages at a time
 * (`domain/directory/users/search/fold-texts.ts`). FTS5 would do it within a transaction that changes some hundred
 * users, and counts each text that is replaced as a page to merge: the transaction takes ten times as long.
 */
export const textIndexMerges: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db as never) === 'postgres') return;
    await sql`insert into "userTextIndex" ("userTextIndex", rank) values ('automerge', 0)`.execute(db);
  },
};

import { type Kysely, sql } from 'kysely';
import { indexInnerPairs } from '../inner-pairs.ts';
import type { StatedMigration } from '../needs.ts';
import type { Db } from '../tables.ts';

/**
 * Lets searches find two characters: an index of the first two of each text, where nothing separates a word from what is before it, and the
 * pairs inside names of scripts that write no blanks.
 */
export const textStarts: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await sql`create index "userTexts_start" on "userTexts" ("projectId", substr(text, 1, 2), number)`.execute(
      db,
    );
    await indexInnerPairs(db as Db);
  },
};

import { sql } from 'kysely';
import { innerPairs } from '../core/words.ts';
import { tableOf } from './json.ts';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

const readAtOnce = 500;

/** The longest line that can be a name. */
const longestName = 255;

/** Adds the pairs of letters inside names to the texts of all users whose names are in scripts without blanks. Part of a migration. */
export async function indexInnerPairs(transaction: Db): Promise<void> {
  const db = acrossProjects(transaction);
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ number: number; text: string }>`
      select number, text from "userTexts" where number > ${last} and octet_length(text) <> length(text)
      order by number limit ${readAtOnce}`.execute(db);
    const added = rows.flatMap(({ number, text }) => {
      const names = text.split('\n').filter((line) => line.length <= longestName);
      const pairs = [...new Set(names.flatMap(innerPairs))];
      return pairs.length > 0 ? [{ number, pairs: `\n${pairs.join('\n')}` }] : [];
    });
    if (added.length > 0) {
      const table = tableOf(db, {
        number: added.map(({ number }) => number),
        pairs: added.map(({ pairs }) => pairs),
      });
      await sql`update "userTexts" set text = text || added.pairs from ${table} added
        where "userTexts".number = added.number`.execute(db);
    }
    last = rows.at(-1)?.number ?? last;
    if (rows.length < readAtOnce) return;
  }
}

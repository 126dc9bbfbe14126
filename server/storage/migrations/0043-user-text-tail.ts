import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../engine.ts';

/**
 * Takes the free-text index of SQLite out of the transactions that change users: they add the user's number to a
 * short tail, and many of these entries are written to the index at once
 * (`domain/directory/users/search/fold-texts.ts`). An index on PostgreSQL has such a tail of its own.
 */
export const userTextTail: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'postgres') return;
    await db.schema
      .createTable('userTextTail')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('indexed', 'integer', (column) => column.notNull())
      .execute();
    for (const event of ['insert', 'update', 'delete']) {
      await sql.raw(`drop trigger "userTexts_${event}"`).execute(db);
    }
    const statements = [
      `create trigger "userTexts_insert" after insert on "userTexts" begin ${append('new', 0)} end`,
      `create trigger "userTexts_update" after update of text on "userTexts"
       when old.text <> new.text begin ${append('new', 1)} end`,
      `create trigger "userTexts_delete" after delete on "userTexts" begin ${append('old', 1)} end`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** The first entry of a number says whether it is in the index. A deleted user's number can be given again. */
function append(row: string, indexed: 0 | 1): string {
  return `insert into "userTextTail" (number, indexed) values (${row}.number, ${indexed}) on conflict do nothing;`;
}

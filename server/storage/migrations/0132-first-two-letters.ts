import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

const names = ['name', 'givenName', 'middleName', 'familyName'];

/**
 * Indexes users again whose names have letters beyond the first 65,536 of Unicode, such as 𠮷: the first two letters of a text were read as if each
 * were one unit of UTF-16.
 */
export const firstTwoLetters: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const isPostgres = dialectOf(db) === 'postgres';
    const has = (column: string) =>
      isPostgres
        ? sql`${sql.ref(column)} ~ '[\\U00010000-\\U0010FFFF]'`
        : sql`${sql.ref(column)} glob ${sql.lit('*[\u{10000}-\u{10ffff}]*')}`;
    const inName = sql.join(
      names.map((name) => has(`users.${name}`)),
      sql` or `,
    );
    await sql`insert into "searchLog" ("projectId", change, number)
      select users."projectId", 0, users.number from users
      where ${inName} or exists (select 1 from "loginIds"
        where "loginIds"."projectId" = users."projectId" and "loginIds"."userId" = users.id and ${has('loginIds.written')})
      on conflict do nothing`.execute(db);
  },
};

import { type Kysely, sql } from 'kysely';
import { indexForms } from '../index-form.ts';
import type { StatedMigration } from '../needs.ts';
import type { Db } from '../tables.ts';
import { settleTypedNames } from '../typed-names.ts';

/**
 * Rewrites phone numbers without the trunk prefix and names without invisible characters, as they have been compared since. Accounts that
 * would have one form stay apart. The release before finds an account whose holder types the number or the name without these.
 */
export const typedNames: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ id: string }>`select id from projects`.execute(db);
    for (const { id } of rows) await settleTypedNames(db as Db, id, indexForms(db as Db, id));
  },
};

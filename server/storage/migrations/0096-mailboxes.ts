import { type Kysely, sql } from 'kysely';
import { indexForms } from '../index-form.ts';
import { settleMailboxes } from '../mailboxes.ts';
import type { StatedMigration } from '../needs.ts';
import type { Db } from '../tables.ts';

/**
 * Rewrites login IDs and addresses with an international domain into the form that has been compared since. Accounts of one mailbox stay
 * apart. The release before finds an account whose holder types the form that people read.
 */
export const mailboxes: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ id: string }>`select id from projects`.execute(db);
    for (const { id } of rows) await settleMailboxes(db as Db, id, indexForms(db as Db, id));
  },
};

import { sql } from 'kysely';
import type { OnSettled } from './mailboxes.ts';
import type { Db } from './tables.ts';

/**
 * Adds the form of a name or an address to the texts of a user, so that a search finds what people read, too. Part of migrations before
 * 0126, whose search index it writes.
 */
export function indexForms(db: Db, projectId: string): OnSettled {
  return async (userId, form, sorted) => {
    const line = `\n${form.toLowerCase().normalize('NFC')}`;
    const fields = Object.entries(sorted).map(([field, value]) => sql`, ${sql.ref(field)} = ${value}`);
    await sql`update "userTexts" set text = text || ${line} ${sql.join(fields, sql` `)}
      where "projectId" = ${projectId} and number = (
        select number from "searchedUsers" where "projectId" = ${projectId} and "userId" = ${userId})`.execute(
      db,
    );
  };
}

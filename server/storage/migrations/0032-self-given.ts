import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Marks login IDs and addresses that users set themselves. They are removed when another person proves
 * ownership.
 */
export const selfGiven: Migration = {
  async up(db: Kysely<unknown>) {
    const flags = { users: ['selfGivenEmail', 'selfGivenPhone'], loginIds: ['selfGiven'] };
    for (const [table, columns] of Object.entries(flags)) {
      for (const column of columns) {
        await db.schema
          .alterTable(table)
          .addColumn(column, 'integer', (column) => column.notNull().defaultTo(0))
          .execute();
      }
    }
    // Nothing records who added the login IDs and addresses of users who signed up, so all count as set by the
    // user.
    await sql`update users set ${sql.ref('selfGivenEmail')} = 1, ${sql.ref('selfGivenPhone')} = 1
      where ${sql.ref('selfRegistered')} = 1`.execute(db);
    await sql`update ${sql.table('loginIds')} set ${sql.ref('selfGiven')} = 1 where exists (
      select 1 from users where users.${sql.id('projectId')} = ${sql.table('loginIds')}.${sql.id('projectId')}
        and users.id = ${sql.table('loginIds')}.${sql.id('userId')} and users.${sql.id('selfRegistered')} = 1)`.execute(
      db,
    );
    // A user whose first login ID is a proven address is known to own the account.
    await sql`update users set ${sql.ref('selfRegistered')} = 0 where ${sql.ref('selfRegistered')} = 1 and exists (
      select 1 from ${sql.table('loginIds')} as named where named.${sql.id('projectId')} = users.${sql.id('projectId')}
        and named.${sql.id('userId')} = users.id and named.position = 0
        and ((users.${sql.id('verifiedEmail')} = 1 and named.${sql.id('loginId')} = users.email)
          or (users.${sql.id('verifiedPhone')} = 1 and named.${sql.id('loginId')} = users.phone)))`.execute(
      db,
    );
  },
};

import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * Adds when an identity last signed its user in, which is unknown (0) until the next sign-in, and an index that finds the subjects of
 * a connection whatever the case of their ASCII letters.
 */
export const identityUse: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    for (const table of ['ssoIdentities', 'oauthIdentities']) {
      await db.schema
        .alterTable(table)
        .addColumn('lastUsedAt', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    // SQLite would prefer the primary key to an index without the subject. An entry of PostgreSQL's has a limit, and needs it once.
    const folded =
      dialectOf(db) === 'sqlite' ? 'lower("subject"), "subject"' : 'lower("subject" collate "C")';
    await sql
      .raw(
        `create index "ssoIdentities_folded" on "ssoIdentities" ("projectId", "tenantId", "connectionId", ${folded})`,
      )
      .execute(db);
  },
};

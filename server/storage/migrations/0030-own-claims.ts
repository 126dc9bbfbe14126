import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Moves the custom claims of sessions under `nsec`, the place for claims that a user chose, because nothing
 * records who wrote them. Also changes sign-ins in progress, except those by embedded links, which only
 * management calls create.
 */
export const ownClaims: Migration = {
  async up(db: Kysely<unknown>) {
    const claims = sql.ref('customClaims');
    await sql`update sessions set ${claims} = '{"nsec":' || ${claims} || '}' where ${claims} <> '{}'`.execute(
      db,
    );
    await movePending(db, 'challenges', 'terms', sql`channel <> ''`);
    await movePending(db, 'passkeyCeremonies', 'terms');
    await movePending(db, 'exchangeCodes', 'grant');
    await movePending(db, 'oauthRequests', 'details');
    await movePending(db, 'ssoRequests', 'state');
  },
};

/** Rewrites the sign-in options in a JSON column. Few rows have claims, and all expire within minutes. */
async function movePending(db: Kysely<unknown>, table: string, name: string, where = sql`1 = 1`) {
  const column = sql.ref(name);
  const { rows } = await sql<{ json: string }>`
    select distinct ${column} as json from ${sql.table(table)}
    where ${column} like '%"customClaims":{"%' and ${where}`.execute(db);
  for (const { json } of rows) {
    const value = JSON.parse(json) as Options & { terms?: Options };
    const options = value.terms ?? value;
    if (Object.keys(options.customClaims ?? {}).length === 0) continue;
    options.customClaims = { nsec: options.customClaims };
    await sql`update ${sql.table(table)} set ${column} = ${JSON.stringify(value)}
      where ${column} = ${json} and ${where}`.execute(db);
  }
}

interface Options {
  customClaims?: Record<string, unknown>;
}

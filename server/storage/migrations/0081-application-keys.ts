import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import type { Db } from '../tables.ts';
import { ofProject } from './columns.ts';

/** Instances of the release before may be in service for this long: they cannot verify what the new keys sign. */
const rolloutMs = 24 * 60 * 60_000;

/**
 * The keys of tokens that are not sessions. They are in a table of their own, because instances of the release before sign sessions
 * with each key of `signingKeys`, and publish it as one.
 */
export const applicationKeys: StatedMigration = {
  needs: 'expand',
  async up(db: Kysely<unknown>) {
    await ofProject(db.schema.createTable('applicationKeys'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('algorithm', 'text', (column) => column.notNull())
      .addColumn('publicJwk', 'text', (column) => column.notNull())
      .addColumn('sealedPrivateKey', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('signsFrom', 'bigint', (column) => column.notNull())
      .addColumn('retiresAt', 'bigint')
      .addPrimaryKeyConstraint('applicationKeys_pk', ['projectId', 'id'])
      .execute();
    // Of several instances that create the first key at once, one succeeds.
    await db.schema
      .createIndex('applicationKeys_current')
      .on('applicationKeys')
      .columns(['projectId'])
      .unique()
      .where(sql.ref('retiresAt'), 'is', null)
      .execute();
    await separateWhereUnused(db);
  },
};

/**
 * Projects without applications of their own begin to use the keys by themselves. In the others a server may verify the tokens with the keys of
 * sessions, so that they keep the old form until an administrator changes it: the absent setting means that.
 */
async function separateWhereUnused(db: Kysely<unknown>): Promise<void> {
  const changed =
    dialectOf(db as Db) === 'postgres'
      ? sql`jsonb_set(
          "settings"::jsonb, '{applicationKeysFrom}',
          to_jsonb((extract(epoch from now()) * 1000)::bigint + ${rolloutMs}::bigint)
        )::text`
      : sql`json_set("settings", '$.applicationKeysFrom', unixepoch() * 1000 + ${rolloutMs})`;
  await sql`
    update "projects" set "settings" = ${changed}
    where not exists (
        select 1 from "ssoApps"
        where "ssoApps"."projectId" = "projects"."id"
          and "ssoApps"."type" = 'oidc' and "ssoApps"."id" <> 'descope-default-oidc'
      )
      and not exists (select 1 from "inboundApps" where "inboundApps"."projectId" = "projects"."id")
      and not exists (select 1 from "mcpServers" where "mcpServers"."projectId" = "projects"."id")
      and not exists (
        select 1 from "applicationSessions" where "applicationSessions"."projectId" = "projects"."id"
      )
  `.execute(db);
}

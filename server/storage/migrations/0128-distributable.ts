import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';

/**
 * Removes what a database that is distributed by project cannot have: the trigger that kept `disabled` of a tenant, which every writer sets
 * itself now; the change of a key that includes the project; and references of a table that belongs to the instance. Every client ID without a
 * project in it has an owner from here on, so that no request looks for it in all projects.
 */
export const distributable: StatedMigration = {
  needs: 'contract',
  async up(db: Kysely<unknown>) {
    if (dialectOf(db) === 'sqlite') {
      for (const event of ['insert', 'update'])
        await sql`drop trigger ${sql.id(`tenants_disabled_${event}`)}`.execute(db);
      await rebuild(db, 'ssoTokens', (text) => text.replace(' on update cascade', ''));
      await rebuild(db, 'movedClientIds', () => movedClientIds);
      await sql`create index "movedClientIds_app" on "movedClientIds" ("projectId", "ssoAppId")`.execute(db);
    } else await changeKeys(db);
    await claimClientIds(db);
  },
};

const movedClientIds = `create table "movedClientIds" (
  "projectId" text not null, "ssoAppId" text not null, "clientId" text primary key)`;

async function changeKeys(db: Kysely<unknown>): Promise<void> {
  // Dropping a reference locks the other table, too, which a plan of the migration has to name.
  for (const table of ['projects', 'ssoApps', 'ssoIdentities'])
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
  for (const name of ['movedClientIds_projectId_fkey', 'movedClientIds_ssoApp'])
    await sql`alter table "movedClientIds" drop constraint ${sql.id(name)}`.execute(db);
  await sql`drop trigger "tenants_disabled" on tenants`.execute(db);
  await sql`drop function "tenants_disabled"()`.execute(db);
  await sql`alter table "ssoTokens" drop constraint "ssoTokens_identity"`.execute(db);
  await sql`
    alter table "ssoTokens" add constraint "ssoTokens_identity" foreign key ("projectId", "tenantId", "connectionId", subject)
    references "ssoIdentities" ("projectId", "tenantId", "connectionId", subject) on delete cascade`.execute(
    db,
  );
}

/** Gives a client ID that has no owner to the first application that has it, as migration 0087 did. */
async function claimClientIds(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into "movedClientIds" ("clientId", "projectId", "ssoAppId")
    select "clientId", "projectId", id from "ssoApps"
    where "clientId" is not null and "clientId" <> "projectId" || '.' || id
    order by "createdAt", "projectId"
    on conflict do nothing`.execute(db);
}

/** Follows https://sqlite.org/lang_altertable.html §7; `migrate` has switched foreign keys off. */
async function rebuild(db: Kysely<unknown>, table: string, change: (text: string) => string): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and name = ${table}`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    db,
  );
  const [whole, copy] = [sql.table(table), sql.table(`${table}Copy`)];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  // A plan of the migration reads no rows.
  for (const row of rows) await sql.raw(change(row.sql).replace(`"${table}"`, `"${table}Copy"`)).execute(db);
  await sql`insert into ${copy} (${names}) select ${names} from ${whole}`.execute(db);
  await sql`drop table ${whole}`.execute(db);
  await sql`alter table ${copy} rename to ${whole}`.execute(db);
}

import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';
import type { StatedMigration } from '../needs.ts';
import { createIndex } from './columns.ts';

const dayMs = 86_400_000;
const flagged = ['status', 'test', '"verifiedEmail"', '"verifiedPhone"', '"invitedAt"'];

/**
 * Adds the day of each user's last sign-in and the time of the last invitation, and lets searches find both. Takes what the audit log
 * still has. Where it has no sign-in any more, the last day on which the user was active counts. Earlier versions do not know the flag of
 * users who were created without an invitation, and would leave them out of searches.
 */
export const lastSignIn: StatedMigration = {
  needs: 'contract',
  async up(db: Kysely<unknown>) {
    for (const column of ['lastSignInDay', 'invitedAt']) await addMoment(db, 'users', column);
    await addMoment(db, 'searchedUsers', 'lastSignInDay');
    for (const statement of known) await sql.raw(statement).execute(db);
    await createIndex(db, 'searchedUsers', ['projectId', 'lastSignInDay', 'number', 'flags']);
    for (const statement of dialectOf(db) === 'sqlite' ? sqlite() : postgres()) {
      await sql.raw(statement).execute(db);
    }
  },
};

async function addMoment(db: Kysely<unknown>, table: string, name: string) {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Before the triggers exist, which would write each row of the search index once more. */
const known = [
  `update users set "lastSignInDay" = l.day from (
     select "projectId", "userId", max("occurredAt" - "occurredAt" % ${dayMs}) as day from "auditEvents"
     where action = 'LoginSucceed' and "actorType" <> 'external' and "userId" <> ''
     group by "projectId", "userId"
   ) l where users."projectId" = l."projectId" and users.id = l."userId"`,
  `update users set "lastSignInDay" = a.day from (
     select "projectId", "userId", max("startsAt") as day from "activeUsers" group by "projectId", "userId"
   ) a where users."projectId" = a."projectId" and users.id = a."userId" and users."lastSignInDay" = 0`,
  `update users set "invitedAt" = i.at from (
     select "projectId", "userId", max("occurredAt") as at from "auditEvents" where action = 'UserInvited'
     group by "projectId", "userId"
   ) i where users."projectId" = i."projectId" and users.id = i."userId"`,
  `update "searchedUsers" set "lastSignInDay" = u."lastSignInDay" from users u
   where "searchedUsers"."projectId" = u."projectId" and "searchedUsers"."userId" = u.id and u."lastSignInDay" > 0`,
  `update "searchedUsers" set flags = ${flagsOf('u')} from users u
   where "searchedUsers"."projectId" = u."projectId" and "searchedUsers"."userId" = u.id
     and u.status = 'invited' and u."invitedAt" = 0`,
];

/** As in `0015-user-search-sources.ts`, with a number of their own for users to whom no invitation was sent. */
function flagsOf(row: string): string {
  const status = `case ${row}.status when 'disabled' then 0 when 'enabled' then 1
    else case ${row}."invitedAt" when 0 then 2 else 3 end end`;
  return `(8 * (${status}) + 4 * ${row}.test + 2 * ${row}."verifiedEmail" + ${row}."verifiedPhone")`;
}

/** Each trigger writes only what has changed: see `0044-narrow-search-updates.ts`. */
function sqlite(): string[] {
  return [
    'drop trigger "users_search_insert"',
    `create trigger "users_search_insert" after insert on users begin
       insert into "searchedUsers" ("projectId", "userId", flags, "createdAt", "modifiedAt", "lastSignInDay")
       values (new."projectId", new.id, ${flagsOf('new')}, new."createdAt", new."modifiedAt", new."lastSignInDay");
     end`,
    'drop trigger "users_search_update"',
    onChange('users_search_update', flagged, `flags = ${flagsOf('new')}`),
    onChange('users_search_signedIn', ['"lastSignInDay"'], '"lastSignInDay" = new."lastSignInDay"'),
  ];
}

function onChange(name: string, columns: string[], assignment: string): string {
  return `create trigger "${name}" after update of ${columns} on users when ${differ(columns)} begin
      update "searchedUsers" set ${assignment} where "projectId" = new."projectId" and "userId" = new.id;
    end`;
}

function postgres(): string[] {
  const copied = [...flagged, '"createdAt"', '"modifiedAt"', '"lastSignInDay"'];
  return [
    `create or replace function "users_search_insert"() returns trigger language plpgsql as $$ begin
       insert into "searchedUsers" ("projectId", "userId", flags, "createdAt", "modifiedAt", "lastSignInDay")
       select a."projectId", a.id, ${flagsOf('a')}, a."createdAt", a."modifiedAt", a."lastSignInDay" from added a;
       return null;
     end $$`,
    `create or replace function "users_search_update"() returns trigger language plpgsql as $$ begin
       update "searchedUsers" set flags = ${flagsOf('new')}, "createdAt" = new."createdAt",
         "modifiedAt" = new."modifiedAt", "lastSignInDay" = new."lastSignInDay"
       where "projectId" = new."projectId" and "userId" = new.id;
       return null;
     end $$`,
    'drop trigger "users_search_update" on users',
    `create trigger "users_search_update" after update of ${copied} on users for each row
     when (${differ(copied)}) execute function "users_search_update"()`,
  ];
}

function differ(columns: string[]): string {
  return columns.map((column) => `old.${column} <> new.${column}`).join(' or ');
}

import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../engine.ts';

/**
 * Adds a facet for each role that is held in any tenant. A role can be held in thousands of tenants, and has a facet for
 * each: a search for a role without a tenant would look up all of them.
 */
export async function addTenantRoleFacets(db: Kysely<unknown>): Promise<void> {
  const statements = dialectOf(db) === 'sqlite' ? sqlite : postgres;
  for (const statement of [...statements, ...indexed]) await sql.raw(statement).execute(db);
}

/** Indexes the roles that users have already. */
const indexed = [
  `insert into "searchFacets" ("projectId", kind, value, scope)
   select distinct "projectId", 'tenantRole', "roleId", '' from "userRoles" where "tenantId" <> ''`,
  `insert into "userFacets" (facet, number, flags)
   select distinct f.id, u.number, u.flags from "userRoles" r
   join "searchFacets" f on ${isFacet('r', 'f')}
   join "searchedUsers" u on ${isUser('r', 'u')}
   where r."tenantId" <> ''`,
];

const sqlite = [
  `create trigger "userRoles_tenants_insert" after insert on "userRoles" when new."tenantId" <> '' begin
     insert into "searchFacets" ("projectId", kind, value, scope)
     select new."projectId", 'tenantRole', new."roleId", ''
     where not exists (select 1 from "searchFacets" f where ${isFacet('new', 'f')});
     insert into "userFacets" (facet, number, flags)
     select (select id from "searchFacets" f where ${isFacet('new', 'f')}), number, flags
     from "searchedUsers" u where ${isUser('new', 'u')}
     on conflict do nothing;
   end`,
  `create trigger "userRoles_tenants_delete" after delete on "userRoles"
   when old."tenantId" <> '' and not ${isHeld('old')} begin
     delete from "userFacets"
     where facet = (select id from "searchFacets" f where ${isFacet('old', 'f')})
       and number = (select number from "searchedUsers" u where ${isUser('old', 'u')});
   end`,
];

/**
 * As in `0015-user-search-postgres.ts`. Removing waits for the user's row, so that of two transactions that take the role
 * away in different tenants, the second one sees that none is left.
 */
const postgres = [
  `create function "userRoles_tenants_insert"() returns trigger language plpgsql as $$ begin
     insert into "searchFacets" ("projectId", kind, value, scope)
     select distinct a."projectId", 'tenantRole', a."roleId", '' from added a
     where a."tenantId" <> '' and not exists (select 1 from "searchFacets" f where ${isFacet('a', 'f')})
     order by 1, 3
     on conflict do nothing;
     insert into "userFacets" (facet, number, flags)
     select f.id, u.number, u.flags from added a
     cross join lateral (select id from "searchFacets" f where ${isFacet('a', 'f')} limit 1) f
     cross join lateral (select number, flags from "searchedUsers" u where ${isUser('a', 'u')} for share) u
     where a."tenantId" <> ''
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger "userRoles_tenants_insert" after insert on "userRoles" referencing new table as added
   for each statement execute function "userRoles_tenants_insert"()`,
  `create function "userRoles_tenants_delete"() returns trigger language plpgsql as $$ begin
     perform from "searchedUsers" s where (s."projectId", s."userId") in (
       select r."projectId", r."userId" from removed r where r."tenantId" <> ''
     ) order by s.number for no key update;
     delete from "userFacets" c using removed r, "searchFacets" f, "searchedUsers" u
     where r."tenantId" <> '' and ${isFacet('r', 'f')} and ${isUser('r', 'u')}
       and c.facet = f.id and c.number = u.number and not ${isHeld('r')};
     return null;
   end $$`,
  `create trigger "userRoles_tenants_delete" after delete on "userRoles" referencing old table as removed
   for each statement execute function "userRoles_tenants_delete"()`,
];

function isFacet(row: string, facet: string): string {
  return `${facet}."projectId" = ${row}."projectId" and ${facet}.kind = 'tenantRole'
    and ${facet}.value = ${row}."roleId" and ${facet}.scope = ''`;
}

function isUser(row: string, user: string): string {
  return `${user}."projectId" = ${row}."projectId" and ${user}."userId" = ${row}."userId"`;
}

/** Reports whether the user of the row still holds its role in a tenant. */
function isHeld(row: string): string {
  return `exists (select 1 from "userRoles" o where o."projectId" = ${row}."projectId"
    and o."userId" = ${row}."userId" and o."roleId" = ${row}."roleId" and o."tenantId" <> '')`;
}

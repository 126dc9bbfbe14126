import { type Kysely, sql } from 'kysely';
import { type FacetSource, facetSources, flagsOf, of } from './0015-user-search-sources.ts';

/**
 * Creates triggers that update the search tables in the same transaction, cascades included, whenever users and
 * their records change.
 */
export async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const copied = ['status', 'test', '"verifiedEmail"', '"verifiedPhone"', '"createdAt"', '"modifiedAt"'];
  const statements = [
    `create trigger "users_search_insert" after insert on users begin
       insert into "searchedUsers" ("projectId", "userId", flags, "createdAt", "modifiedAt")
       values (new."projectId", new.id, ${flagsOf('new')}, new."createdAt", new."modifiedAt");
     end`,
    `create trigger "users_search_update" after update of ${copied} on users
     when ${copied.map((column) => `old.${column} <> new.${column}`).join(' or ')} begin
       update "searchedUsers"
       set flags = ${flagsOf('new')}, "createdAt" = new."createdAt", "modifiedAt" = new."modifiedAt"
       where "projectId" = new."projectId" and "userId" = new.id;
     end`,
    `create trigger "searchedUsers_insert" after insert on "searchedUsers" begin ${count('new', 1)} end`,
    `create trigger "searchedUsers_delete" after delete on "searchedUsers" begin ${count('old', -1)} end`,
    `create trigger "searchedUsers_update" after update of flags on "searchedUsers"
     when old.flags <> new.flags begin
       ${count('old', -1)} ${count('new', 1)}
       update "userFacets" set flags = new.flags where number = new.number;
     end`,
    `create trigger "userTexts_insert" after insert on "userTexts" begin
       insert into "userTextIndex" (rowid, text) values (new.number, new.text);
     end`,
    `create trigger "userTexts_update" after update of text on "userTexts" begin
       update "userTextIndex" set text = new.text where rowid = new.number;
     end`,
    `create trigger "userTexts_delete" after delete on "userTexts" begin
       delete from "userTextIndex" where rowid = old.number;
     end`,
    ...facetSources.flatMap(facetTriggers),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Creates the triggers for a table of a later migration. */
export async function createSqliteFacetTriggers(db: Kysely<unknown>, source: FacetSource): Promise<void> {
  for (const statement of facetTriggers(source)) await sql.raw(statement).execute(db);
}

function count(row: string, change: number): string {
  return `insert into "userCounts" ("projectId", flags, count) values (${row}."projectId", ${row}.flags, ${change})
    on conflict ("projectId", flags) do update set count = count + ${change};`;
}

function facetTriggers({ table, kind, value, scope, repeats }: FacetSource): string[] {
  const matches = (row: string) =>
    `"projectId" = ${row}."projectId" and kind = '${kind}' and value = ${of(row, value)} and scope = ${of(row, scope)}`;
  const user = (row: string) => `"projectId" = ${row}."projectId" and "userId" = ${row}."userId"`;
  return [
    `create trigger "${table}_search_insert" after insert on "${table}" begin
       insert into "searchFacets" ("projectId", kind, value, scope)
       select new."projectId", '${kind}', ${of('new', value)}, ${of('new', scope)}
       where not exists (select 1 from "searchFacets" where ${matches('new')});
       insert into "userFacets" (facet, number, flags)
       select (select id from "searchFacets" where ${matches('new')}), number, flags
       from "searchedUsers" where ${user('new')}
       on conflict do nothing;
     end`,
    `create trigger "${table}_search_delete" after delete on "${table}"
     ${repeats ? `when not exists (select 1 from "${table}" where ${user('old')})` : ''} begin
       delete from "userFacets"
       where facet = (select id from "searchFacets" where ${matches('old')})
         and number = (select number from "searchedUsers" where ${user('old')});
     end`,
  ];
}

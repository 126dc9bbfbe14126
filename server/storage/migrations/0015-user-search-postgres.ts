import { type Kysely, sql } from 'kysely';
import { type FacetSource, facetSources, flagsOf, of } from './0015-user-search-sources.ts';

/**
 * Creates the triggers of `0015-user-search-sqlite.ts`, for whole statements where possible. Writers do not
 * wait for a counter: each statement adds rows of its own, which are summed on reading and merged by the
 * sweeper.
 */
const added = 'after insert on TABLE referencing new table as added for each statement';
const removed = 'after delete on TABLE referencing old table as removed for each statement';

type Trigger = [table: string, name: string, when: string, body: string];

export async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const copied = ['status', 'test', '"verifiedEmail"', '"verifiedPhone"', '"createdAt"', '"modifiedAt"'];
  await createTriggers(db, [
    [
      'users',
      'users_search_insert',
      added,
      `insert into "searchedUsers" ("projectId", "userId", flags, "createdAt", "modifiedAt")
       select a."projectId", a.id, ${flagsOf('a')}, a."createdAt", a."modifiedAt" from added a;`,
    ],
    [
      'users',
      'users_search_update',
      `after update of ${copied} on TABLE for each row
       when (${copied.map((column) => `old.${column} <> new.${column}`).join(' or ')})`,
      `update "searchedUsers"
       set flags = ${flagsOf('new')}, "createdAt" = new."createdAt", "modifiedAt" = new."modifiedAt"
       where "projectId" = new."projectId" and "userId" = new.id;`,
    ],
    ['searchedUsers', 'searchedUsers_insert', added, count('added', 1)],
    ['searchedUsers', 'searchedUsers_delete', removed, count('removed', -1)],
    [
      'searchedUsers',
      'searchedUsers_update',
      'after update of flags on TABLE for each row when (old.flags <> new.flags)',
      `insert into "userCounts" ("projectId", flags, count)
       values (old."projectId", old.flags, -1), (new."projectId", new.flags, 1);
       update "userFacets" set flags = new.flags where number = new.number;`,
    ],
    ...facetSources.flatMap(facetTriggers),
  ]);
}

/** Creates the triggers for a table of a later migration. */
export async function createPostgresFacetTriggers(db: Kysely<unknown>, source: FacetSource): Promise<void> {
  await createTriggers(db, facetTriggers(source));
}

function facetTriggers(source: FacetSource): Trigger[] {
  return [
    [source.table, `${source.table}_search_insert`, added, addFacets(source)],
    [source.table, `${source.table}_search_delete`, removed, removeFacets(source)],
  ];
}

async function createTriggers(db: Kysely<unknown>, triggers: Trigger[]): Promise<void> {
  for (const [table, name, when, body] of triggers) {
    await sql
      .raw(
        `create function "${name}"() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
      )
      .execute(db);
    const event = when.replace('TABLE', `"${table}"`);
    await sql.raw(`create trigger "${name}" ${event} execute function "${name}"()`).execute(db);
  }
}

function count(rows: string, change: number): string {
  return `insert into "userCounts" ("projectId", flags, count)
    select "projectId", flags, ${change} * count(*) from ${rows} group by "projectId", flags;`;
}

function addFacets({ kind, value, scope }: FacetSource): string {
  // The lock keeps the flags unchanged until the row that copies them is visible to the transactions that
  // change them. A fixed order keeps two transactions with the same new facets from waiting for each other. Row
  // by row, because the plan is made once per connection, perhaps while the tables are empty.
  return `insert into "searchFacets" ("projectId", kind, value, scope)
    select distinct a."projectId", '${kind}', ${of('a', value)}, ${of('a', scope)} from added a
    where not exists (select 1 from "searchFacets" f where ${matches('a', kind, value, scope)})
    order by 1, 3, 4
    on conflict do nothing;
    insert into "userFacets" (facet, number, flags)
    select f.id, u.number, u.flags from added a
    cross join lateral (select id from "searchFacets" f where ${matches('a', kind, value, scope)} limit 1) f
    cross join lateral (
      select number, flags from "searchedUsers" s
      where s."projectId" = a."projectId" and s."userId" = a."userId" for share
    ) u
    on conflict do nothing;`;
}

function removeFacets({ table, kind, value, scope, repeats }: FacetSource): string {
  const left = `exists (select 1 from "${table}" o where o."projectId" = r."projectId" and o."userId" = r."userId")`;
  return `delete from "userFacets" c
    using removed r, "searchFacets" f, "searchedUsers" u
    where ${matches('r', kind, value, scope)}
      and u."projectId" = r."projectId" and u."userId" = r."userId"
      and c.facet = f.id and c.number = u.number ${repeats ? `and not ${left}` : ''};`;
}

function matches(row: string, kind: string, value: string, scope: string): string {
  return `f."projectId" = ${row}."projectId" and f.kind = '${kind}'
    and f.value = ${of(row, value)} and f.scope = ${of(row, scope)}`;
}

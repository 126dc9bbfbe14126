import { sql } from 'kysely';
import { dialectOf } from '../../storage/engine.ts';
import { inList, jsonArrayOf, parseJson, toJson } from '../../storage/json.ts';
import { acrossProjects } from '../../storage/scope.ts';
import type { Db, Row } from '../../storage/tables.ts';

export type UserText = Pick<Row<'userTexts'>, 'name' | 'email' | 'phone' | 'loginId' | 'text'>;

export interface Indexed {
  number: number;
  text: UserText | undefined;
  attributes: { facet: number; value: string }[];
}

/** What the index has about a user whose row exists. */
export async function findIndexed(db: Db, projectId: string, userId: string): Promise<Indexed> {
  const row = await db
    .selectFrom('searchedUsers as s')
    .leftJoin('userTexts as t', (join) =>
      join.onRef('t.projectId', '=', 's.projectId').onRef('t.number', '=', 's.number'),
    )
    .where('s.projectId', '=', projectId)
    .where('s.userId', '=', userId)
    .select(['s.number', 't.name', 't.email', 't.phone', 't.loginId', 't.text'])
    .select((user) =>
      jsonArrayOf(
        db,
        user
          .selectFrom('userFacets as c')
          .innerJoin('searchFacets as f', 'f.id', 'c.facet')
          .whereRef('c.number', '=', 's.number')
          .where('f.kind', '=', 'attribute')
          // A number belongs to one project, and so do the facets under it.
          .where(sql<boolean>`s."projectId" = ${projectId}`)
          .select(['c.facet', 'f.value']),
      ).as('attributes'),
    )
    .executeTakeFirstOrThrow();
  const { number, attributes, ...text } = row;
  return {
    number,
    text: text.text === null ? undefined : (text as UserText),
    attributes: parseJson(attributes),
  };
}

export async function writeText(db: Db, projectId: string, number: number, text: UserText): Promise<void> {
  await db
    .insertInto('userTexts')
    .values({ projectId, number, ...text })
    .onConflict((conflict) =>
      conflict.column('number').doUpdateSet(text).where('userTexts.projectId', '=', projectId),
    )
    .execute();
}

/** The numbers by which the index knows users. */
export async function findNumbers(
  db: Db,
  projectId: string,
  userIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('searchedUsers')
    .select(['userId', 'number'])
    .where('projectId', '=', projectId)
    .where((where) => inList(db, where.ref('userId'), userIds))
    .execute();
  return new Map(rows.map(({ userId, number }) => [userId, number]));
}

export async function insertTexts(
  db: Db,
  projectId: string,
  texts: (UserText & { number: number })[],
): Promise<void> {
  await db
    .insertInto('userTexts')
    .values(texts.map((text) => ({ projectId, ...text })))
    .execute();
}

/** Of users who do not have them. */
export async function addFacets(
  db: Db,
  projectId: string,
  kind: Row<'searchFacets'>['kind'],
  added: { number: number; value: string }[],
): Promise<void> {
  if (added.length === 0) return;
  const pairs =
    dialectOf(db) === 'sqlite'
      ? sql`(select value ->> 'number' as number, value ->> 'value' as value from json_each(${toJson(added)}))`
      : sql`(select * from unnest(cast(${added.map(({ number }) => number)} as bigint[]), cast(${added.map(({ value }) => value)} as text[])) as u (number, value))`;
  // In one order for everybody, so that two transactions with the same new values cannot wait for each other.
  await sql`insert into "searchFacets" ("projectId", kind, value, scope)
    select distinct ${projectId}, ${kind}, p.value, '' from ${pairs} p
    where not exists (
      select 1 from "searchFacets" f
      where f."projectId" = ${projectId} and f.kind = ${kind} and f.value = p.value and f.scope = ''
    )
    order by 3
    on conflict do nothing`.execute(db);
  await sql`insert into "userFacets" (facet, number, flags)
    select f.id, s.number, s.flags from ${pairs} p
    join "searchedUsers" s on s.number = p.number and s."projectId" = ${projectId}
    join "searchFacets" f on f."projectId" = ${projectId} and f.kind = ${kind} and f.value = p.value and f.scope = ''
    where true
    on conflict do nothing`.execute(db);
}

export async function removeFacets(
  db: Db,
  projectId: string,
  number: number,
  facets: number[],
): Promise<void> {
  await sql`delete from "userFacets"
    where number = (select number from "searchedUsers" where number = ${number} and "projectId" = ${projectId})
      and ${inList(db, sql<number>`facet`, facets)}`.execute(db);
}

/** At a time, so that no transaction is long. */
const foldedRows = 50_000;
/** A project needs no more than 32, one for each combination of flags. */
const rowsOfProject = 100;

/**
 * Of all projects: makes one row of the many that changes on PostgreSQL leave behind. Instances may do it at once,
 * because each takes rows that no other has.
 */
export async function foldCountRows(db: Db): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`with taken as (
      delete from "userCounts" where ctid = any(array(
        select ctid from "userCounts" where "projectId" in (
          select "projectId" from "userCounts" group by "projectId" having count(*) > ${rowsOfProject}
        ) limit ${foldedRows} for update skip locked
      )) returning "projectId", flags, count
    )
    insert into "userCounts" ("projectId", flags, count)
    select "projectId", flags, sum(count) from taken group by "projectId", flags having sum(count) <> 0`.execute(
    acrossProjects(db),
  );
}

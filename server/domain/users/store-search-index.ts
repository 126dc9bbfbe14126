import { sql } from 'kysely';
import { dialectOf } from '../../storage/engine.ts';
import { inList, jsonArrayOf, parseJson } from '../../storage/json.ts';
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

export async function addFacets(
  db: Db,
  projectId: string,
  number: number,
  kind: Row<'searchFacets'>['kind'],
  values: string[],
): Promise<void> {
  // In one order for everybody, so that two transactions with the same new values cannot wait for each other.
  const rows = values.toSorted().map((value) => ({ projectId, kind, value, scope: '' }));
  await db
    .insertInto('searchFacets')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['projectId', 'kind', 'value', 'scope']).doNothing())
    .execute();
  await sql`insert into "userFacets" (facet, number, flags)
    select f.id, s.number, s.flags from "searchedUsers" s, "searchFacets" f
    where s.number = ${number} and s."projectId" = ${projectId}
      and f."projectId" = ${projectId} and f.kind = ${kind} and f.scope = ''
      and ${inList(db, sql<string>`f.value`, values)}
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

/** At most this many rows at a time, so that nothing else waits long. */
const foldedRows = 50_000;

/**
 * Of all projects: makes one row of the many that changes on PostgreSQL leave behind. Instances may do it at once,
 * because each takes rows that no other has.
 */
export async function foldUserCounts(db: Db): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`with taken as (
      delete from "userCounts" where ctid = any(array(
        select ctid from "userCounts" limit ${foldedRows} for update skip locked
      )) returning "projectId", flags, count
    )
    insert into "userCounts" ("projectId", flags, count)
    select "projectId", flags, sum(count) from taken group by "projectId", flags having sum(count) <> 0`.execute(
    acrossProjects(db),
  );
}

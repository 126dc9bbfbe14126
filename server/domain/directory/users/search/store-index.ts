import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { insertRows } from '../../../../storage/insert-rows.ts';
import { inList, tableOf } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { findEach } from '../../../../storage/short-lists.ts';
import type { Db, Row } from '../../../../storage/tables.ts';

type Kind = Row<'searchFacets'>['kind'];
export type UserText = Pick<Row<'userTexts'>, 'name' | 'email' | 'phone' | 'loginId' | 'text'>;

/** The number of a user in the index, and their texts as they are indexed. */
export interface IndexedUser {
  number: number;
  text: UserText | undefined;
}

/** Finds the index entries of an existing user. */
export async function findIndexed(db: Db, projectId: string, userId: string): Promise<IndexedUser> {
  const [row] = await indexedById(db, { projectId, userId });
  if (!row) throw new Error('a user without index entries');
  const { number, ...text } = row;
  return { number, text: text.text === null ? undefined : (text as UserText) };
}

const indexedById = prepared((db, { projectId, userId }: { projectId: string; userId: string }) =>
  db
    .selectFrom('searchedUsers as s')
    .leftJoin('userTexts as t', (join) =>
      join.onRef('t.projectId', '=', 's.projectId').onRef('t.number', '=', 's.number'),
    )
    .where('s.projectId', '=', projectId)
    .where('s.userId', '=', userId)
    .select(['s.number', 't.name', 't.email', 't.phone', 't.loginId', 't.text']),
);

/** Returns the facets of the user's custom attributes. */
export function listAttributeFacets(
  db: Db,
  projectId: string,
  number: number,
): Promise<{ facet: number; value: string }[]> {
  return attributeFacetsOf(db, { projectId, number });
}

const attributeFacetsOf = prepared((db, { projectId, number }: { projectId: string; number: number }) =>
  db
    .selectFrom('userFacets as c')
    .innerJoin('searchFacets as f', 'f.id', 'c.facet')
    .where('c.number', '=', number)
    // A number belongs to one project, and so do the facets stored with it.
    .where(sql<boolean>`f."projectId" = ${projectId}`)
    .where('f.kind', '=', 'attribute')
    .select(['c.facet', 'f.value']),
);

/** Updates these texts of a user. SQLite writes each index that has an assigned column, so give only what changed. */
export async function updateText(
  db: Db,
  projectId: string,
  number: number,
  texts: Partial<UserText>,
): Promise<void> {
  await updateTextFields(db, { ...texts, projectId, number });
}

const updateTextFields = prepared(
  (db, { projectId, number, ...texts }: Partial<UserText> & { projectId: string; number: number }) =>
    db.updateTable('userTexts').set(texts).where('projectId', '=', projectId).where('number', '=', number),
);

/** Finds the numbers that identify users in the index. */
export async function findNumbers(
  db: Db,
  projectId: string,
  userIds: string[],
): Promise<Map<string, number>> {
  const rows = await findEach(db, userIds, {
    one: (userId) => numberOf(db, { projectId, userId }),
    many: (userIds) => numbersOf(db, { projectId, userIds }),
  });
  return new Map(rows.map(({ userId, number }) => [userId, number]));
}

const selectNumbers = (db: Db, projectId: string) =>
  db.selectFrom('searchedUsers').select(['userId', 'number']).where('projectId', '=', projectId);

const numberOf = prepared((db, { projectId, userId }: { projectId: string; userId: string }) =>
  selectNumbers(db, projectId).where('userId', '=', userId),
);

const numbersOf = prepared((db, { projectId, userIds }: { projectId: string; userIds: readonly string[] }) =>
  selectNumbers(db, projectId).where((where) => inList(db, where.ref('userId'), userIds)),
);

export async function insertTexts(
  db: Db,
  projectId: string,
  texts: (UserText & { number: number })[],
): Promise<void> {
  await insertTextRows(
    db,
    texts.map((text) => ({ projectId, ...text })),
  );
}

const insertTextRows = insertRows('userTexts');

/** Inserts the texts of one new user, whose number need not be known. */
export async function insertTextOf(db: Db, projectId: string, userId: string, text: UserText): Promise<void> {
  await insertTextOfUser(db, { projectId, userId, ...text });
}

const insertTextOfUser = prepared(
  (db, { projectId, userId, ...text }: UserText & { projectId: string; userId: string }) =>
    db.insertInto('userTexts').values({
      projectId,
      ...text,
      number: (query) =>
        query
          .selectFrom('searchedUsers')
          .select('number')
          .where('projectId', '=', projectId)
          .where('userId', '=', userId),
    }),
);

/**
 * Adds facets to users who do not have them. Looks up facets by their values first, so that no query plan scans
 * them all.
 */
/** Some 20 ms of SQLite, which runs on the event loop. */
const facetsPerStatement = 5_000;

export async function addFacets(
  db: Db,
  projectId: string,
  kind: Kind,
  added: { number: number; value: string }[],
): Promise<void> {
  if (added.length === 0) return;
  const ids = await facetIds(db, projectId, kind, [...new Set(added.map(({ value }) => value))]);
  for (let start = 0; start < added.length; start += facetsPerStatement) {
    // Lets other work run between two statements.
    if (start > 0) await nextTurn();
    const some = added.slice(start, start + facetsPerStatement);
    const pairs = tableOf(db, {
      number: some.map(({ number }) => number),
      facet: some.map(({ value }) => ids.get(value) as number),
    });
    await sql`insert into "userFacets" (facet, number, flags)
    select p.facet, p.number, (
      select s.flags from "searchedUsers" s where s.number = p.number and s."projectId" = ${projectId}
    ) from ${pairs} p
    where true
    on conflict do nothing`.execute(db);
  }
}

/** Returns the facets of these values, and creates missing ones. */
async function facetIds(
  db: Db,
  projectId: string,
  kind: Kind,
  values: string[],
): Promise<Map<string, number>> {
  const ids = await findFacetIds(db, projectId, kind, values);
  const missing = values.filter((value) => !ids.has(value));
  if (missing.length === 0) return ids;
  // All transactions insert in one order, so that two of them with the same new values cannot wait for each other.
  const { rows } = await sql<{ id: number; value: string }>`
    insert into "searchFacets" ("projectId", kind, value, scope)
    select ${projectId}, ${kind}, m.value, '' from ${tableOf(db, { value: missing.sort() })} m
    where true
    on conflict do nothing
    returning id, value`.execute(db);
  for (const { id, value } of rows) ids.set(value, id);
  const late = missing.filter((value) => !ids.has(value));
  // Another transaction has created them in the meantime.
  return late.length === 0 ? ids : new Map([...ids, ...(await findFacetIds(db, projectId, kind, late))]);
}

/** Looks up the facets one by one, because for a long list PostgreSQL would read all values of the kind. */
async function findFacetIds(db: Db, projectId: string, kind: Kind, values: string[]) {
  const { rows } = await sql<{ value: string; id: number | null }>`
    select v.value, (
      select f.id from "searchFacets" f
      where f."projectId" = ${projectId} and f.kind = ${kind} and f.value = v.value and f.scope = ''
    ) as id
    from ${tableOf(db, { value: values })} v`.execute(db);
  return new Map(rows.flatMap(({ value, id }) => (id === null ? [] : [[value, id] as const])));
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

/** The number of rows merged at once, so that no transaction takes long. */
const foldedRows = 50_000;
/** A project needs at most 32 rows, one for each combination of flags. */
const rowsOfProject = 100;

/**
 * Merges the many counter rows that changes leave behind on PostgreSQL, in all projects. Instances may run this
 * concurrently, because each locks rows that no other has.
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

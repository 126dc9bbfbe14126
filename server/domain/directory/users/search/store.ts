import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Members } from '../../../../core/number-set.ts';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList, type Json, parseJson } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';
import { isUnfiltered, testsRow } from './condition.ts';
import type { Position, SearchOrder, SortField } from './filter.ts';
import { flagsIn } from './flags.ts';
import { isFlagged, listed, numbered, wholeProject } from './store-conditions.ts';
import { matching, type Plan, type PlanLimits } from './store-plan.ts';

export interface PageRequest
  extends Pick<PlanLimits, 'readAtOnce' | 'collectedAtMost' | 'nearby' | 'unwantedAtMost'> {
  order: SearchOrder;
  limit: number;
  offset: number;
  after: Position | undefined;
  total: number;
}

export interface Found {
  userId: string;
  position: Position;
}

/** Returns one page in the requested order. */
export async function findPage(plan: Plan, page: PageRequest): Promise<Found[]> {
  if (plan.members) return readMembers(plan, plan.members, page);
  if (isShortWalk(plan, page)) return readPage({ ...plan, db: plan.quickDb }, page);
  return (await findNearby(plan, page)) ?? readPage(plan, page);
}

/** Reports whether a page without a filter is near the start of its order, whichever users are unwanted. */
function isShortWalk(
  { driver, others, unwanted }: Plan,
  { offset, limit, readAtOnce }: PageRequest,
): boolean {
  return driver.kind === 'everybody' && others.length === 0 && unwanted + offset + limit <= readAtOnce;
}

/** The number of entries of an index that are compared with a list while one row is read somewhere in a table. */
const looksForRow = 10;

async function readMembers(plan: Plan, members: Members, page: PageRequest): Promise<Found[]> {
  const { db, projectId } = plan;
  const { order, after, offset, limit, total, collectedAtMost } = page;
  if (order.field !== undefined) {
    // The number of entries of the sort order that are read until the page is full.
    const looks = ((offset + limit) * plan.flagged) / total;
    if (total > collectedAtMost)
      return (await walkMembers(plan, members, page, looks)) ?? readPage(plan, page);
    const few = listed(db, members.slice({}));
    if (looks > looksForRow * total) return readPage({ ...plan, driver: few, others: [] }, page);
    return readPage({ ...plan, driver: wholeProject(projectId), others: [few] }, page);
  }
  const numbers = members.slice({ after: after?.number, offset, limit });
  const { rows } = await sql<{ number: number; userId: string }>`
    select u.number, u."userId" from (${listed(db, numbers).numbers}) d cross join "searchedUsers" u
    where u.number = d.number and u."projectId" = ${projectId}`.execute(db);
  const ids = new Map(rows.map(({ number, userId }) => [number, userId]));
  // A user who was deleted just now keeps the place, so that the page does not look like the last one.
  return numbers.map((number) => ({ userId: ids.get(number) ?? '', position: { number } }));
}

/** The largest number of entries of a sort order that are read at once, and looked up among the members. */
const walkedAtMost = 50_000;

/**
 * Looks for a page of many members near the start of a sort order. Returns `undefined` if they are further away than
 * members in arbitrary order would be, or if one of them has just been deleted.
 */
async function walkMembers(
  { db, projectId }: Plan,
  members: Members,
  { order, after, offset, limit }: PageRequest,
  looks: number,
): Promise<Found[] | undefined> {
  const { table, column } = sortKeys[order.field!];
  const walked = 2 * Math.ceil(looks);
  if (walked > walkedAtMost) return undefined;
  const numbers = await readNumbers(
    db,
    sql`select k.number from ${sql.table(table)} k
      where k."projectId" = ${projectId} ${inOrder(column, order, after)} limit ${walked}`,
  );
  const found = numbers.filter((number) => members.has(number)).slice(offset, offset + limit);
  if (found.length < limit && numbers.length === walked) return undefined;
  const { rows } = await sql<{ number: number; key: string | number; userId: string }>`
    select k.number, ${column} as key, u."userId"
    from (${listed(db, found).numbers}) d cross join ${sql.table(table)} k cross join "searchedUsers" u
    where k.number = d.number and k."projectId" = ${projectId}
      and u.number = d.number and u."projectId" = ${projectId}`.execute(db);
  if (rows.length < found.length) return undefined;
  const entries = new Map(
    rows.map(({ number, key, userId }) => [number, { userId, position: { number, key } }]),
  );
  return found.map((number) => entries.get(number)!);
}

/** Reads the numbers in the order of the query, as one value: thousands of rows would take the event loop longer. */
async function readNumbers(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const list =
    dialectOf(db) === 'sqlite'
      ? sql`json_group_array(number)`
      : sql`coalesce(cast(json_agg(number) as text), '[]')`;
  const { rows } = await sql<{
    numbers: Json<number[]>;
  }>`select ${list} as numbers from (${query}) q`.execute(db);
  return parseJson(rows[0]!.numbers);
}

/**
 * Looks for the next page near its start, if many users match but are not listed by number. Users added at about
 * the same time have numbers close to each other, so the page is usually there. Returns `undefined` if part of it
 * is missing.
 */
async function findNearby(plan: Plan, page: PageRequest): Promise<Found[] | undefined> {
  const { first, projectId, driver, others } = plan;
  const { order, after, offset, limit, total, collectedAtMost, nearby } = page;
  const isFew = total <= collectedAtMost || offset + limit > nearby;
  if (first === undefined || order.field !== undefined || isFew) return undefined;
  const begin = after?.number ?? first;
  const near = numbered(projectId, begin, begin + nearby);
  // The driver is also tested: PostgreSQL does not infer the condition for the row from the equal number.
  const found = await readPage({ ...plan, driver: near, others: [near, driver, ...others] }, page);
  return found.length === limit ? found : undefined;
}

async function readPage(plan: Plan, page: PageRequest): Promise<Found[]> {
  const { field, descending } = page.order;
  const backwards = isNearEnd(plan, page);
  const inner = backwards ? { ...page, order: { field, descending: !descending } } : page;
  const found = field === undefined ? byNumber(plan, inner) : byField(plan, inner, sortKeys[field]);
  // The second limit shows PostgreSQL how few rows there are when the first one is computed.
  const slice = backwards
    ? sql`select * from (${found} ${fromEnd(plan, page)}) f limit ${page.limit}`
    : sql`${found} limit ${page.limit} offset ${page.offset}`;
  const key = field === undefined ? sql`p.number` : sql`p.key`;
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ number: number; userId: string; key: string | number }>`
    select p.number, ${key} as key, (
      select "userId" from "searchedUsers" s where s.number = p.number and s."projectId" = ${plan.projectId}
    ) as "userId"
    from (${slice}) p
    order by ${key} ${direction}, p.number ${direction}`.execute(plan.db);
  return rows.map(({ number, userId, key }) => ({
    userId,
    position: field === undefined ? { number } : { number, key },
  }));
}

/**
 * Reports whether to read a page of a whole project from the end: pages in the second half need fewer rows that
 * way.
 */
function isNearEnd({ driver, others }: Plan, { offset, total, after }: PageRequest): boolean {
  return isUnfiltered(driver) && others.length === 0 && !after && 2 * offset > total;
}

/** Reads the total in the same statement, so that a user added in the meantime does not move the page. */
function fromEnd({ projectId, mask }: Plan, { limit, offset }: PageRequest): RawBuilder<unknown> {
  const rest = sql`(select cast(coalesce(sum(count), 0) as bigint) - ${offset}
    from "userCounts" where "projectId" = ${projectId} and ${isFlagged(mask, sql`flags`)})`;
  const first = sql`cast(${limit} as bigint)`;
  return sql`limit (select case when r.rest < 0 then 0 when r.rest < ${first} then r.rest else ${first} end from (select ${rest} as rest) r)
    offset (select case when r.rest < ${first} then 0 else r.rest - ${first} end from (select ${rest} as rest) r)`;
}

interface SortKey {
  table: 'searchedUsers' | 'userTexts';
  column: RawBuilder<unknown>;
}

const sortKeys: Record<SortField, SortKey> = {
  createdTime: { table: 'searchedUsers', column: sql`k."createdAt"` },
  modifiedTime: { table: 'searchedUsers', column: sql`k."modifiedAt"` },
  lastSignInTime: { table: 'searchedUsers', column: sql`k."lastSignInDay"` },
  status: { table: 'searchedUsers', column: sql`(k.flags >> 3)` },
  name: { table: 'userTexts', column: sql`k.name` },
  email: { table: 'userTexts', column: sql`k.email` },
  phone: { table: 'userTexts', column: sql`k.phone` },
  loginId: { table: 'userTexts', column: sql`k."loginId"` },
};

function byNumber(plan: Plan, { order, after }: PageRequest): RawBuilder<unknown> {
  const behind = after ? sql`and d.number ${operator(order)} ${after.number}` : sql``;
  const direction = order.descending ? sql`desc` : sql`asc`;
  return sql`select d.number ${matching(plan)} ${behind} order by d.number ${direction}`;
}

function byField(
  plan: Plan,
  { order, after, limit, offset, total, collectedAtMost, unwantedAtMost }: PageRequest,
  { table, column }: SortKey,
) {
  const sorted = sql`and k."projectId" = ${plan.projectId} ${inOrder(column, order, after)}`;
  const keys = sql`${sql.table(table)} k`;
  const selected = sql`select k.number, ${column} as key`;
  if (plan.driver.kind !== 'everybody' && total <= collectedAtMost) {
    return sql`${selected} ${matching(plan, sql`cross join ${keys}`)} and k.number = d.number ${sorted}`;
  }
  const conditions = [plan.driver, ...plan.others].filter((condition) => !isUnfiltered(condition));
  const asked = (ofRow: boolean) =>
    conditions
      .filter((condition) => testsRow(condition) === ofRow)
      .map((condition) => condition.isMatch(sql`k.number`));
  // A list of the unwanted users costs as much as the look at as many rows.
  const looks = after ? limit : Math.min(offset, Math.max(total - offset, 0)) + limit;
  const tests = asked(false);
  const ofRow = asked(true);
  if (table === 'searchedUsers') tests.unshift(isFlagged(plan.mask, sql`k.flags`));
  else if (plan.unwanted <= Math.min(unwantedAtMost, 2 * looks)) tests.unshift(isListed(plan));
  else ofRow.unshift(isFlagged(plan.mask, sql`u.flags`));
  if (ofRow.length > 0) {
    tests.push(sql`exists (select 1 from "searchedUsers" u
      where u.number = k.number and u."projectId" = ${plan.projectId} and ${sql.join(ofRow, sql` and `)})`);
  }
  // In a case, the tests run in this order for each entry. PostgreSQL would otherwise turn them into joins, and sort
  // all that they find.
  return sql`${selected} from ${keys}
    where case when ${sql.join(tests, sql` and `)} then true else false end ${sorted}`;
}

/** The end of a query over the entries `k` of a sort order. */
function inOrder(
  column: RawBuilder<unknown>,
  order: SearchOrder,
  after: Position | undefined,
): RawBuilder<unknown> {
  const direction = order.descending ? sql`desc` : sql`asc`;
  const behind = after
    ? sql`and (${column}, k.number) ${operator(order)} (${after.key}, ${after.number})`
    : sql``;
  return sql`${behind} order by ${column} ${direction}, k.number ${direction}`;
}

/** Tests flags without reading the row of each user. */
function isListed({ db, projectId, mask }: Plan): RawBuilder<SqlBool> {
  const unwanted = inList(db, sql<number>`flags`, flagsIn(2 ** 32 - 1 - mask));
  return sql`k.number not in (select number from "searchedUsers" where "projectId" = ${projectId} and ${unwanted})`;
}

function operator({ descending }: SearchOrder): RawBuilder<unknown> {
  return descending ? sql`<` : sql`>`;
}

import { type RawBuilder, sql } from 'kysely';
import { inList } from '../../../../storage/json.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Position, SearchOrder, SortField, UserFilter } from './filter.ts';
import { flagsIn } from './flags.ts';
import { type Condition, conditionsOf, flagged, listed, numbered, wholeProject } from './store-conditions.ts';

/** A search with its plan: one condition lists the users, and the others test each of them. */
export interface Plan {
  /** The database for composed queries, in another thread if they may be slow. */
  db: Db;
  projectId: string;
  mask: number;
  driver: Condition;
  others: Condition[];
  /** The number of users in the project with matching flags. */
  flagged: number;
  /** The number of users in the project without matching flags. */
  unwanted: number;
  /** The lowest matching number, if the driver does not return numbers in order. */
  first?: number | undefined;
}

export interface PlanLimits {
  /**
   * Projects up to this size are read as a whole: their users can be few among those of other projects in one
   * index.
   */
  smallProject: number;
  /** The number of users that is read faster than another thread can be called. */
  readAtOnce: number;
  /**
   * The largest number of users that is collected and sorted. Among more matches, walking along the sort order soon
   * finds some.
   */
  collectedAtMost: number;
  /** The number of consecutive users that is tested before all matches are sorted by number. */
  nearby: number;
  /**
   * The largest number of users without matching flags that is looked up in a list, instead of reading each user's
   * flags from the table.
   */
  unwantedAtMost: number;
}

export const planLimits: PlanLimits = {
  smallProject: 2_000,
  readAtOnce: 20_000,
  collectedAtMost: 15_000,
  nearby: 20_000,
  unwantedAtMost: 20_000,
};

/** The bounds up to which each condition is counted in turn, to find the one with the fewest matches. */
const estimateBounds = [2_000, 20_000, 200_000];

export async function planSearch(
  db: Db,
  projectId: string,
  filter: UserFilter,
  { smallProject, readAtOnce, collectedAtMost }: PlanLimits,
): Promise<Plan> {
  const { mask } = filter;
  const conditions = conditionsOf(db, projectId, filter);
  const { wanted, size } = await countFlagged(db, projectId, mask);
  const reads = size <= readAtOnce ? composed(db) : slowReads(composed(db));
  const all = wholeProject(projectId);
  // Where at least half of the users are wanted, a walk along the order finds a page sooner than a sort does.
  const few = wanted <= collectedAtMost && 2 * wanted < size ? flagged(db, projectId, mask) : all;
  const driver =
    size <= smallProject
      ? all
      : ((await findNarrowest(reads, conditions, few === all ? Infinity : wanted)) ?? few);
  const others = conditions.filter((condition) => condition !== driver);
  return { db: reads, projectId, mask, driver, others, flagged: wanted, unwanted: size - wanted };
}

async function countFlagged(db: Db, projectId: string, mask: number) {
  const { rows } = await sql<{ wanted: number; size: number }>`
    select coalesce(sum(case when ${isFlagged(mask, sql`flags`)} then count else 0 end), 0) as wanted,
      coalesce(sum(count), 0) as size
    from "userCounts" where "projectId" = ${projectId}`.execute(db);
  return rows[0] as { wanted: number; size: number };
}

/**
 * Finds the condition with the fewest matches, and counts each only as far as needed. Returns `undefined` if none
 * has fewer than `flagged`.
 */
async function findNarrowest(
  db: Db,
  conditions: Condition[],
  flagged: number,
): Promise<Condition | undefined> {
  const small = conditions.find((condition) => !condition.estimate);
  if (small) return small;
  if (conditions.length < 2 && flagged === Infinity) return conditions[0];
  let sizes: number[] = [];
  for (const bound of estimateBounds) {
    sizes = [];
    for (const { estimate } of conditions) {
      const { rows } = await sql<{ size: number }>`
        select count(*) as size from (${estimate} limit ${bound}) found`.execute(db);
      sizes.push(rows[0]?.size ?? 0);
    }
    if (Math.min(...sizes) < bound || flagged <= bound) break;
  }
  const smallest = Math.min(...sizes);
  return smallest <= flagged ? conditions[sizes.indexOf(smallest)] : undefined;
}

/** The number of free-text matches that one query returns, because free text is slow to find. */
const listedAtOnce = 2_000;

/** Counts the matches. Returns the plan for a page of them, which is a list if counting has found them all. */
export async function countMatches(plan: Plan): Promise<{ total: number; plan: Plan }> {
  const { db } = plan;
  if (plan.others.length === 0 && plan.driver.isUnfiltered) return { total: plan.flagged, plan };
  if (plan.driver.isSlow) {
    const { rows } = await sql<{ number: number }>`
      select d.number ${matching(plan)} limit ${listedAtOnce + 1}`.execute(db);
    const numbers = rows.map((row) => row.number);
    if (numbers.length <= listedAtOnce) {
      return { total: numbers.length, plan: { ...plan, driver: listed(db, numbers), others: [] } };
    }
  }
  const first = plan.driver.isUnordered ? sql`min(d.number)` : sql`null`;
  const { rows } = await sql<{ total: number; first: number | null }>`
    select count(*) as total, ${first} as first ${matching(plan)}`.execute(db);
  return { total: rows[0]?.total ?? 0, plan: { ...plan, first: rows[0]?.first ?? undefined } };
}

export interface PageRequest extends Pick<PlanLimits, 'collectedAtMost' | 'nearby' | 'unwantedAtMost'> {
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
  return (await findNearby(plan, page)) ?? readPage(plan, page);
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
  return driver.isUnfiltered === true && others.length === 0 && !after && 2 * offset > total;
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
  const direction = order.descending ? sql`desc` : sql`asc`;
  const behind = after
    ? sql`and (${column}, k.number) ${operator(order)} (${after.key}, ${after.number})`
    : sql``;
  const sorted = sql`and k."projectId" = ${plan.projectId} ${behind}
    order by ${column} ${direction}, k.number ${direction}`;
  const keys = sql`${sql.table(table)} k`;
  const selected = sql`select k.number, ${column} as key`;
  if (!plan.driver.isEverybody && total <= collectedAtMost) {
    return sql`${selected} ${matching(plan, sql`cross join ${keys}`)} and k.number = d.number ${sorted}`;
  }
  const others = [plan.driver, ...plan.others].filter((condition) => !condition.isUnfiltered);
  const asked = others.map((condition) => condition.isMatch(sql`k.number`));
  // A list of the unwanted users costs as much as the look at as many rows.
  const looks = after ? limit : Math.min(offset, Math.max(total - offset, 0)) + limit;
  const listsAtMost = others.length > 0 ? unwantedAtMost : Math.min(unwantedAtMost, 2 * looks);
  const hasFlags = table === 'searchedUsers' || plan.unwanted <= listsAtMost;
  if (!hasFlags || others.some((condition) => condition.needsRow)) {
    return sql`${selected} from ${keys} cross join "searchedUsers" u
      where u.number = k.number and u."projectId" = ${plan.projectId}
        and ${sql.join([isFlagged(plan.mask, sql`u.flags`), ...asked], sql` and `)} ${sorted}`;
  }
  const wanted = table === 'searchedUsers' ? isFlagged(plan.mask, sql`k.flags`) : isListed(plan);
  return sql`${selected} from ${keys} where ${sql.join([wanted, ...asked], sql` and `)} ${sorted}`;
}

/** Tests flags without reading the row of each user. */
function isListed({ db, projectId, mask }: Plan): RawBuilder<unknown> {
  const unwanted = inList(db, sql<number>`flags`, flagsIn(2 ** 32 - 1 - mask));
  return sql`k.number not in (select number from "searchedUsers" where "projectId" = ${projectId} and ${unwanted})`;
}

/** Returns `from` and `where` for the matching users, as `d.number`. */
function matching(plan: Plan, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const { driver, others, mask, projectId } = plan;
  const row = !driver.hasFlags || others.some((condition) => condition.needsRow);
  const conditions = [isFlagged(mask, row ? sql`u.flags` : sql`d.flags`), ...questions(plan, sql`d.number`)];
  if (row) conditions.unshift(sql`u.number = d.number and u."projectId" = ${projectId}`);
  return sql`from (${driver.numbers}) d ${row ? sql`cross join "searchedUsers" u` : sql``} ${more}
    where ${sql.join(conditions, sql` and `)}`;
}

function questions({ others }: Plan, number: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return others.map((condition) => condition.isMatch(number));
}

/**
 * Tests the mask with `<> 0`, which PostgreSQL estimates as true for nearly every row; it would estimate `= 1` as
 * true for one row in two hundred.
 */
function isFlagged(mask: number, flags: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(cast(${mask} as bigint) >> ${flags}) & 1 <> 0`;
}

function operator({ descending }: SearchOrder): RawBuilder<unknown> {
  return descending ? sql`<` : sql`>`;
}

/**
 * Marks a composed query as checked for its project: the check would require the project in each part. Here each
 * part names the project, or a facet or number that was found under it.
 */
function composed(db: Db): Db {
  return acrossProjects(db);
}

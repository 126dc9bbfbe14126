import { type RawBuilder, sql } from 'kysely';
import { inList } from '../../../../storage/json.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Position, SearchOrder, SortField, UserFilter } from './filter.ts';
import { flagsIn } from './flags.ts';
import { type Condition, conditionsOf, everybody, flagged, listed, numbered } from './store-conditions.ts';

/** A search with its plan: which condition lists the users, so that the others are asked about each of them. */
export interface Plan {
  /** For queries that are put together, in another thread where they may be slow. */
  db: Db;
  projectId: string;
  mask: number;
  driver: Condition;
  others: Condition[];
  /** How many users of the project have wanted flags. */
  flagged: number;
  /** And how many have not. */
  unwanted: number;
  /** The lowest number of those who match, where the driver does not give them in that order. */
  first?: number | undefined;
}

export interface PlanLimits {
  /** Below it a project is read as a whole: its users can be few among the many that an index has of other projects. */
  smallProject: number;
  /** So many are read in less time than another thread takes to be asked. */
  readAtOnce: number;
  /** So many are collected and sorted; of more, some are soon met by walking along the order. */
  collectedAtMost: number;
  /** So many users in a row are asked about before all who match are sorted by number. */
  nearby: number;
  /** So few with unwanted flags are looked up in a list sooner than each user's flags in the table. */
  unwantedAtMost: number;
}

export const planLimits: PlanLimits = {
  smallProject: 2_000,
  readAtOnce: 20_000,
  collectedAtMost: 15_000,
  nearby: 20_000,
  unwantedAtMost: 20_000,
};

/** How far each condition is counted in turn, to find the one with the fewest. */
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
  const all = everybody(projectId);
  const few = wanted <= collectedAtMost ? flagged(db, projectId, mask) : all;
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

/** The condition that the fewest match, each counted only as far as needed. `undefined`: none below `flagged`. */
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

/** Of free text, which is slow to find: as many as one look gives. */
const listedAtOnce = 2_000;

/** How many match; and the plan for a page of them, when counting has found them all. */
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

/** One page in order. */
export async function findPage(plan: Plan, page: PageRequest): Promise<Found[]> {
  return (await findNearby(plan, page)) ?? readPage(plan, page);
}

/**
 * Of many who match but are not listed by number, the next page is mostly found right where they begin, since whoever
 * was added at about the same time has a number near by. `undefined`: not all of it.
 */
async function findNearby(plan: Plan, page: PageRequest): Promise<Found[] | undefined> {
  const { first, projectId, driver, others } = plan;
  const { order, after, offset, limit, total, collectedAtMost, nearby } = page;
  const isFew = total <= collectedAtMost || offset + limit > nearby;
  if (first === undefined || order.field !== undefined || isFew) return undefined;
  const begin = after?.number ?? first;
  const near = numbered(projectId, begin, begin + nearby);
  // Asked about, too: PostgreSQL does not conclude it for the row from the number that is the same.
  const found = await readPage({ ...plan, driver: near, others: [near, driver, ...others] }, page);
  return found.length === limit ? found : undefined;
}

async function readPage(plan: Plan, page: PageRequest): Promise<Found[]> {
  const { field, descending } = page.order;
  const backwards = isNearEnd(plan, page);
  const inner = backwards ? { ...page, order: { field, descending: !descending } } : page;
  const found = field === undefined ? byNumber(plan, inner) : byField(plan, inner, sortKeys[field]);
  // The second limit tells PostgreSQL how few there will be when the first one is computed.
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

/** Of a whole project, pages of the second half are reached from the end, over fewer rows. */
function isNearEnd({ driver, others }: Plan, { offset, total, after }: PageRequest): boolean {
  return driver.isUnfiltered === true && others.length === 0 && !after && 2 * offset > total;
}

/** The total is taken in the same statement, so that a user who is added meanwhile does not move the page. */
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
  { order, after, total, collectedAtMost, unwantedAtMost }: PageRequest,
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
  const hasFlags = table === 'searchedUsers' || plan.unwanted <= unwantedAtMost;
  if (!hasFlags || others.some((condition) => condition.needsRow)) {
    return sql`${selected} from ${keys} cross join "searchedUsers" u
      where u.number = k.number and u."projectId" = ${plan.projectId}
        and ${sql.join([isFlagged(plan.mask, sql`u.flags`), ...asked], sql` and `)} ${sorted}`;
  }
  const wanted = table === 'searchedUsers' ? isFlagged(plan.mask, sql`k.flags`) : isListed(plan);
  return sql`${selected} from ${keys} where ${sql.join([wanted, ...asked], sql` and `)} ${sorted}`;
}

/** Flags, without a look at the row of each user. */
function isListed({ db, projectId, mask }: Plan): RawBuilder<unknown> {
  const unwanted = inList(db, sql<number>`flags`, flagsIn(2 ** 32 - 1 - mask));
  return sql`k.number not in (select number from "searchedUsers" where "projectId" = ${projectId} and ${unwanted})`;
}

/** `from` and `where` of those who match, as `d.number`. */
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

/** `<> 0`, because PostgreSQL takes that for true of nearly every row, and `= 1` for true of one in two hundred. */
function isFlagged(mask: number, flags: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(cast(${mask} as bigint) >> ${flags}) & 1 <> 0`;
}

function operator({ descending }: SearchOrder): RawBuilder<unknown> {
  return descending ? sql`<` : sql`>`;
}

/**
 * For queries that are put together: the check would want the project in each part. Here each part is about the project
 * by its ID, or about a facet or a number that was found under it.
 */
function composed(db: Db): Db {
  return acrossProjects(db);
}

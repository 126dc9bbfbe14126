import { type RawBuilder, sql } from 'kysely';
import { type Members, NumberSet } from '../../../../core/number-set.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db } from '../../../../storage/tables.ts';
import {
  type Condition,
  type Countable,
  type CountableCondition,
  isCountable,
  isOrdered,
  isUnfiltered,
  listsFlags,
  testsRow,
} from './condition.ts';
import type { UserFilter } from './filter.ts';
import type { KnownSets } from './known-sets.ts';
import { conditionsOf, flagged, hasFlags, isFlagged, listed, wholeProject } from './store-conditions.ts';
import { findMembers, setKey } from './store-members.ts';
import { readSet } from './store-sets.ts';

/** A search with its plan: one condition lists the users, and the others test each of them. */
export interface Plan {
  /** The database for composed queries, in another thread if they may be slow. */
  db: Db;
  /** A database in this thread, for queries that are known to read few rows. */
  quickDb: Db;
  projectId: string;
  mask: number;
  driver: Condition;
  others: Condition[];
  /** The number of users in the project with matching flags. */
  flagged: number;
  /** The number of users in the project without matching flags. */
  unwanted: number;
  /** All conditions, if each has many matches, which are better combined as sets than tested one by one. */
  combined?: CountableCondition[] | undefined;
  /** The matching users, if counting has found them. */
  members?: Members;
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
  /**
   * The smallest number of matches of each condition from which they are combined as sets; a tenth of it, if only one
   * set has to be read.
   */
  combinedFrom: number;
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
  combinedFrom: 20_000,
  nearby: 20_000,
  unwantedAtMost: 100_000,
};

/** The number of free-text matches that are listed, so that no later query looks for them again. */
const listedAtOnce = 2_000;

/** The bounds up to which each condition is counted in turn, to find the one with the fewest matches. */
const estimateBounds = [2_000, 20_000];

export async function planSearch(
  db: Db,
  projectId: string,
  filter: UserFilter,
  limits: PlanLimits,
  known: KnownSets,
  position?: number,
): Promise<Plan> {
  const { smallProject, readAtOnce, collectedAtMost, combinedFrom } = limits;
  const { mask } = filter;
  const given = conditionsOf(db, projectId, filter);
  const { wanted, size } = await countFlagged(db, projectId, mask);
  const isLarge = size > readAtOnce;
  const quickDb = composed(db);
  const reads = isLarge ? slowReads(quickDb) : quickDb;
  const all = wholeProject(projectId);
  // Where at least half of the users are wanted, a walk along the order finds a page sooner than a sort does.
  const few = wanted <= collectedAtMost && 2 * wanted < size ? flagged(db, projectId, mask) : all;
  const plan = { db: reads, quickDb, projectId, mask, flagged: wanted, unwanted: size - wanted };
  if (size <= smallProject) return { ...plan, driver: all, others: given };
  const isKnown = (condition: Countable) => known.has(setKey(projectId, condition));
  const counted = given.every(isCountable) ? given : undefined;
  const [first, ...more] = counted ?? [];
  if (isLarge && first && counted?.every(isKnown)) {
    return { ...plan, driver: first, others: more, combined: counted };
  }
  const conditions =
    isLarge && counted ? await withTextRead(plan, counted, { limits, known, position }) : given;
  const narrowest = await findNarrowest(reads, conditions, few === all ? Infinity : wanted, isLarge);
  const driver = narrowest?.condition ?? few;
  const others = conditions.filter((condition) => condition !== driver);
  const isOneRead =
    isKnown(hasFlags(db, projectId, mask)) && others.every((other) => isCountable(other) && isKnown(other));
  const isWide = isLarge && narrowest && narrowest.size >= (isOneRead ? combinedFrom / 10 : combinedFrom);
  const ordered = [driver, ...others];
  return { ...plan, driver, others, combined: isWide && ordered.every(isCountable) ? ordered : undefined };
}

interface TextRead {
  limits: PlanLimits;
  known: KnownSets;
  position: number | undefined;
}

/**
 * Reads all matches of a text, once: the index of texts is slow and cannot estimate how many there are. A few are a list
 * from then on, and many are a set that the search combines with others.
 */
async function withTextRead(
  { db, projectId, flagged, unwanted }: Pick<Plan, 'db' | 'projectId' | 'flagged' | 'unwanted'>,
  conditions: CountableCondition[],
  { limits, known, position }: TextRead,
): Promise<CountableCondition[]> {
  const text = conditions.find(({ kind }) => kind === 'text');
  if (!text || position === undefined) return conditions;
  const key = setKey(projectId, text);
  const old = known.get(key)?.members;
  const members = old ?? (await readSet(db, text, flagged + unwanted));
  const found = NumberSet.intersect([members]);
  const size = found.count;
  if (!old && size > listedAtOnce) known.add(key, { members, position });
  // An old set lacks the latest changes, so it only tells how many matches there are.
  const isListed = !old && size <= limits.collectedAtMost;
  const numbers = isListed ? listed(db, found.slice({})).numbers : text.numbers;
  return conditions.map((condition) => (condition === text ? { ...text, size, numbers } : condition));
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
 * has fewer than `flagged`. The size is a lower bound.
 */
async function findNarrowest(
  db: Db,
  conditions: Condition[],
  flagged: number,
  isLarge: boolean,
): Promise<{ condition: Condition; size: number } | undefined> {
  const [first] = conditions;
  if (!first) return undefined;
  const small = conditions.find((condition) => !isCountable(condition));
  if (small || !conditions.every(isCountable)) return small && { condition: small, size: -1 };
  const isOnly = conditions.length < 2 && flagged === Infinity;
  if (isOnly && !isLarge) return { condition: first, size: -1 };
  let sizes: number[] = [];
  for (const bound of isOnly ? estimateBounds.slice(-1) : estimateBounds) {
    sizes = [];
    for (const { matches, size } of conditions) {
      if (size !== undefined) {
        sizes.push(Math.min(size, bound));
        continue;
      }
      const { rows } = await sql<{ size: number }>`
        select count(*) as size from (${matches} limit ${bound}) found`.execute(db);
      sizes.push(rows[0]?.size ?? 0);
    }
    if (Math.min(...sizes) < bound || flagged <= bound) break;
  }
  const size = Math.min(...sizes);
  return size <= flagged ? { condition: conditions[sizes.indexOf(size)]!, size } : undefined;
}

/** Counts the matches. Returns the plan for a page of them, which is a list if counting has found them all. */
export async function countMatches(
  plan: Plan,
  known: KnownSets,
  position?: number,
): Promise<{ total: number; plan: Plan }> {
  const { db } = plan;
  if (plan.others.length === 0 && isUnfiltered(plan.driver)) return { total: plan.flagged, plan };
  if (plan.driver.kind === 'text' && !plan.combined) {
    const { rows } = await sql<{ number: number }>`
      select d.number ${matching(plan)} limit ${listedAtOnce + 1}`.execute(db);
    const numbers = rows.map((row) => row.number);
    if (numbers.length <= listedAtOnce) {
      return { total: numbers.length, plan: { ...plan, driver: listed(db, numbers), others: [] } };
    }
  }
  if (plan.combined) {
    const members = await findMembers({ ...plan, conditions: plan.combined }, known, position);
    if (members) return { total: members.count, plan: { ...plan, members } };
  }
  const first = isOrdered(plan.driver) ? sql`null` : sql`min(d.number)`;
  const { rows } = await sql<{ total: number; first: number | null }>`
    select count(*) as total, ${first} as first ${matching(plan)}`.execute(db);
  return { total: rows[0]?.total ?? 0, plan: { ...plan, first: rows[0]?.first ?? undefined } };
}

/** Returns `from` and `where` for the matching users, as `d.number`. */
export function matching(plan: Plan, more: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const { driver, others, mask, projectId } = plan;
  const row = !listsFlags(driver) || others.some(testsRow);
  const conditions = [isFlagged(mask, row ? sql`u.flags` : sql`d.flags`), ...questions(plan, sql`d.number`)];
  if (row) conditions.unshift(sql`u.number = d.number and u."projectId" = ${projectId}`);
  return sql`from (${driver.numbers}) d ${row ? sql`cross join "searchedUsers" u` : sql``} ${more}
    where ${sql.join(conditions, sql` and `)}`;
}

function questions({ others }: Plan, number: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return others.map((condition) => condition.isMatch(number));
}

/**
 * Marks a composed query as checked for its project: the check would require the project in each part. Here each
 * part names the project, or a facet or number that was found under it.
 */
function composed(db: Db): Db {
  return acrossProjects(db);
}

import type { ProjectContext } from '../../../../core/context.ts';
import { type Members, NumberSet } from '../../../../core/number-set.ts';
import { type Facet, type FacetKey, facetKey, type Moment, wholePeriods } from './facets.ts';
import type { Facts, Tail } from './facts.ts';
import { blockSize, readBlocksOf } from './store-blocks.ts';
import { findText, findUsers, findWithin, type UserColumn } from './store-finds.ts';
import type { Folds } from './store-log.ts';
import type { SearchText } from './text.ts';

/** A condition of a search: the users who meet it as the index has them, and a test of one whose change is not in the index. */
export interface Condition {
  /** Facets: those of all conditions are read at once. */
  facets(now: number): FacetKey[];
  /** Returns the users who meet the condition, of whom `having` have one of the facets at the same `now`. Absent: `having`. */
  read?(ctx: ProjectContext, having: NumberSet, now: number): Promise<NumberSet>;
  matches(facts: Facts): boolean;
}

/** The conditions of a search: a user meets all of `all`, and none of `none`. */
export interface Conditions {
  all: Condition[];
  none: Condition[];
}

/** Users with at least one of the facets. */
export function hasFacet(facets: Facet[]): Condition {
  const keys = facets.map(facetKey);
  return {
    facets: () => keys,
    matches: ({ facets }) => keys.some((key) => facets.has(key)),
  };
}

/** Users whose row, or one of whose login IDs, has one of the values. */
export function isOneOf(column: UserColumn, values: string[]): Condition {
  const wanted = new Set(values);
  return {
    facets: () => [],
    read: async ({ db, project }) => NumberSet.of(await findUsers(db, project.id, column, values)),
    matches({ userId, foldedLoginIds, keys }) {
      if (column === 'loginId') return foldedLoginIds.some((loginId) => wanted.has(loginId));
      return wanted.has(column === 'id' ? userId : keys[column]);
    },
  };
}

export interface Range {
  from?: number;
  to?: number;
}

export function isWithin(key: Moment, { from = 0, to = Number.MAX_SAFE_INTEGER }: Range): Condition {
  return {
    facets: (now) => wholePeriods(key, { from, to, now })?.facets.map(facetKey) ?? [],
    async read(ctx, having, now) {
      const find = (range: Required<Range>) => findWithin(ctx.db, ctx.project.id, key, range);
      const periods = wholePeriods(key, { from, to, now });
      if (!periods) return find({ from, to });
      return having.union(await find(periods.before)).union(await find(periods.after));
    },
    matches: ({ keys }) => keys[key] >= from && keys[key] <= to,
  };
}

export function containsText({ anyOf, start }: SearchText): Condition {
  return {
    facets: () => (start === undefined ? [] : [facetKey({ kind: 'start', value: start })]),
    read: async ({ db, project }, having) => having.union(await findText(db, project.id, anyOf)),
    matches: (facts) =>
      anyOf.some((part) => facts.text.includes(part)) ||
      (start !== undefined && facts.text.startsWith(start)),
  };
}

/** The users who meet the conditions, and the progress of the folds when the index began to be read. */
export interface Found {
  members: Members;
  folds: Folds;
  /** The index was read in one statement. */
  isAtOnce: boolean;
}

/** Finds the users who meet the conditions. `tail`: the facts of users whose changes are not in the index; none for deleted ones. */
export async function findMembers(
  ctx: ProjectContext,
  { all, none }: Conditions,
  tail: Tail,
): Promise<Found> {
  const wanted = [hasFacet([{ kind: 'user' }]), ...all];
  const conditions = [...wanted, ...none];
  const now = ctx.now();
  const facets = conditions.map((condition) => condition.facets(now));
  const { folds, blocks } = await readBlocksOf(ctx.db, ctx.project.id, [...new Set(facets.flat())]);
  const sets: NumberSet[] = [];
  for (const [index, condition] of conditions.entries()) {
    const having = NumberSet.fromBlocks(
      facets[index]!.flatMap((facet) => blocks.get(facet) ?? []),
      blockSize(ctx.db),
    );
    const set = condition.read ? await condition.read(ctx, having, now) : having;
    for (const [number, facts] of tail) set.set(number, facts !== undefined && condition.matches(facts));
    sets.push(set);
  }
  return {
    members: NumberSet.intersect(sets.slice(0, wanted.length), sets.slice(wanted.length)),
    folds,
    isAtOnce: conditions.every(({ read }) => !read),
  };
}

import type { ProjectContext } from '../../../../core/context.ts';
import { type Members, NumberSet } from '../../../../core/number-set.ts';
import { type Facet, facetKey, type Moment, wholePeriods } from './facets.ts';
import type { Facts } from './facts.ts';
import { blockSize, readBlocksOf } from './store-blocks.ts';
import { findText, findUsers, findWithin, type UserColumn } from './store-finds.ts';
import type { Tail } from './tail.ts';
import type { SearchText } from './text.ts';

/** A condition of a search: the users who meet it as the index has them, and a test of one whose change is not in the index. */
export interface Condition {
  read(ctx: ProjectContext): Promise<NumberSet>;
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
    read: async ({ db, project }) =>
      NumberSet.fromBlocks(await readBlocksOf(db, project.id, keys), blockSize(db)),
    matches: ({ facets }) => keys.some((key) => facets.has(key)),
  };
}

/** Users whose row, or one of whose login IDs, has one of the values. */
export function isOneOf(column: UserColumn, values: string[]): Condition {
  const wanted = new Set(values);
  return {
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
    async read(ctx) {
      const find = (range: Required<Range>) => findWithin(ctx.db, ctx.project.id, key, range);
      const periods = wholePeriods(key, { from, to, now: ctx.now() });
      if (!periods) return find({ from, to });
      const found = await hasFacet(periods.facets).read(ctx);
      return found.union(await find(periods.before)).union(await find(periods.after));
    },
    matches: ({ keys }) => keys[key] >= from && keys[key] <= to,
  };
}

export function containsText(text: SearchText): Condition {
  const { anyOf, start } = text;
  return {
    read: ({ db, project }) => findText(db, project.id, text),
    matches: (facts) =>
      anyOf.some((part) => facts.text.includes(part)) ||
      (start !== undefined && facts.text.startsWith(start)),
  };
}

/** Finds the users who meet the conditions. `tail`: the facts of users whose changes are not in the index; none for deleted ones. */
export async function findMembers(
  ctx: ProjectContext,
  { all, none }: Conditions,
  tail: Tail,
): Promise<Members> {
  const wanted = [hasFacet([{ kind: 'user' }]), ...all];
  const sets: NumberSet[] = [];
  for (const condition of wanted) sets.push(await condition.read(ctx));
  const without: NumberSet[] = [];
  for (const condition of none) without.push(await condition.read(ctx));
  for (const [number, facts] of tail) {
    for (const [index, set] of sets.entries())
      set.set(number, facts !== undefined && wanted[index]!.matches(facts));
    for (const [index, set] of without.entries())
      set.set(number, facts !== undefined && none[index]!.matches(facts));
  }
  return NumberSet.intersect(sets, without);
}

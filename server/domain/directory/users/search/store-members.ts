import { type Members, NumberSet } from '../../../../core/number-set.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Countable } from './condition.ts';
import type { KnownSet, KnownSets } from './known-sets.ts';
import { readPosition, testChangedUsers } from './store-changes.ts';
import { hasFlags } from './store-conditions.ts';
import { readSet } from './store-sets.ts';

interface Search {
  db: Db;
  projectId: string;
  mask: number;
  /** All conditions except the flags. */
  conditions: Countable[];
}

/** The results of all tests of a user are one number. */
const maxConditions = 30;

/**
 * Finds the users who match by combining the sets of all conditions. A set is read once and kept; later searches
 * test only the users who have changed since. Returns `undefined` if there are too many of them, or too many
 * conditions. `position` is the end of the list of changes before the search.
 */
export async function findMembers(
  { db, projectId, mask, conditions: given }: Search,
  known: KnownSets,
  position?: number,
): Promise<Members | undefined> {
  const conditions = [hasFlags(db, projectId, mask), ...given];
  if (conditions.length > maxConditions) return undefined;
  const keys = conditions.map((condition) => setKey(projectId, condition));
  const start = position ?? (await readPosition(db));
  const sets: KnownSet[] = [];
  for (const [index, condition] of conditions.entries()) {
    const key = keys[index]!;
    const set = known.get(key) ?? {
      members: await readSet(db, condition),
      position: start,
    };
    known.add(key, set);
    sets.push(set);
  }
  return known.inTurn(async () => {
    const from = Math.min(...sets.map((set) => set.position));
    const tests = conditions.map(({ isMatch }) => isMatch);
    const changes = await testChangedUsers(db, projectId, from, tests);
    if (!changes) {
      for (const key of keys) known.forget(key);
      return undefined;
    }
    for (const { number, results } of changes.users) {
      for (const [index, { members }] of sets.entries()) members.set(number, ((results >> index) & 1) === 1);
    }
    for (const set of sets) set.position = changes.position;
    return NumberSet.intersect(sets.map(({ members }) => members));
  });
}

export function setKey(projectId: string, { key }: Countable): string {
  return `${projectId} ${key}`;
}

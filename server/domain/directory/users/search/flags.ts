import type { User } from '../user.ts';

/** What a search wants of the properties that have two or three values each. Absent: any. */
export interface FlagFilter {
  /** Public SDKs also ask for `expired`, which no user has. */
  statuses?: (User['status'] | 'expired')[];
  test?: boolean;
  verifiedEmail?: boolean;
  verifiedPhone?: boolean;
}

/** In the order of their names, so that sorting by this number sorts by name. `expired` is kept free for its day. */
const statuses = ['disabled', 'enabled', 'expired', 'invited'];

/**
 * The number that the triggers of the search tables make of these properties (`flagsOf` in the migration) is one of 32.
 * The result has a bit for each of them that matches, so that any wish is one condition: `(mask >> flags) & 1`.
 */
export function flagMask(filter: FlagFilter): number {
  let mask = 0;
  for (let flags = 0; flags < 32; flags += 1) if (matches(flags, filter)) mask += 2 ** flags;
  return mask;
}

function matches(
  flags: number,
  { statuses: wanted, test, verifiedEmail, verifiedPhone }: FlagFilter,
): boolean {
  const status = statuses[flags >> 3] as User['status'];
  return (
    (!wanted?.length || wanted.includes(status)) &&
    (test === undefined || test === Boolean(flags & 4)) &&
    (verifiedEmail === undefined || verifiedEmail === Boolean(flags & 2)) &&
    (verifiedPhone === undefined || verifiedPhone === Boolean(flags & 1))
  );
}

/** The numbers that a mask has a bit for. */
export function flagsIn(mask: number): number[] {
  return Array.from({ length: 32 }, (_, flags) => flags).filter(
    (flags) => Math.floor(mask / 2 ** flags) % 2 === 1,
  );
}

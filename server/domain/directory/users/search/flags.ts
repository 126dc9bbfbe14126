import type { User } from '../user.ts';

/** Search criteria for properties with two or three values each. Absent: any. */
export interface FlagFilter {
  /** Public SDKs also send `expired`, which no user has. */
  statuses?: (User['status'] | 'expired')[];
  /** Narrows invited users to those to whom an invitation was sent, or to the others. Without `statuses`, leaves out everybody else. */
  invitationSent?: boolean;
  test?: boolean;
  verifiedEmail?: boolean;
  verifiedPhone?: boolean;
}

/** The states by number, in the order in which a search sorts them. */
const states: { status: User['status']; isSent?: boolean }[] = [
  { status: 'disabled' },
  { status: 'enabled' },
  { status: 'invited', isSent: false },
  { status: 'invited', isSent: true },
];

/**
 * Encodes the criteria as a bit mask. The triggers of the search tables reduce these properties to a number below
 * 32 (`flagsOf` in the migration). The mask has a bit for each number that matches, so that any combination is one
 * condition: `(mask >> flags) & 1`.
 */
export function flagMask(filter: FlagFilter): number {
  let mask = 0;
  for (let flags = 0; flags < 32; flags += 1) if (matches(flags, filter)) mask += 2 ** flags;
  return mask;
}

function matches(
  flags: number,
  { statuses, invitationSent, test, verifiedEmail, verifiedPhone }: FlagFilter,
): boolean {
  const { status, isSent } = states[flags >> 3]!;
  const wanted = invitationSent !== undefined && !statuses?.length ? ['invited'] : statuses;
  return (
    (!wanted?.length || wanted.includes(status)) &&
    (invitationSent === undefined || isSent === undefined || invitationSent === isSent) &&
    (test === undefined || test === Boolean(flags & 4)) &&
    (verifiedEmail === undefined || verifiedEmail === Boolean(flags & 2)) &&
    (verifiedPhone === undefined || verifiedPhone === Boolean(flags & 1))
  );
}

/** Returns the numbers whose bits are set in the mask. */
export function flagsIn(mask: number): number[] {
  return Array.from({ length: 32 }, (_, flags) => flags).filter(
    (flags) => Math.floor(mask / 2 ** flags) % 2 === 1,
  );
}

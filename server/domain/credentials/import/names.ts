import { isEmail, isPhone } from '../../directory/users/identifiers/address.ts';
import { foldLoginId, readLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { NewAccount } from '../accounts/create-account.ts';
import type { ImportRow, ReadyRow } from './import-row.ts';
import type { FileIndex } from './store-claims.ts';

/**
 * From the weakest to the strongest claim: the ID in the other product, a user name, an address that nobody has checked, and a verified
 * address.
 */
export const ranks = { id: 0, name: 1, unverified: 2, verified: 3 } as const;

export interface Claim {
  /** Folded. */
  name: string;
  rank: number;
}

/** Lists the names by which a user signs in, with the strength of the user's claim to each. */
export function claimsOf({ user }: ReadyRow): Claim[] {
  const { email, phone, verifiedEmail, verifiedPhone } = withAddresses(user);
  const addresses = new Map<string, number>();
  const names = loginIdsOf(user).map(foldLoginId);
  for (const [address, isVerified = true] of [
    [email, verifiedEmail],
    [phone, verifiedPhone],
  ] as const) {
    if (address) addresses.set(foldLoginId(address), isVerified ? ranks.verified : ranks.unverified);
  }
  const verified = [...addresses].filter(([, rank]) => rank === ranks.verified).map(([address]) => address);
  return [...new Set([...names, ...verified])].map((name) => ({
    name,
    rank: addresses.get(name) ?? ranks.name,
  }));
}

/**
 * Removes a name that belongs to another user. An address stays in the profile, not verified. A user without any other name is
 * named by the ID in the other product; without one, the row fails.
 */
export function loseName(row: ReadyRow, name: string, owner: string): ImportRow {
  const { spare, warnings } = row;
  const user = withAddresses(row.user);
  const isOwn = (address: string | undefined) => address !== undefined && foldLoginId(address) === name;
  const left = loginIdsOf(user).filter((loginId) => foldLoginId(loginId) !== name);
  const [loginId = spare, ...additionalLoginIds] = left;
  if (!isUsableName(loginId)) {
    return {
      place: row.place,
      problem: `Another user has the login ID, and this user has no other one: ${name} is that of ${owner}`,
    };
  }
  const kept = isOwn(user.email) || isOwn(user.phone) ? '. It stays in the profile, not verified' : '';
  return {
    ...row,
    user: {
      ...user,
      loginId,
      additionalLoginIds,
      ...(isOwn(user.email) && { verifiedEmail: false }),
      ...(isOwn(user.phone) && { verifiedPhone: false }),
    },
    warnings: [
      ...warnings,
      `the login ID is left to another user: ${name} is that of ${owner}; this user signs in as ${loginId}${kept}`,
    ],
  };
}

/** Claims the names of a row for it. Returns the place of an earlier row that is the same record. */
export function claimNames(index: FileIndex, row: ReadyRow, key: string): string | undefined {
  const first = index.note(key, row.place);
  if (first !== row.place) return first;
  for (const { name, rank } of claimsOf(row)) index.claim(name, rank, { key, place: row.place });
  if (isUsableName(row.spare)) index.claim(foldLoginId(row.spare), ranks.id, { key, place: row.place });
  return undefined;
}

/** Leaves each name to the row of the file with the strongest claim, and of equal ones to the first. */
export function settleNames(index: FileIndex, row: ReadyRow, key: string): ImportRow {
  const isOthers = (name: string) => {
    const winner = index.winnerOf(name);
    return winner && winner.key !== key ? winner : undefined;
  };
  // Another user's name may look like the ID of this one.
  let settled: ImportRow = row.spare && isOthers(foldLoginId(row.spare)) ? { ...row, spare: '' } : row;
  for (const { name } of claimsOf(row)) {
    const winner = isOthers(name);
    if (!winner) continue;
    settled = loseName(settled, name, winner.place);
    if ('problem' in settled) break;
  }
  return settled;
}

/** Gives a user the addresses that `loginId` implies, so that they stay when the login ID does not. */
function withAddresses(user: NewAccount): NewAccount {
  const { loginId, email = isEmail(loginId) ? loginId : undefined } = user;
  const { phone = isPhone(loginId) ? loginId : undefined } = user;
  return { ...user, ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
}

export function loginIdsOf({ loginId, additionalLoginIds = [] }: NewAccount): string[] {
  return [loginId, ...additionalLoginIds];
}

export function isUsableName(text: string): boolean {
  try {
    readLoginId(text);
    return true;
  } catch {
    return false;
  }
}

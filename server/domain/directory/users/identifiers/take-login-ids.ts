import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { happen } from '../../../../core/event.ts';
import { together } from '../../../../storage/transaction.ts';
import { loginIdsTaken } from '../events.ts';
import { readSignInName } from './find-addressee.ts';
import { type LoginId, storedForms } from './login-id.ts';
import { findVerified } from './store-addressees.ts';
import { deleteReservations, insertLoginIds, reserved } from './store-login-ids.ts';

export interface LoginIdRow extends LoginId {
  userId: string;
  position: number;
  /** The account's holder entered the login ID, not an administrator. */
  selfGiven: 0 | 1;
}

/** An address that becomes verified. */
export interface VerifiedAddress {
  userId: string;
  address: string;
}

/**
 * Assigns login IDs to users whose addresses become verified at the same time. Part of a transaction. Throws
 * E062107 if a login ID is in use, or is an address that another user has verified and signs in by.
 *
 * Login IDs and verified addresses are in different tables, but the database still orders concurrent claims: a
 * newly verified address is inserted as a login ID for a moment (`reserve`). The second of two transactions about
 * one address therefore waits for the first and then sees its result. The other forms in which an address may be stored are inserted for a
 * moment, too, so that a mailbox has one account.
 */
export async function takeLoginIds(
  ctx: ProjectContext,
  loginIds: LoginIdRow[],
  verified: VerifiedAddress[] = [],
): Promise<void> {
  await together([
    // The first, because it waits for other claims, and the next one must see their results.
    claim(ctx, loginIds, verified),
    requireUnverified(ctx, loginIds),
    loginIds.length > 0 && happen(ctx, loginIdsTaken, { loginIds: loginIds.map(({ folded }) => folded) }),
  ]);
}

async function claim(ctx: ProjectData, loginIds: LoginIdRow[], verified: VerifiedAddress[]) {
  const free = await insert(ctx, loginIds, verified);
  const forms = new Set(free.map(({ loginId }) => loginId));
  const inserted = free.filter((row) => row.position !== reserved).length;
  if (
    inserted < loginIds.length ||
    !loginIds.every(({ folded }) => storedForms(folded).every((form) => forms.has(form)))
  ) {
    throw new ServiceError('E062107', 'A user with this login ID already exists');
  }
}

/** Waits for transactions that claim an address as a login ID, and returns the addresses that another user now has. */
export async function reserve(ctx: ProjectData, verified: VerifiedAddress[]): Promise<string[]> {
  const free = new Set((await insert(ctx, [], verified)).map((row) => row.loginId));
  return verified
    .map(({ address }) => address)
    .filter((address) => !storedForms(address).every((form) => free.has(form)));
}

async function insert(ctx: ProjectData, loginIds: LoginIdRow[], verified: VerifiedAddress[]) {
  const projectId = ctx.project.id;
  const own = new Set(loginIds.map(({ folded, userId }) => `${userId} ${folded}`));
  const reservations = [...verified, ...loginIds.map(({ userId, folded: address }) => ({ userId, address }))]
    .flatMap(({ userId, address }) => storedForms(address).map((folded) => ({ userId, folded })))
    .filter(({ folded, userId }) => !own.has(`${userId} ${folded}`))
    .map((form) => ({ ...form, written: '', position: reserved, selfGiven: 0 as const }));
  // All transactions insert in one order; otherwise two of them could wait for each other. Login IDs come before
  // reservations.
  const rows = [...loginIds, ...reservations]
    .map(({ folded, ...row }) => ({ projectId, loginId: folded, ...row }))
    .sort((a, b) => (a.loginId === b.loginId ? b.position - a.position : a.loginId < b.loginId ? -1 : 1));
  const free = await insertLoginIds(ctx.db, rows);
  const done = free.filter((row) => row.position === reserved).map((row) => row.loginId);
  if (done.length > 0) await deleteReservations(ctx.db, projectId, done);
  return free;
}

async function requireUnverified(ctx: ProjectData, loginIds: LoginIdRow[]): Promise<void> {
  const names = loginIds.map(({ folded, userId }) => ({ ...readSignInName(folded), userId }));
  await together((['email', 'phone'] as const).map(requireFree));

  async function requireFree(kind: 'email' | 'phone'): Promise<void> {
    const owners = new Map(
      names.flatMap(({ [kind]: address, userId }) =>
        address ? storedForms(address).map((form) => [form, userId] as const) : [],
      ),
    );
    const verified = await findVerified(ctx.db, ctx.project.id, kind, [...owners.keys()]);
    const taken = verified.find(
      ({ address, first, last }) => first !== owners.get(address) || last !== owners.get(address),
    );
    if (taken) throw takenAddress(taken.address);
  }
}

function takenAddress(address: string): ServiceError {
  return new ServiceError(
    'E062107',
    `${address} is another user’s verified address, and that user signs in with it. Choose another login ID, ` +
      'or remove the address from that user',
  );
}

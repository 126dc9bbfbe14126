import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { changeUser } from '../change-user.ts';
import { joinTenantsOf } from '../grants/join-tenants.ts';
import { findUserId } from '../load-user.ts';
import { isVerifiedElsewhere, updateUserRow } from '../store-rows.ts';
import { type AddressKind, readEmail, readPhone } from './address.ts';
import { isNameProven } from './known-owner.ts';
import { foldLoginId } from './login-id.ts';
import { removePreviousHolder } from './remove-previous-holder.ts';

export interface ProvenAddress {
  userId: string;
  kind: AddressKind;
  address: string;
  /** The folded name that the user typed at sign-in; empty if there was none. */
  loginId: string;
  /**
   * The address is all that identifies the person who proved it. Another person may have created the account and
   * entered the address, so existing credentials are removed.
   */
  takesOver: boolean;
  /** The code or link that proved the address. */
  exceptSlot?: string;
}

/**
 * Marks an address as verified. Returns `false` if the address no longer is the user's, or if another person has
 * already proven another address of the account; then only the proof is recorded. Part of a transaction.
 */
export async function proveAddress(ctx: ProjectContext, proof: ProvenAddress): Promise<boolean> {
  const { userId, kind, address, loginId, takesOver, exceptSlot } = proof;
  let isCurrent = false;
  let isFirst = false;
  await changeUser(ctx, userId, async (ctx, user) => {
    const [isVerified, otherIsVerified] =
      kind === 'email' ? [user.verifiedEmail, user.verifiedPhone] : [user.verifiedPhone, user.verifiedEmail];
    const isOnlyBeside = takesOver && otherIsVerified && foldLoginId(address) !== loginId;
    isCurrent = user[kind] === address && !isOnlyBeside;
    if (!isCurrent || isVerified) return;
    isFirst = true;
    const after = { ...user, ...(kind === 'email' ? { verifiedEmail: true } : { verifiedPhone: true }) };
    await updateUserRow(ctx.db, ctx.project.id, userId, {
      ...(kind === 'email' ? { verifiedEmail: 1 } : { verifiedPhone: 1 }),
      ...(isNameProven(after) && !takesOver && { selfRegistered: 0 }),
    });
  });
  if (isFirst && takesOver) {
    await removePreviousHolder(ctx, userId, { address, loginId, ...(exceptSlot && { exceptSlot }) });
  }
  if (isFirst && kind === 'email') await joinTenantsOf(ctx, userId, address);
  return isCurrent;
}

/** Records that the user has proven this address, so that no other party has to vouch for it. Part of a transaction. */
export async function rememberProof(ctx: ProjectData, userId: string, email: string): Promise<void> {
  await updateUserRow(ctx.db, ctx.project.id, userId, { provedEmail: email });
}

/** Throws E111127 for an address that is another user's login ID or that another user has verified. */
export async function requireAvailableAddress(
  ctx: ProjectData,
  userId: string,
  kind: AddressKind,
  text: string,
): Promise<string> {
  const address = kind === 'email' ? readEmail(text) : readPhone(text);
  const owner = await findUserId(ctx, address);
  const isTaken =
    (owner !== undefined && owner !== userId) ||
    (await isVerifiedElsewhere(
      ctx.db,
      ctx.project.id,
      userId,
      kind === 'email' ? { email: address } : { phone: address },
    ));
  if (isTaken) throw new ServiceError('E111127', `${address} belongs to another user. Use another address`);
  return address;
}

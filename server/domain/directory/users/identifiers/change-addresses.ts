import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { changeUser } from '../change-user.ts';
import { isVerifiedElsewhere, updateUserRow } from '../store-rows.ts';
import { requireFreeAddress } from '../update-user.ts';
import type { User } from '../user.ts';
import { readEmail, readPhone } from './address.ts';
import { isNameProven } from './known-owner.ts';

export interface AddressChange {
  verified: boolean;
  /** The account's holder entered the address, not an administrator. */
  selfGiven?: boolean;
}

/**
 * Replaces the user's email address, or removes it if the new one is empty. Login IDs stay, even if one equals the
 * old address. Throws E111127 for another user's login ID, and for setting an address as verified that another user
 * has verified, because then neither user could sign in by it.
 */
export async function changeEmail(
  ctx: ProjectContext,
  who: string,
  text: string,
  { verified, selfGiven = false }: AddressChange,
): Promise<User> {
  const email = text && readEmail(text);
  return changeUser(ctx, who, async (ctx, user) => {
    const verifiedEmail = email && verified ? 1 : 0;
    await requireFreeAddress(ctx, user, user.email, email);
    if (verifiedEmail) await requireUnverified(ctx, user.id, { email });
    const after = { ...user, email, verifiedEmail: verifiedEmail === 1 };
    await updateUserRow(ctx.db, ctx.project.id, user.id, {
      email,
      verifiedEmail,
      ...((selfGiven || email !== user.email) && { selfGivenEmail: selfGiven ? 1 : 0 }),
      ...(selfGiven && isNameProven(after) && { selfRegistered: 0 }),
    });
  });
}

/** Replaces or removes the phone number by the rules of `changeEmail`. */
export async function changePhone(
  ctx: ProjectContext,
  who: string,
  text: string,
  { verified, selfGiven = false }: AddressChange,
): Promise<User> {
  const phone = text && readPhone(text);
  return changeUser(ctx, who, async (ctx, user) => {
    const verifiedPhone = phone && verified ? 1 : 0;
    await requireFreeAddress(ctx, user, user.phone, phone);
    if (verifiedPhone) await requireUnverified(ctx, user.id, { phone });
    const after = { ...user, phone, verifiedPhone: verifiedPhone === 1 };
    await updateUserRow(ctx.db, ctx.project.id, user.id, {
      phone,
      verifiedPhone,
      ...((selfGiven || phone !== user.phone) && { selfGivenPhone: selfGiven ? 1 : 0 }),
      ...(selfGiven && isNameProven(after) && { selfRegistered: 0 }),
    });
  });
}

/** Replaces or removes the recovery email. Several users may share it, because it cannot be used to sign in. */
export async function changeRecoveryEmail(
  ctx: ProjectContext,
  who: string,
  text: string,
  { verified }: { verified: boolean },
): Promise<User> {
  const recoveryEmail = text && readEmail(text);
  const verifiedRecoveryEmail = recoveryEmail && verified ? 1 : 0;
  return changeUser(ctx, who, (ctx, { id }) =>
    updateUserRow(ctx.db, ctx.project.id, id, { recoveryEmail, verifiedRecoveryEmail }),
  );
}

export async function changeRecoveryPhone(
  ctx: ProjectContext,
  who: string,
  text: string,
  { verified }: { verified: boolean },
): Promise<User> {
  const recoveryPhone = text && readPhone(text);
  const verifiedRecoveryPhone = recoveryPhone && verified ? 1 : 0;
  return changeUser(ctx, who, (ctx, { id }) =>
    updateUserRow(ctx.db, ctx.project.id, id, { recoveryPhone, verifiedRecoveryPhone }),
  );
}

async function requireUnverified(
  ctx: ProjectData,
  userId: string,
  address: { email: string } | { phone: string },
): Promise<void> {
  if (await isVerifiedElsewhere(ctx.db, ctx.project.id, userId, address)) {
    throw new ServiceError(
      'E111127',
      'Another user has verified this address. Use another address, or remove it from that user first',
    );
  }
}

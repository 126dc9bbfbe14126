import type { ProjectContext } from '../../core/context.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import { changeUser } from './change-user.ts';
import { readChanges, type UserDetails } from './details.ts';
import { foldLoginId } from './login-id.ts';
import { findUserIdByLoginId } from './store.ts';
import { isVerifiedElsewhere, type UserColumns, updateUser } from './store-rows.ts';
import { type StoredUser, type User, userLimits } from './user.ts';

/** An identity provider's details about a user. Empty and absent values change nothing. */
export interface RenewedDetails {
  profile: Omit<UserDetails, 'email' | 'phone'> & { picture?: string };
  /** The normalised address. */
  email?: RenewedAddress;
  phone?: RenewedAddress;
  /** Valid values by attribute name. */
  customAttributes: Record<string, unknown>;
}

export interface RenewedAddress {
  address: string;
  isProven: boolean;
  /** Stores an unproven address where the user has no proven one. */
  mayBeUnproven: boolean;
}

/**
 * Brings a user up to date. An address that is another user's stays theirs, and one that is not proven never takes the
 * place of one that is. Login IDs stay. Part of a transaction.
 */
export async function renewDetails(
  ctx: ProjectContext,
  userId: string,
  { profile, email, phone, customAttributes }: RenewedDetails,
): Promise<User> {
  const values = await readAttributeValues(ctx, customAttributes);
  return changeUser(ctx, userId, async (ctx, user) => {
    const named = Object.values(values).length > 0;
    const columns: UserColumns = {
      ...readChanges(usable(profile), user),
      ...(email && (await emailColumns(ctx, user, email))),
      ...(phone && (await phoneColumns(ctx, user, phone))),
      ...(named && {
        customAttributes: JSON.stringify(await mergeAttributeValues(ctx, user.keptAttributes, values)),
      }),
    };
    if (Object.keys(columns).length > 0) await updateUser(ctx.db, ctx.project.id, userId, columns);
  });
}

/** Reports whether no other user has the number as a login ID or has verified it. */
export function isFreePhone(ctx: ProjectContext, userId: string, phone: string): Promise<boolean> {
  return isFree(ctx, userId, { phone });
}

function usable(profile: RenewedDetails['profile']): RenewedDetails['profile'] {
  const { nameLength, pictureLength } = userLimits;
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([field, text]) => text && [...text].length <= (field === 'picture' ? pictureLength : nameLength),
    ),
  );
}

async function emailColumns(
  ctx: ProjectContext,
  user: StoredUser,
  { address: email, isProven, mayBeUnproven }: RenewedAddress,
): Promise<UserColumns> {
  if (email === user.email && (user.verifiedEmail || !isProven)) return {};
  if (!isProven && (user.verifiedEmail || !mayBeUnproven)) return {};
  if (!(await isFree(ctx, user.id, { email }))) return {};
  // An account with an unproven address goes to the person who proves it.
  return { email, verifiedEmail: isProven ? 1 : 0, selfRegistered: isProven ? 0 : 1 };
}

async function phoneColumns(
  ctx: ProjectContext,
  user: StoredUser,
  { address: phone, isProven, mayBeUnproven }: RenewedAddress,
): Promise<UserColumns> {
  if (phone === user.phone && (user.verifiedPhone || !isProven)) return {};
  if (!isProven && (user.verifiedPhone || !mayBeUnproven)) return {};
  if (!(await isFree(ctx, user.id, { phone }))) return {};
  return { phone, verifiedPhone: isProven ? 1 : 0 };
}

async function isFree(
  ctx: ProjectContext,
  userId: string,
  address: { email: string } | { phone: string },
): Promise<boolean> {
  const { db, project } = ctx;
  const text = 'email' in address ? address.email : address.phone;
  const owner = await findUserIdByLoginId(db, project.id, foldLoginId(text));
  if (owner !== undefined && owner !== userId) return false;
  return !(await isVerifiedElsewhere(db, project.id, userId, address));
}

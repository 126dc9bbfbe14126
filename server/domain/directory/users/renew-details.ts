import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { type TextField, textFields } from '../../../core/profile-fields.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import { changeUser } from './change-user.ts';
import { readChanges } from './details.ts';
import { findUserId } from './load-user.ts';
import { findStoredUser } from './store.ts';
import { isVerifiedElsewhere, type UserColumns, updateUserRow } from './store-rows.ts';
import type { StoredUser } from './user.ts';

/** User details from an identity provider. Empty and absent values change nothing. */
export interface RenewedDetails {
  /** Usable texts (`usableText`). */
  profile: Partial<Record<TextField, string>>;
  /** The normalised address. */
  email?: RenewedAddress;
  phone?: RenewedAddress;
  /** Valid values by attribute name. */
  customAttributes: Record<string, unknown>;
}

export interface RenewedAddress {
  address: string;
  isProven: boolean;
  /** Stores an unproven address if the user has no proven one. */
  mayBeUnproven: boolean;
}

/**
 * Updates a user from the identity provider. Leaves another user's address alone, and never replaces a proven
 * address with an unproven one. Login IDs stay. Writes nothing if nothing is new, as at most sign-ins. Part of a
 * transaction.
 */
export async function renewDetails(
  ctx: ProjectContext,
  userId: string,
  renewed: RenewedDetails,
): Promise<void> {
  const values = await readAttributeValues(ctx, renewed.customAttributes);
  const before = await findStoredUser(ctx.db, ctx.project.id, userId);
  if (!before || Object.keys(await newColumns(ctx, before, renewed, values)).length === 0) return;
  await changeUser(ctx, userId, async (ctx, user) => {
    const columns = await newColumns(ctx, user, renewed, values);
    if (Object.keys(columns).length > 0) await updateUserRow(ctx.db, ctx.project.id, userId, columns);
  });
}

async function newColumns(
  ctx: ProjectContext,
  user: StoredUser,
  { profile, email, phone }: RenewedDetails,
  values: Record<string, unknown>,
): Promise<UserColumns> {
  return {
    ...readChanges(newTexts(profile, user), user),
    ...(email && (await emailColumns(ctx, user, email))),
    ...(phone && (await phoneColumns(ctx, user, phone))),
    ...(await attributeColumns(ctx, user, values)),
  };
}

/** Reports whether no other user has the number as a login ID or has verified it. */
export function isFreePhone(ctx: ProjectContext, userId: string, phone: string): Promise<boolean> {
  return isFree(ctx, userId, { phone });
}

/** Leaves out values that the user already has. */
function newTexts(profile: RenewedDetails['profile'], user: StoredUser): RenewedDetails['profile'] {
  const fields = textFields.map((field) => [field, profile[field]] as const);
  return Object.fromEntries(fields.filter(([field, text]) => text && text !== user[field]));
}

async function attributeColumns(
  ctx: ProjectContext,
  { storedAttributes }: StoredUser,
  values: Record<string, unknown>,
): Promise<UserColumns> {
  if (Object.entries(values).every(([id, value]) => isDeepStrictEqual(storedAttributes[id], value)))
    return {};
  return { customAttributes: JSON.stringify(await mergeAttributeValues(ctx, storedAttributes, values)) };
}

async function emailColumns(
  ctx: ProjectContext,
  user: StoredUser,
  { address: email, isProven, mayBeUnproven }: RenewedAddress,
): Promise<UserColumns> {
  if (email === user.email && (user.verifiedEmail || !isProven)) return {};
  if (!isProven && (user.verifiedEmail || !mayBeUnproven)) return {};
  if (!(await isFree(ctx, user.id, { email }))) return {};
  // An account with an unproven address is handed to the person who proves the address.
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
  const owner = await findUserId(ctx, text);
  if (owner !== undefined && owner !== userId) return false;
  return !(await isVerifiedElsewhere(db, project.id, userId, address));
}

import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { changeUser } from '../change-user.ts';
import type { UserDetails } from '../details.ts';
import { findStoredUser } from '../store.ts';
import { findAddressSources, updateUserRow } from '../store-rows.ts';
import { type AddressKind, isEmail, isPhone } from './address.ts';
import { isAddress, isNameProven } from './known-owner.ts';
import { foldLoginId, readLoginId } from './login-id.ts';
import { deleteLoginIds, listLoginIds } from './store-login-ids.ts';
import { takeLoginIds } from './take-login-ids.ts';

/**
 * Removes login IDs that are unproven addresses from an account whose holder has proven another address of the same
 * kind. Otherwise no message would reach the owners of these addresses, and they could not use them. The proven
 * address becomes the login ID if none is left. Part of a transaction.
 */
export async function leaveUnprovenNames(
  ctx: ProjectContext,
  userId: string,
  kind: AddressKind,
  proven: string,
): Promise<void> {
  const { db, project } = ctx;
  const sources = await findAddressSources(db, project.id, userId);
  if (!sources?.selfRegistered) return;
  const isOfKind = kind === 'email' ? isEmail : isPhone;
  const { folded: name, written } = readLoginId(proven);
  await changeUser(ctx, userId, async (ctx) => {
    const all = await listLoginIds(db, project.id, userId);
    const gone = all.filter(({ folded, selfGiven }) => selfGiven && isOfKind(folded) && folded !== name);
    if (gone.length === 0) return;
    await deleteLoginIds(
      db,
      project.id,
      userId,
      gone.map(({ stored }) => stored),
    );
    if (gone.length === all.length) {
      await takeLoginIds(ctx, [{ folded: name, written, userId, position: 0, selfGiven: 1 }]);
    }
    const after = await findStoredUser(db, project.id, userId);
    if (after && isNameProven(after)) await updateUserRow(db, project.id, userId, { selfRegistered: 0 });
  });
}

/**
 * Reports whether a login ID of the account is an address that its holder gave and has not proven, so that it may be another
 * person's.
 */
export async function hasUnprovenName({ db, project }: ProjectContext, userId: string): Promise<boolean> {
  const sources = await findAddressSources(db, project.id, userId);
  const user = sources?.selfRegistered ? await findStoredUser(db, project.id, userId) : undefined;
  if (!user) return false;
  const { loginIds, email, verifiedEmail, phone, verifiedPhone } = user;
  const proven = [verifiedEmail ? email : '', verifiedPhone ? phone : ''].map(foldLoginId);
  return loginIds.map(foldLoginId).some((name) => isAddress(name) && !proven.includes(name));
}

/**
 * Throws E011004 for a sign-up under one address that gives another one of the same kind as the user's own: that
 * address would receive the messages meant for the owner of the name.
 */
export function requireOwnName(loginId: string, { email, phone }: UserDetails): void {
  const folded = foldLoginId(loginId);
  for (const [kind, address, isOfKind] of [
    ['email', email, isEmail],
    ['phone', phone, isPhone],
  ] as const) {
    if (!address || !isOfKind(folded) || foldLoginId(address) === folded) continue;
    throw new ServiceError(
      'E011004',
      `loginId differs from user.${kind}. Leave user.${kind} out, or sign up with that address as loginId`,
    );
  }
}

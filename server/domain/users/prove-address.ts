import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { forgetOAuthIdentities } from '../oauth/forget-identities.ts';
import { deletePasskeys } from '../passkeys/delete-passkeys.ts';
import { deletePassword } from '../passwords/delete-password.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { forgetAllIdentities } from '../sso/forget-identities.ts';
import { deleteTotp } from '../totp/delete-totp.ts';
import { readEmail, readPhone } from './address.ts';
import { changeUser } from './change-user.ts';
import { leaveTenants } from './grants.ts';
import { joinTenantsOf } from './join-tenants.ts';
import { foldLoginId } from './login-id.ts';
import { findUserIdByLoginId } from './store.ts';
import { isVerifiedElsewhere, updateUser } from './store-rows.ts';

export type AddressKind = 'email' | 'phone';

export interface ProvenAddress {
  userId: string;
  kind: AddressKind;
  address: string;
  /**
   * Whoever proved it is known by nothing else, and whoever made the account may be somebody else, who wrote this
   * address into it: what they have set does not stay.
   */
  takesOver: boolean;
  /** The address is what they signed in as. */
  isLoginId: boolean;
}

/**
 * Marks an address as verified. `false`: it is not the user's address any more, or a stranger's proof of another one came
 * first, and this one is only written down beside it. Part of a transaction.
 */
export async function proveAddress(ctx: ProjectContext, proof: ProvenAddress): Promise<boolean> {
  const { kind, address } = proof;
  let isCurrent = false;
  await changeUser(ctx, proof.userId, async (ctx, user) => {
    const [isVerified, otherIsVerified] =
      kind === 'email' ? [user.verifiedEmail, user.verifiedPhone] : [user.verifiedPhone, user.verifiedEmail];
    isCurrent = user[kind] === address && !(proof.takesOver && otherIsVerified && !proof.isLoginId);
    if (!isCurrent || isVerified) return;
    const columns = kind === 'email' ? { verifiedEmail: 1 as const } : { verifiedPhone: 1 as const };
    await updateUser(ctx.db, ctx.project.id, user.id, columns);
    if (proof.takesOver) await forgetMaker(ctx, user.id, kind);
    if (kind === 'email') await joinTenantsOf(ctx, user.id, address);
  });
  return isCurrent;
}

/** Remembers that the user themselves has proven this address: nobody else's word is needed. Part of a transaction. */
export async function rememberProof(ctx: ProjectContext, userId: string, email: string): Promise<void> {
  await updateUser(ctx.db, ctx.project.id, userId, { provedEmail: email });
}

/** Every way in that was there before: the other address, too, was put there by whoever made the account. */
async function forgetMaker(ctx: ProjectContext, userId: string, proven: AddressKind): Promise<void> {
  const other = proven === 'email' ? { verifiedPhone: 0 as const } : { verifiedEmail: 0 as const };
  await updateUser(ctx.db, ctx.project.id, userId, other);
  await deletePassword(ctx, userId);
  await deleteTotp(ctx, userId);
  await deletePasskeys(ctx, userId);
  await forgetOAuthIdentities(ctx, userId);
  // The identity provider that made the account has made its user a member, too.
  await leaveTenants(ctx, userId, await forgetAllIdentities(ctx, userId));
  await endSessionsOf(ctx, userId);
}

/** E111127 for an address that is the login ID of another user, or that another user has verified. */
export async function requireAvailableAddress(
  ctx: ProjectContext,
  userId: string,
  kind: AddressKind,
  text: string,
): Promise<string> {
  const address = kind === 'email' ? readEmail(text) : readPhone(text);
  const owner = await findUserIdByLoginId(ctx.db, ctx.project.id, foldLoginId(address));
  const isTaken =
    (owner !== undefined && owner !== userId) ||
    (await isVerifiedElsewhere(
      ctx.db,
      ctx.project.id,
      userId,
      kind === 'email' ? { email: address } : { phone: address },
    ));
  if (isTaken) throw new ServiceError('E111127', `${address} belongs to another user`);
  return address;
}

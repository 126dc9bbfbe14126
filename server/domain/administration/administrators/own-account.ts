import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import type { NoticedFactor } from '../../../core/security-notices.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isComplete, provedRecently, requireRecentProof } from '../../credentials/enrolment/enrolment.ts';
import { deletePasskeys } from '../../credentials/passkeys/delete-passkeys.ts';
import { listPasskeys } from '../../credentials/passkeys/list-passkeys.ts';
import type { Passkey } from '../../credentials/passkeys/passkey.ts';
import { countRecoveryCodes } from '../../credentials/recovery-codes/create-codes.ts';
import { deleteTotp } from '../../credentials/totp/delete-totp.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { changeEmail } from '../../directory/users/identifiers/change-addresses.ts';
import { changeLoginId } from '../../directory/users/identifiers/change-login-ids.ts';
import { loadUserById, noUser } from '../../directory/users/load-user.ts';
import { endOtherSessions } from '../../sessions/sessions/end-session.ts';
import {
  type ListedSession,
  listOwnSessions,
  revokeOwnSessions,
} from '../../sessions/sessions/lists/list-sessions.ts';
import { requireHeldSession } from '../../sessions/sessions/live-session.ts';

export interface OwnAccount {
  /** The sign-in is recent enough to change factors. */
  provedRecently: boolean;
  hasPassword: boolean;
  hasTotp: boolean;
  /** The number of those that are left. */
  recoveryCodes: number;
  sessions: ListedSession[];
  passkeys: Passkey[];
}

export async function loadOwnAccount(ctx: UserContext): Promise<OwnAccount> {
  requireBothFactors(ctx);
  const { hasPassword, hasTotp } = await loadUserById(ctx, ctx.session.userId);
  return {
    hasPassword,
    hasTotp,
    provedRecently: provedRecently(ctx, ctx.session.createdAt),
    recoveryCodes: await countRecoveryCodes(ctx, ctx.session),
    sessions: await listOwnSessions(ctx),
    passkeys: await listPasskeys(ctx, ctx.session.userId),
  };
}

/** Ends the given sessions of the caller, or all except this one. */
export async function endOwnSessions(ctx: UserContext, sessionIds?: string[]): Promise<void> {
  requireBothFactors(ctx);
  if (sessionIds) await revokeOwnSessions(ctx, sessionIds);
  else await transaction(ctx, (ctx) => endOtherSessions(ctx, ctx.session));
}

export function removeOwnTotp(ctx: UserContext): Promise<void> {
  return removeOwnFactor(ctx, 'totp', async (ctx) => {
    const { hasTotp } = await loadUserById(ctx, ctx.session.userId);
    await deleteTotp(ctx, ctx.session.userId);
    return hasTotp;
  });
}

export function removeOwnPasskey(ctx: UserContext, credentialId: string): Promise<void> {
  return removeOwnFactor(ctx, 'passkey', async (ctx) => {
    return (await deletePasskeys(ctx, ctx.session.userId, credentialId)) > 0;
  });
}

/**
 * Replaces the caller's login ID, and the address if it was the same one. Ends the caller's other sessions. No mail is sent
 * to the new name: it decides nothing but what the administrator types, and links of administrators are handed over.
 */
export async function changeOwnLoginId(ctx: UserContext, loginId: string): Promise<void> {
  requireBothFactors(ctx);
  requireRecentProof(ctx, ctx.session.createdAt);
  const { session } = ctx;
  await transaction(ctx, async (inner) => {
    const ctx = { ...inner, session };
    await requireHeldSession(ctx, session.id);
    const { loginIds, email } = await loadUserById(ctx, session.userId);
    const [before = ''] = loginIds;
    const changed = await changeLoginId(ctx, before, loginId);
    // Another request may have given up the old name just now, and someone else may have taken it.
    if (changed.id !== session.userId) throw noUser();
    if (email !== '' && email === before)
      await changeEmail(ctx, session.userId, loginId, { verified: false });
    await endOtherSessions(ctx, session);
  });
}

/**
 * Removes a factor and ends the caller's other sessions, which may have been opened with it. Refuses to leave the caller
 * without both factors: only a link would let them in again, and the instance could lose its last owner.
 */
async function removeOwnFactor(
  ctx: UserContext,
  factor: NoticedFactor,
  remove: (ctx: UserContext) => Promise<boolean>,
): Promise<void> {
  requireBothFactors(ctx);
  requireRecentProof(ctx, ctx.session.createdAt);
  const { session } = ctx;
  const { userId } = session;
  await changeUser(ctx, userId, async (inner) => {
    const ctx = { ...inner, session };
    await requireHeldSession(ctx, session.id);
    if (!(await remove(ctx))) return;
    await requireWayIn(ctx, userId);
    await endOtherSessions(ctx, session);
    await happen(ctx, accountChanged, { kind: 'factorRemoved', userId, factor });
  });
}

async function requireWayIn(ctx: ProjectContext, userId: string): Promise<void> {
  const { hasPasskey, hasPassword, hasTotp } = await loadUserById(ctx, userId);
  if (hasPasskey || (hasPassword && hasTotp)) return;
  throw new ServiceError(
    'E064011',
    'This is your last way to sign in with two factors. Add a passkey, or a password and an authenticator app, first',
  );
}

function requireBothFactors({ session }: UserContext): void {
  if (!isComplete(session.amr)) throw new ServiceError('E064011');
}

import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findUser } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { endOtherSessions } from '../../sessions/sessions/end-session.ts';
import { factorsOf } from '../../sessions/sessions/session-alive.ts';
import { withdrawChallenges } from '../challenges/issue.ts';

/**
 * Who may give an administrator a password, an authenticator or a passkey: they themselves with both factors, or who has
 * come by a link while there is no second factor yet. With less, somebody who knows the password could choose the second
 * factor. In every other project this asks for nothing.
 */
export async function requireEnrolment(
  ctx: ProjectContext,
  { userId, amr }: { userId: string; amr: readonly string[] },
): Promise<void> {
  if (ctx.project.id !== administrationProjectId || isComplete(amr)) return;
  const user = amr.includes('embedded') ? await findUser(ctx, userId) : undefined;
  if (user && !hasSecondFactor(user)) return;
  throw new ServiceError(
    'E064011',
    'Sign in with the second factor first; who has lost it needs a link from an owner, or from `latchkey administrator link`',
  );
}

/**
 * The same when it is completed: by the session that began it, and no other way. Whoever has come by another link is
 * out then, and void is what was not opened: once the second factor is taken away, they could choose one. Part of the
 * transaction.
 */
export async function completeEnrolmentBy(
  ctx: ProjectContext,
  { userId, sessionId = '' }: { userId: string; sessionId: string | undefined },
): Promise<void> {
  if (ctx.project.id !== administrationProjectId) return;
  const amr = sessionId ? await factorsOf(ctx, { sessionId, userId }) : [];
  await requireEnrolment(ctx, { userId, amr });
  if (isComplete(amr)) return;
  // The links first: a session of one that is being spent meanwhile is there by then.
  await withdrawChallenges(ctx, { userId, exceptSlot: '' });
  await endOtherSessions({ ...ctx, actor: { type: 'user', id: userId } }, { id: sessionId, userId });
}

/**
 * A passkey counts for two factors: to sign in by it alone, the authenticator has to verify the user. A link stands for
 * the password, which the user may not have chosen yet. `mfa` says less: a link and a password have it too.
 */
export function isComplete(amr: readonly string[]): boolean {
  const has = (factor: string) => amr.includes(factor);
  return has('webauthn') || (has('totp') && (has('pwd') || has('embedded')));
}

export function hasSecondFactor(user: Pick<User, 'hasTotp' | 'hasPasskey'>): boolean {
  return user.hasTotp || user.hasPasskey;
}

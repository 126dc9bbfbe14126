import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findUser } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { endOtherSessions } from '../../sessions/sessions/end-session.ts';
import { factorsOf } from '../../sessions/sessions/session-alive.ts';
import { withdrawChallenges } from '../challenges/issue.ts';

/**
 * Requires the right to add a factor to an administrator: the administrator's own session with both factors, or one begun
 * by a link while there is no second factor yet. With less, a person who knows the password could choose the second
 * factor. Requires nothing in any other project.
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
    'Sign in with the second factor first. If it is lost, get a link from an owner or from `latchkey administrator link`',
  );
}

/**
 * Requires the same when the enrolment is completed, by the session that began it only. Ends the sessions of other links and
 * voids unopened links: once the second factor is removed, their holders could choose one. Part of the transaction.
 */
export async function completeEnrolmentBy(
  ctx: ProjectContext,
  { userId, sessionId = '' }: { userId: string; sessionId: string | undefined },
): Promise<void> {
  if (ctx.project.id !== administrationProjectId) return;
  const amr = sessionId ? await factorsOf(ctx, { sessionId, userId }) : [];
  await requireEnrolment(ctx, { userId, amr });
  if (isComplete(amr)) return;
  // Voids the links first, so that the session of a link that is being spent meanwhile exists by then.
  await withdrawChallenges(ctx, { userId, exceptSlot: '' });
  await endOtherSessions({ ...ctx, actor: { type: 'user', id: userId } }, { id: sessionId, userId });
}

/**
 * Reports whether a session has both factors. A passkey counts for two, because signing in with it alone requires user
 * verification. A link stands for the password, which the user may not have chosen yet. `mfa` says less: a link and a
 * password have it too.
 */
export function isComplete(amr: readonly string[]): boolean {
  const has = (factor: string) => amr.includes(factor);
  return has('webauthn') || (has('totp') && (has('pwd') || has('embedded')));
}

export function hasSecondFactor(user: Pick<User, 'hasTotp' | 'hasPasskey'>): boolean {
  return user.hasTotp || user.hasPasskey;
}

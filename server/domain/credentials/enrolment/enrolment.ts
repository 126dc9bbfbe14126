import { administrationProjectId } from '../../../core/administration.ts';
import type { AwaitedFactor, ProjectContext, TimedProjectData, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findUser, loadUserById } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { endOtherSessions } from '../../sessions/sessions/end-session.ts';
import { factorsOf } from '../../sessions/sessions/factors-behind.ts';
import type { Session } from '../../sessions/sessions/session.ts';
import { enrolledFactors } from '../../sessions/sign-in-policy/factors.ts';
import { requireFactorsForChange } from '../../sessions/sign-in-policy/factors-for-change.ts';
import { keptRefreshJwt, needsFactors } from '../../sessions/sign-in-policy/more-factors.ts';
import type { SecondFactor } from '../../sessions/sign-in-policy/policy.ts';
import { withdrawChallenges } from '../challenges/issue.ts';

/** A credential that a user can add to their account. */
type Credential = 'password' | 'totp' | 'passkey' | 'recoveryCodes';

/** `createdAt` is absent where an enrolment that began with a recent proof is completed. */
type Enrolling = Pick<
  UserContext['session'],
  'userId' | 'amr' | 'ssoTenantIds' | 'awaits' | 'resetsPassword'
> & {
  createdAt?: number;
};

const recentMs = 10 * 60_000;

/**
 * Requires the right to add a credential.
 *
 * A sign-in that awaits its second factor may add one that the policy counts, if the user has none yet. A session must have proven
 * what the policy demands.
 *
 * An administrator needs a recent session with both factors, or one begun by a link while there is no second factor yet. With
 * less, a person who knows the password, or finds an open console, could choose the second factor. Recovery codes are never the
 * first one.
 */
export async function requireEnrolment(
  ctx: ProjectContext,
  session: Enrolling,
  credential: Credential,
): Promise<void> {
  const { userId, amr, createdAt } = session;
  await requireRight(ctx, session, credential);
  if (ctx.project.id !== administrationProjectId) return;
  if (isComplete(amr)) {
    if (createdAt !== undefined) requireRecentProof(ctx, createdAt);
    return;
  }
  const user =
    amr.includes('embedded') && credential !== 'recoveryCodes' ? await findUser(ctx, userId) : undefined;
  if (user && !hasSecondFactor(user)) return;
  throw new ServiceError(
    'E064011',
    'Sign in with your second factor first. If you have lost it, get a link from an owner or from `latchkey ' +
      'administrator link`',
  );
}

/** Requires what the policies demand now, which may be more than when the sign-in or the enrolment began. */
async function requireRight(ctx: ProjectContext, session: Enrolling, credential: Credential): Promise<void> {
  const { userId, awaits } = session;
  if (awaits) await requireAwaitedEnrolment(ctx, userId, awaits, credential);
  await requireFactorsForChange(ctx, session, credential);
}

export function provedRecently(ctx: TimedProjectData, signedInAt: number): boolean {
  return ctx.now() - signedInAt < recentMs;
}

/** Requires a sign-in within the last ten minutes, for an administrator who changes their own factors. */
export function requireRecentProof(ctx: TimedProjectData, signedInAt: number): void {
  if (provedRecently(ctx, signedInAt)) return;
  throw new ServiceError(
    'E064011',
    'Your sign-in is older than 10 minutes. Sign in again to change how you sign in',
  );
}

async function requireAwaitedEnrolment(
  ctx: ProjectContext,
  userId: string,
  { methods, enrol }: AwaitedFactor,
  credential: Credential,
): Promise<void> {
  const enrolled = await enrolledFactors(ctx, await loadUserById(ctx, userId));
  const hasNone = methods.every((method) => !enrolled[method as SecondFactor]);
  if (enrol && hasNone && methods.includes(credential)) return;
  const own = methods.filter((method) => enrolled[method as SecondFactor]);
  throw needsFactors('Complete the sign-in with your second factor first', {
    refreshJwt: keptRefreshJwt(ctx),
    methods: own.length > 0 ? own : methods,
    enrol: enrol && hasNone,
  });
}

/**
 * Requires the same when the enrolment is completed, by the session that began it only. For an administrator, ends the
 * sessions of other links and voids unopened links: once the second factor is removed, their holders could choose one. Part of
 * the transaction, which holds the user.
 *
 * `begunIn`: the session in which the enrolment began. `sessionId`: the session of the request that completes it.
 */
export async function completeEnrolmentBy(
  ctx: ProjectContext,
  { begunIn, sessionId = '' }: { begunIn: Session; sessionId: string | undefined },
  credential: Credential,
): Promise<void> {
  const { userId } = begunIn;
  await requireRight(ctx, begunIn, credential);
  if (ctx.project.id !== administrationProjectId) return;
  const proof = await factorsOf(ctx, { sessionId, userId });
  const { amr } = proof;
  await requireEnrolment(ctx, { userId, ...proof }, credential);
  if (isComplete(amr)) return;
  // Voids the links first, so that the session of a link that is being spent meanwhile exists by then.
  await withdrawChallenges(ctx, { userId, exceptSlot: '' });
  await endOtherSessions({ ...ctx, actor: { type: 'user', id: userId } }, { id: sessionId, userId });
}

/**
 * Reports whether a session has both factors. A passkey counts for two, because signing in with it alone requires user
 * verification. A link stands for the password, which the user may not have chosen yet, and a recovery code for the
 * authenticator. `mfa` says less: a link and a password have it too.
 */
export function isComplete(amr: readonly string[]): boolean {
  const has = (factor: string) => amr.includes(factor);
  return has('webauthn') || ((has('totp') || has('recovery')) && (has('pwd') || has('embedded')));
}

export function hasSecondFactor(user: Pick<User, 'hasTotp' | 'hasPasskey'>): boolean {
  return user.hasTotp || user.hasPasskey;
}

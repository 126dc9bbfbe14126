import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { checkPassword, clearFailures, type VerifiedPassword, wrongPassword } from './check-password.ts';
import { renewedHash, verifyPassword } from './hashing.ts';
import { findPassword, updateVerified } from './store.ts';
import { clearAttempts, deleteForgotten } from './store-attempts.ts';

export interface PasswordSignIn {
  loginId: string;
  password: string;
  terms: SignInOptions;
}

/**
 * Signs in by login ID and password. A temporary or expired password that is right is refused with E062909;
 * `replacePassword` is the way to continue. Rehashes a password whose hash costs less than today's or is another system's.
 */
export async function signInWithPassword(
  ctx: ProjectContext,
  input: PasswordSignIn,
): Promise<StartedSession> {
  const { password } = input;
  let verified = await checkPassword(ctx, input);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const started = await signInVerified(ctx, verified, input);
    if (started) return started;
    // The stored hash has changed, perhaps because a simultaneous sign-in rehashed the same password.
    const { userId } = verified;
    const row = await findPassword(ctx.db, ctx.project.id, userId);
    if (!row || !(await verifyPassword(ctx, userId, row, password))) break;
    if (row.lockedAt > 0) break;
    verified = { ...verified, row };
  }
  throw wrongPassword();
}

/** A password is rehashed only once, so the second attempt finds the final hash. */
const attempts = 3;

/** Returns `undefined` when the stored hash is no longer the one that was verified. */
async function signInVerified(
  ctx: ProjectContext,
  verified: VerifiedPassword,
  { password, terms }: PasswordSignIn,
): Promise<StartedSession | undefined> {
  const { userId, row } = verified;
  const problem = whyNotUsable(ctx, verified);
  if (problem) {
    await clearFailures(ctx, userId);
    throw new ServiceError('E062909', problem);
  }
  const renewed = await renewedHash(ctx, row, password);
  return transaction(ctx, async (ctx) => {
    const { scheme, hash } = renewed;
    if (!(await updateVerified(ctx.db, row, { scheme, hash }))) return undefined;
    await clearAttempts(ctx.db, ctx.project.id, userId);
    return startPasswordSession(ctx, userId, terms);
  });
}

/** Returns why the right password must be replaced before it signs in. */
export function whyNotUsable(
  ctx: TimedProjectData,
  { row, rules }: Pick<VerifiedPassword, 'row' | 'rules'>,
): string | undefined {
  if (row.state === 'temporary') return 'The password is temporary. Choose your own with password/replace';
  const isOver = rules.lifetimeMs > 0 && row.changedAt + rules.lifetimeMs <= ctx.now();
  return row.state === 'expired' || isOver
    ? 'The password has expired. Replace it with password/replace'
    : undefined;
}

export function startPasswordSession(
  ctx: ProjectContext,
  userId: string,
  terms?: SignInOptions,
): Promise<StartedSession> {
  return startSession(ctx, { userId, amr: ['pwd'], method: 'password', ...(terms && { terms }) });
}

export function deleteForgottenAttempts(ctx: ServiceContext): Promise<void> {
  return deleteForgotten(ctx.db, ctx.now());
}

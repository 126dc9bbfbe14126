import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import type { RefusalFacts } from '../../../core/refusal-causes.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { compareNow } from './hashing.ts';
import { type PasswordRules, requireEnabled, rulesForUser } from './rules.ts';
import { findPassword, markLocked } from './store.ts';
import { clearAttempts, countAttempt, findNextAttemptAt } from './store-attempts.ts';

export interface VerifiedPassword {
  userId: string;
  row: Row<'passwords'>;
  rules: PasswordRules;
}

/**
 * Finds the user with this login ID and password. An attempt that the hash pool refuses costs no statement and does not
 * count. Every other one is counted in the database before anything is compared; the caller clears the count in the
 * transaction that uses the result. An unknown login ID, a user without a password and a wrong password take as long,
 * wait alike, and answer alike: E062903.
 */
export async function checkPassword(
  ctx: ProjectContext,
  { loginId, password }: { loginId: string; password: string },
): Promise<VerifiedPassword> {
  const { userId, row, rules, failures, isRight } = await ctx.hashing.run(
    ctx.project.id,
    async (counted: CountedAttempt) => {
      const { userId = '', row } = counted;
      return { ...counted, isRight: await compareNow(ctx, userId, row, password) };
    },
    () => countAttemptAt(ctx, loginId),
  );
  if (!userId || !row || !isRight) throw await failed(ctx, { userId, row, failures, rules });
  if (row.lockedAt > 0)
    throw new ServiceError('E062904', 'The password is locked after too many wrong attempts. Set a new one', {
      about: { userId },
    });
  requireEnabled(rules);
  return { userId, row, rules };
}

interface CountedAttempt {
  userId: string | undefined;
  row: Row<'passwords'> | undefined;
  rules: PasswordRules;
  failures: number;
}

async function countAttemptAt(ctx: TimedProjectData, loginId: string): Promise<CountedAttempt> {
  const userId = await findSignInUserId(ctx, loginId);
  const row = await findPassword(ctx.db, ctx.project.id, userId ?? '');
  const rules = await rulesForUser(ctx, userId ?? '');
  const failures = await count(ctx, userId ?? hashSecret(foldLoginId(loginId)), rules);
  return { userId, row, rules, failures };
}

async function count(ctx: TimedProjectData, subject: string, rules: PasswordRules): Promise<number> {
  const now = ctx.now();
  const failures = await countAttempt(ctx.db, ctx.project.id, subject, { now, rules });
  if (failures !== undefined) return failures;
  const nextAttemptAt = (await findNextAttemptAt(ctx.db, ctx.project.id, subject)) ?? now;
  const retryAfterSeconds = Math.max(1, Math.ceil((nextAttemptAt - now) / 1000));
  throw new ServiceError('E130429', `Too many wrong passwords. Try again in ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  });
}

/** Locks the password if there were too many wrong ones. */
async function failed(
  ctx: ProjectContext,
  { userId, row, failures, rules }: CountedAttempt,
): Promise<ServiceError> {
  if (userId && rules.lockAttempts > 0 && failures >= rules.lockAttempts) {
    await transaction(ctx, async (ctx) => {
      if (await markLocked(ctx.db, ctx.project.id, userId, ctx.now())) {
        await recordAudit(ctx, { action: 'LoginExceedMaxAttempts', userId, method: 'password' });
        await happen(ctx, accountChanged, { kind: 'accountLocked', userId });
      }
    });
  }
  return wrongPassword({ userId, data: { failures }, ...(userId && !row && { cause: 'noPassword' }) });
}

export function wrongPassword(about: RefusalFacts = {}): ServiceError {
  const message = 'Invalid signin credentials: the login ID or the password is wrong';
  return new ServiceError('E062903', message, { about });
}

/** Clears the count after a correct password that is refused for another reason. */
export async function clearFailures(ctx: ProjectData, userId: string): Promise<void> {
  await clearAttempts(ctx.db, ctx.project.id, userId);
}

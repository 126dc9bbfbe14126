import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { countRevocation } from '../../directory/users/revocations.ts';
import type { User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { completeReset, endOtherSessions, endSessionsOf } from '../../sessions/sessions/end-session.ts';
import { requireSession } from '../../sessions/sessions/session-alive.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { requireEnrolment } from '../enrolment/enrolment.ts';
import { checkPassword, clearFailures, wrongPassword } from './check-password.ts';
import { hashPassword, verifyPassword } from './hashing.ts';
import type { StoredHash } from './password.ts';
import { freshPassword, prepareClear, previousWith, storePassword } from './prepare-password.ts';
import { checkNewPassword, type PasswordRules, requireEnabled, rulesForUser } from './rules.ts';
import { startPasswordSession } from './sign-in.ts';
import { findPassword, updateVerified } from './store.ts';
import { clearAttempts } from './store-attempts.ts';

/**
 * Gives a signed-in user another password, or the first one. Other sessions go on, unless the caller wants them ended or
 * the session was begun by a link for a new password.
 */
export async function updatePassword(
  ctx: UserContext,
  input: { loginId: string; newPassword: string; revokeOtherSessions?: boolean },
): Promise<void> {
  const { userId } = ctx.session;
  if ((await findSignInUserId(ctx, input.loginId)) !== userId) {
    throw new ServiceError('E062108', 'The login ID does not belong to the signed-in user');
  }
  await requireEnrolment(ctx, ctx.session);
  const { keep } = await prepareUpdate(ctx, await loadUserById(ctx, userId), input);
  await transaction(ctx, keep);
}

/** Checks and hashes another password of a user. `keep` is part of a transaction of theirs. */
export async function prepareUpdate(
  ctx: ProjectContext,
  user: User,
  { newPassword, revokeOtherSessions }: { newPassword: string; revokeOtherSessions?: boolean },
): Promise<{ keep: (ctx: UserContext) => Promise<void> }> {
  const rules = await rulesForUser(ctx, user.id);
  requireEnabled(rules);
  const prepared = await prepareClear(ctx, newPassword, { about: knownOf(user), rules });
  const row = await findPassword(ctx.db, ctx.project.id, user.id);
  if (row) await refuseReuse(ctx, row, newPassword, rules);
  const keep = async (ctx: UserContext) => {
    await storePassword(ctx, user.id, prepared, { reuseAmount: rules.reuseAmount });
    // It may have been ended while the password was hashed.
    const { resetsPassword } = await requireSession(ctx, ctx.session.id);
    if (resetsPassword) await completeReset(ctx, ctx.session);
    else if (revokeOtherSessions) await endOtherSessions(ctx, ctx.session);
    await recordAudit(ctx, {
      action: 'UserModified',
      userId: user.id,
      method: 'password',
      data: { change: 'update' },
    });
  };
  return { keep };
}

/**
 * Exchanges the old password for a new one, and signs in: also the way on from a temporary or expired password. Of
 * two requests with the same old password one succeeds. Other sessions go on, unless the caller wants them ended.
 */
export async function replacePassword(
  ctx: ProjectContext,
  input: { loginId: string; oldPassword: string; newPassword: string; revokeOtherSessions?: boolean },
): Promise<StartedSession> {
  const { loginId, oldPassword, newPassword } = input;
  const { userId, row, rules } = await checkPassword(ctx, { loginId, password: oldPassword });
  try {
    if (row.state === 'temporary' && row.expiresAt <= ctx.now()) {
      throw new ServiceError('E062909', 'The temporary password was not used in time: a new one must be set');
    }
    if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) {
      throw new ServiceError('E011003', 'The password cannot be used: it is the old one');
    }
    checkNewPassword(ctx, newPassword, rules, knownOf(await loadUserById(ctx, userId)));
    await refuseReuse(ctx, row, newPassword, rules);
  } catch (error) {
    // The old password was right.
    await clearFailures(ctx, userId);
    throw error;
  }
  const fresh = {
    ...(await hashPassword(ctx, newPassword)),
    ...freshPassword(ctx, 'active'),
    previous: previousWith(row, rules.reuseAmount),
  };
  return transaction(ctx, async (ctx) => {
    if (!(await updateVerified(ctx.db, row, fresh))) throw wrongPassword();
    await clearAttempts(ctx.db, ctx.project.id, userId);
    if (input.revokeOtherSessions) await endSessionsOf(ctx, userId);
    else await countRevocation(ctx, userId);
    const started = await startPasswordSession(ctx, userId);
    const actor = { type: 'user' as const, id: userId };
    await recordAudit(
      { ...ctx, actor },
      { action: 'UserModified', userId, method: 'password', data: { change: 'replace' } },
    );
    return started;
  });
}

/** Only where an administrator has turned the history on: the present password counts as one of it. */
async function refuseReuse(
  ctx: ProjectContext,
  row: Row<'passwords'>,
  newPassword: string,
  { reuseAmount }: PasswordRules,
): Promise<void> {
  if (reuseAmount === 0) return;
  const used = [row, ...(JSON.parse(row.previous) as StoredHash[])].slice(0, reuseAmount);
  for (const stored of used) {
    if (await verifyPassword(ctx, row.userId, stored, newPassword)) {
      throw new ServiceError('E011003', `The password cannot be used: it is one of the last ${reuseAmount}`);
    }
  }
}

/** What a password of the user cannot be. */
export function knownOf(user: User): string[] {
  const { loginIds, email, phone, name, givenName, middleName, familyName } = user;
  return [...loginIds, email, phone, name, givenName, middleName, familyName].filter(Boolean);
}

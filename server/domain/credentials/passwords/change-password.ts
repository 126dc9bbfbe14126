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
import { requireHeldSession } from '../../sessions/sessions/live-session.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { requireEnrolment } from '../enrolment/enrolment.ts';
import { checkPassword, clearFailures, wrongPassword } from './check-password.ts';
import { hashPassword, isSameForeign, verifyPassword } from './hashing.ts';
import type { StoredHash } from './password.ts';
import { freshPassword, prepareClear, previousWith, storePassword } from './prepare-password.ts';
import { refuseBreached } from './refuse-breached.ts';
import { checkNewPassword, type PasswordRules, requireEnabled, rulesForUser } from './rules.ts';
import { startPasswordSession } from './sign-in.ts';
import { findPassword, updateVerified } from './store.ts';
import { clearAttempts } from './store-attempts.ts';

/**
 * Sets a signed-in user's password. Other sessions continue, unless the caller wants to end them or the session was begun by
 * a link for a new password.
 */
export async function updatePassword(
  ctx: UserContext,
  input: { loginId: string; newPassword: string; revokeOtherSessions?: boolean },
): Promise<void> {
  const { userId } = ctx.session;
  if ((await findSignInUserId(ctx, input.loginId)) !== userId) {
    throw new ServiceError('E062108', 'loginId does not belong to the signed-in user');
  }
  await requireEnrolment(ctx, ctx.session, 'password');
  const { keep } = await prepareUpdate(ctx, await loadUserById(ctx, userId), input);
  await transaction(ctx, keep);
}

/** Checks and hashes a user's new password. The returned `keep` stores it as part of a transaction of the user's. */
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
    // The session may have ended while the password was hashed.
    const { resetsPassword } = await requireHeldSession(ctx, ctx.session.id);
    if (resetsPassword) await completeReset(ctx, ctx.session);
    else if (revokeOtherSessions) await endOtherSessions(ctx, ctx.session);
    await recordAudit(ctx, {
      action: 'UserModified',
      userId: user.id,
      method: 'password',
      data: { change: 'update' },
    });
    // An invited user chooses the first password.
    if (user.status !== 'invited')
      await ctx.dependents.noticeUser(ctx, { kind: 'passwordChanged', userId: user.id });
  };
  return { keep };
}

/**
 * Exchanges the old password for a new one, and signs in. This is also the way to replace a temporary or expired password.
 * Only one of two requests with the same old password succeeds. Other sessions continue, unless the caller wants to end
 * them.
 */
export async function replacePassword(
  ctx: ProjectContext,
  input: { loginId: string; oldPassword: string; newPassword: string; revokeOtherSessions?: boolean },
): Promise<StartedSession> {
  const { loginId, oldPassword, newPassword } = input;
  const { userId, row, rules } = await checkPassword(ctx, { loginId, password: oldPassword });
  try {
    if (row.state === 'temporary' && row.expiresAt <= ctx.now()) {
      throw new ServiceError(
        'E062909',
        'The temporary password has expired. Ask an administrator to set a new one',
      );
    }
    if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) {
      throw new ServiceError('E011003', 'newPassword is the old password. Choose another one');
    }
    checkNewPassword(ctx, newPassword, rules, knownOf(await loadUserById(ctx, userId)));
    await refuseBreached(ctx, newPassword, rules);
    await refuseReuse(ctx, row, newPassword, rules);
  } catch (error) {
    // The old password was right, so the count of failures is cleared.
    await clearFailures(ctx, userId);
    throw error;
  }
  const fresh = {
    ...(await hashPassword(ctx, newPassword)),
    ...freshPassword(ctx, 'active'),
    previous: previousWith(row, rules.reuseAmount),
  };
  return transaction(ctx, async (ctx) => {
    const verified = (await updateVerified(ctx.db, row, fresh)) || (await updateResealed(ctx, row, fresh));
    if (!verified) throw wrongPassword();
    await clearAttempts(ctx.db, ctx.project.id, userId);
    if (input.revokeOtherSessions) await endSessionsOf(ctx, userId);
    else await countRevocation(ctx, userId);
    const started = await startPasswordSession(ctx, userId);
    const actor = { type: 'user' as const, id: userId };
    await recordAudit(
      { ...ctx, actor },
      { action: 'UserModified', userId, method: 'password', data: { change: 'replace' } },
    );
    await ctx.dependents.noticeUser(ctx, { kind: 'passwordChanged', userId });
    return started;
  });
}

/** Updates if a rotation of the secret key has sealed the same hash again since it was read. */
async function updateResealed(
  ctx: ProjectContext,
  row: Row<'passwords'>,
  fresh: Parameters<typeof updateVerified>[2],
): Promise<boolean> {
  const current = await findPassword(ctx.db, ctx.project.id, row.userId);
  if (!current || !isSameForeign(ctx, row.userId, row, current)) return false;
  return updateVerified(ctx.db, { ...row, hash: current.hash }, fresh);
}

/** Refuses earlier passwords if an administrator has turned the history on. The current password is part of it. */
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
      throw new ServiceError(
        'E011003',
        `newPassword is one of the last ${reuseAmount} passwords. Choose another one`,
      );
    }
  }
}

/** Returns the values that must not be the user's password. */
export function knownOf(user: User): string[] {
  const { loginIds, email, phone, name, givenName, middleName, familyName } = user;
  return [...loginIds, email, phone, name, givenName, middleName, familyName].filter(Boolean);
}

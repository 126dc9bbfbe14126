import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { selfGivenFields } from '../../../core/profile-fields.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { countRevocation } from '../../directory/users/revocations.ts';
import type { User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { AwaitedPassword } from '../../sessions/sessions/awaited-password.ts';
import { completeReset, endOtherSessions } from '../../sessions/sessions/end-session.ts';
import { requireHeldSession } from '../../sessions/sessions/live-session.ts';
import type { Session } from '../../sessions/sessions/session.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { type StartedSession, startSession } from '../../sessions/sessions/start-session.ts';
import { requireEnrolment } from '../enrolment/enrolment.ts';
import { checkPassword, clearFailures, wrongPassword } from './check-password.ts';
import { hashPassword, isSameForeign, verifyPassword } from './hashing.ts';
import { ownScheme, type StoredHash } from './password.ts';
import { freshPassword, prepareClear, previousWith, storePassword } from './prepare-password.ts';
import { refuseBreached } from './refuse-breached.ts';
import { checkNewPassword, type PasswordRules, requireEnabled, rulesForUser } from './rules.ts';
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
  const { userId, id } = ctx.session;
  if ((await findSignInUserId(ctx, input.loginId)) !== userId) {
    throw new ServiceError('E062108', 'loginId does not belong to the signed-in user');
  }
  await requireEnrolment(ctx, ctx.session, 'password');
  const { keep } = await prepareUpdate(ctx, await loadUserById(ctx, userId), input);
  await transaction(ctx, async (ctx) => {
    // While the password was hashed, the session may have ended, and the policy may have come to demand more.
    const session = await requireHeldSession(ctx, id);
    await requireEnrolment(ctx, session, 'password');
    await keep(ctx, session);
  });
}

/** Checks and hashes a user's new password. The returned `keep` stores it in a transaction that holds this session of the user. */
export async function prepareUpdate(
  ctx: ProjectContext,
  user: User,
  { newPassword, revokeOtherSessions }: { newPassword: string; revokeOtherSessions?: boolean },
): Promise<{ keep: (ctx: ProjectContext, session: Session) => Promise<void> }> {
  const rules = await rulesForUser(ctx, user.id);
  requireEnabled(rules);
  const prepared = await prepareClear(ctx, newPassword, { about: knownOf(user), rules });
  const row = await findPassword(ctx.db, ctx.project.id, user.id);
  if (row) await refuseReuse(ctx, row, newPassword, rules);
  const keep = async (ctx: ProjectContext, session: Session) => {
    await storePassword(ctx, user.id, prepared, { reuseAmount: rules.reuseAmount });
    if (session.resetsPassword) await completeReset(ctx, session);
    else if (revokeOtherSessions) await endOtherSessions(ctx, session);
    await recordAudit(ctx, {
      action: 'UserModified',
      userId: user.id,
      method: 'password',
      data: { change: 'update' },
    });
    // An invited user chooses the first password.
    if (user.status !== 'invited')
      await happen(ctx, accountChanged, { kind: 'passwordChanged', userId: user.id });
  };
  return { keep };
}

/**
 * Exchanges the old password for a new one, and signs in. This is also the way to replace a temporary or expired password.
 * Only one of two requests with the same old password succeeds. Other sessions continue, unless the caller wants to end
 * them.
 *
 * If the sign-in needs a second factor, nothing has changed yet: the new password waits with the sign-in and is stored when that
 * is complete.
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
      throw new ServiceError('E011003', 'newPassword is the same as the old password. Choose another one');
    }
    checkNewPassword(ctx, newPassword, rules, knownOf(await loadUserById(ctx, userId)));
    await refuseBreached(ctx, newPassword, rules);
    await refuseReuse(ctx, row, newPassword, rules);
  } catch (error) {
    // The old password was right, so the count of failures is cleared.
    await clearFailures(ctx, userId);
    throw error;
  }
  const fresh = await hashPassword(ctx, newPassword);
  return transaction(ctx, async (ctx) => {
    // Another request may have changed the password while the new one was hashed. Holds the row, so that none can now.
    const current = await lockVerified(ctx, row);
    if (!current) throw wrongPassword();
    await clearAttempts(ctx.db, ctx.project.id, userId);
    const started = await startSession(ctx, {
      userId,
      amr: ['pwd'],
      method: 'password',
      terms: { ...plainSignInOptions, revokeOtherSessions: input.revokeOtherSessions === true },
      newPassword: { hash: fresh.hash, replaces: nameOf(current) },
    });
    if (!started.session.awaits) await replaceBy(ctx, current, fresh.hash, rules);
    return started;
  });
}

/** Stores the new password of a sign-in that needed a second factor, and has it. Throws E064001 if the old one has changed meanwhile. */
export async function setAwaitedPassword(
  ctx: ProjectContext,
  { userId, newPassword: { hash, replaces } }: { userId: string; newPassword: AwaitedPassword },
): Promise<void> {
  const row = await findPassword(ctx.db, ctx.project.id, userId);
  const isSame = row && nameOf(row) === replaces;
  if (!isSame || !(await replaceBy(ctx, row, hash, await rulesForUser(ctx, userId)))) {
    throw new ServiceError('E064001', 'The password has changed since this sign-in began. Sign in again');
  }
}

/** Returns a short name of a stored password, from which nothing about the password follows. */
function nameOf({ hash, state }: Row<'passwords'>): string {
  return hashSecret(`${state}:${hash}`);
}

async function replaceBy(
  ctx: ProjectContext,
  row: Row<'passwords'>,
  hash: string,
  { reuseAmount }: PasswordRules,
): Promise<boolean> {
  const { userId } = row;
  const previous = previousWith(row, reuseAmount);
  const fresh = { scheme: ownScheme, hash, ...freshPassword(ctx, 'active'), previous };
  if (!(await updateVerified(ctx.db, row, fresh))) return false;
  await countRevocation(ctx, userId);
  const actor = { type: 'user' as const, id: userId };
  await recordAudit(
    { ...ctx, actor },
    { action: 'UserModified', userId, method: 'password', data: { change: 'replace' } },
  );
  await happen(ctx, accountChanged, { kind: 'passwordChanged', userId });
  return true;
}

/** Locks the password that was verified, and returns it as it is stored now; nothing if it has changed. */
async function lockVerified(
  ctx: Pick<ProjectContext, 'db' | 'project' | 'sealer'>,
  row: Row<'passwords'>,
): Promise<Row<'passwords'> | undefined> {
  if (await updateVerified(ctx.db, row, { scheme: row.scheme, hash: row.hash })) return row;
  // A rotation of the secret key may have sealed the same hash again since it was read.
  const current = await findPassword(ctx.db, ctx.project.id, row.userId);
  if (!current || !isSameForeign(ctx, row.userId, row, current)) return undefined;
  const resealed = { ...row, hash: current.hash };
  return (await updateVerified(ctx.db, resealed, current)) ? resealed : undefined;
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
  return [...user.loginIds, ...selfGivenFields.map((field) => user[field])].filter(Boolean);
}

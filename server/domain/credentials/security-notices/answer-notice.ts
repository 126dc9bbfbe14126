import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isDeletionRequested } from '../../directory/account-deletions/account-deletion.ts';
import { withdrawConsentsGivenBy } from '../../directory/application-consents/withdraw-consents.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { patchUser } from '../../directory/users/update-user.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { withdrawAllConsents } from '../../sessions/impersonation-rights/give-consent.ts';
import { endSessionsOf } from '../../sessions/sessions/end-session.ts';
import { withdrawChallenges } from '../challenges/issue.ts';
import { lockPassword } from '../passwords/lock-password.ts';
import { rulesForUser } from '../passwords/rules.ts';
import { sendPasswordReset } from '../passwords/send-reset.ts';
import { type Notice, toNotice } from './notice.ts';
import { closeNotices, findNotice, takeNotice } from './store.ts';

/**
 * `secured`: the reader still holds the user's address, and the account waits for its owner. `disabled`: the reader held it
 * before, and an administrator decides. `ended`: the reader holds it no longer, and only the sessions have ended.
 */
export type NoticeOutcome = 'secured' | 'disabled' | 'ended';

export interface AnsweredNotice {
  outcome: NoticeOutcome;
  /** True if a link for a new password was sent: the account is secured and has a password. */
  isResetSent: boolean;
}

/** Returns the notice of an open link without using it. Throws E062504. */
export async function openNotice(ctx: TimedProjectData, secret: string): Promise<Notice> {
  const row = await findNotice(ctx.db, secretOf(ctx, secret));
  if (!row) throw closed();
  return toNotice(row);
}

/**
 * Does what a reader may do who says that the event was not theirs: ends all sessions, voids codes and links, and locks the
 * account in the way that `outcomeFor` decides. Then sends a link for a new password to the user's current address. Signs
 * nobody in. Throws E062504 for a link that was used or has expired.
 */
export async function answerNotice(
  ctx: ProjectContext,
  secret: string,
  { locale }: { locale: string },
): Promise<AnsweredNotice> {
  const { outcome, user } = await transaction(ctx, async (ctx) => {
    const notice = await openNotice(ctx, secret);
    const { userId, kind } = notice;
    // Holds the user before the notice, as a deletion of the user does.
    await holdUser(ctx, userId);
    const user = await findUser(ctx, userId);
    const row = await takeNotice(ctx.db, secretOf(ctx, secret));
    if (!user || !row) throw closed();
    await closeNotices(ctx.db, row, ctx.now());
    const outcome = outcomeFor(notice, user);
    await recordAudit(ctx, { action: 'SecurityNoticeAnswered', userId, data: { kind, outcome } });
    await endSessionsOf(ctx, userId);
    await withdrawChallenges(ctx, { userId, exceptSlot: '' });
    // Otherwise an application of a thief would get a new session at the owner's next sign-in, without a page that asks.
    await withdrawAllConsents(ctx, { userId });
    await withdrawConsentsGivenBy(ctx, { userId });
    if (outcome === 'secured') await lockPassword(ctx, userId);
    if (outcome === 'secured' && kind === 'deletionRequested') await keepAccount(ctx, userId);
    if (outcome === 'disabled') await patchUser(ctx, userId, { status: 'disabled' });
    return { outcome, user: (await findUser(ctx, userId)) ?? user };
  });
  return { outcome, isResetSent: outcome === 'secured' && (await sendReset(ctx, user, locale)) };
}

/** Undoes the deletion that somebody asked for. A user whom an administrator has disabled stays so. */
async function keepAccount(ctx: ProjectContext, userId: string): Promise<void> {
  if (await isDeletionRequested(ctx, userId)) await patchUser(ctx, userId, { status: 'enabled' });
}

/**
 * Only a reader who holds the user's verified address can recover the account by it. The holder of a replaced address may
 * have lost the account to a thief, or may be a previous holder who wants to harm: so they can stop the account, and not
 * have it. A change that an administrator made in person is not stopped.
 */
function outcomeFor({ kind, address, details }: Notice, user: User): NoticeOutcome {
  if (user.verifiedEmail && user.email === address) return 'secured';
  const isDecided = details.actorType === 'administrator' || details.actorType === 'commandLine';
  return kind === 'addressChanged' && !isDecided ? 'disabled' : 'ended';
}

/**
 * Sends one link even where users who ask for a reset get enchanted links, because no page waits for the answer. The sessions
 * have ended by now, whether or not the mail can be sent.
 */
async function sendReset(ctx: ProjectContext, user: User, locale: string): Promise<boolean> {
  if (!user.hasPassword || isDisabled(user)) return false;
  if (!(await rulesForUser(ctx, user.id)).isEnabled) return false;
  const loginId = user.loginIds[0] ?? '';
  try {
    await sendPasswordReset(ctx, { loginId, redirectUrl: { own: {} }, options: { locale }, asOneLink: true });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function secretOf(ctx: TimedProjectData, secret: string) {
  return { projectId: ctx.project.id, secretHash: hashSecret(secret), now: ctx.now() };
}

function closed(): ServiceError {
  return new ServiceError('E062504', 'The link has expired or has already been used');
}

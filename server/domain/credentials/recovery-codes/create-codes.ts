import type { ProjectData, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { accountChanged } from '../../directory/users/events.ts';
import { findSignInUserId } from '../../directory/users/identifiers/find-addressee.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { requireHeldSession } from '../../sessions/sessions/live-session.ts';
import { requireEnrolment } from '../enrolment/enrolment.ts';
import { codesPerUser, hashRecoveryCode, newRecoveryCode } from './code.ts';
import * as store from './store.ts';

/** Creates codes for the signed-in user and returns them, for the only time. Earlier ones stop working. */
export async function createRecoveryCodes(ctx: UserContext, loginId: string): Promise<string[]> {
  const { userId, id } = ctx.session;
  if ((await findSignInUserId(ctx, loginId)) !== userId)
    throw new ServiceError('E062108', 'loginId does not belong to the signed-in user');
  const codes = Array.from({ length: codesPerUser }, newRecoveryCode);
  const owner = { projectId: ctx.project.id, userId, createdAt: ctx.now() };
  await transaction(ctx, async (ctx) => {
    // Holds the user: two requests at once leave the codes of one of them, and none that nobody has seen.
    await requireEnrolment(ctx, await requireHeldSession(ctx, id), 'recoveryCodes');
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    const isReplaced = await store.replaceCodes(ctx.db, owner, hashes);
    await recordAudit(ctx, { action: 'UserModified', userId, method: 'recoveryCodes' });
    const event = { kind: 'factorAdded', userId, factor: 'recoveryCodes', isReplaced } as const;
    await happen(ctx, accountChanged, event);
  });
  return codes;
}

/** Returns the number of codes that the user can still use. */
export function countRecoveryCodes(ctx: ProjectData, { userId }: { userId: string }): Promise<number> {
  return store.countCodes(ctx.db, ctx.project.id, userId);
}

/** Returns when the user's codes were created, all at once; `undefined` if none are left. */
export function recoveryCodesCreatedAt(ctx: ProjectData, userId: string): Promise<number | undefined> {
  return store.findCreatedAt(ctx.db, ctx.project.id, userId);
}

/** Deletes the codes of a user. Part of the transaction that holds the user. */
export async function deleteRecoveryCodes(ctx: ProjectData, userId: string): Promise<boolean> {
  return store.deleteCodes(ctx.db, ctx.project.id, userId);
}

import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { happen } from '../../../core/event.ts';
import type { NoticedFactor } from '../../../core/security-notices.ts';
import { changeUser } from '../../directory/users/change-user.ts';
import { accountChanged } from '../../directory/users/events.ts';
import type { StoredUser } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { endSessionsOf } from '../../sessions/sessions/end-session.ts';
import { deletePasskeys } from '../passkeys/delete-passkeys.ts';
import { deleteRecoveryCodes } from '../recovery-codes/create-codes.ts';
import { deleteTotp } from '../totp/delete-totp.ts';
import { requireWayToSignIn } from './ways-to-sign-in.ts';

/** The factors that are kept here. */
type OwnFactor = Exclude<NoticedFactor, 'account'>;

export interface FactorRemoval {
  factor: OwnFactor;
  /** Removes only this passkey. */
  credentialId?: string;
  /** Refuses the removal if the user could not sign in any more. */
  keepsAccess?: boolean;
}

/**
 * Removes a factor, and notifies the user if there was one. `who` is a login ID or else a user ID. Sessions opened with it
 * continue, except an administrator's, which end (decision 0025).
 */
export async function removeFactor(
  ctx: ProjectContext,
  who: string,
  { factor, credentialId, keepsAccess = false }: FactorRemoval,
): Promise<void> {
  await changeUser(ctx, who, async (ctx, user) => {
    const hadFactor = await remove(ctx, user, factor, credentialId);
    if (hadFactor && keepsAccess) await requireWayToSignIn(ctx, user.id);
    if (hadFactor) await happen(ctx, accountChanged, { kind: 'factorRemoved', userId: user.id, factor });
    if (ctx.project.id === administrationProjectId) await endSessionsOf(ctx, user.id);
  });
}

async function remove(
  ctx: ProjectContext,
  user: StoredUser,
  factor: OwnFactor,
  credentialId?: string,
): Promise<boolean> {
  if (factor === 'passkey') return (await deletePasskeys(ctx, user.id, credentialId)) > 0;
  if (factor === 'recoveryCodes') return removeRecoveryCodes(ctx, user.id);
  await deleteTotp(ctx, user.id);
  return user.hasTotp;
}

/** Deletes the codes of a user, which are no field of the user, so that `changeUser` does not see them go. */
async function removeRecoveryCodes(ctx: ProjectContext, userId: string): Promise<boolean> {
  const hadCodes = await deleteRecoveryCodes(ctx, userId);
  if (hadCodes)
    await recordAudit(ctx, { action: 'UserModified', userId, data: { change: 'delete recovery codes' } });
  return hadCodes;
}

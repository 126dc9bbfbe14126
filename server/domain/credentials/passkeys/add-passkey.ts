import type { ProjectContext } from '../../../core/context.ts';
import { deviceOf } from '../../../core/device.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { NewCredential } from '../../../protocols/webauthn/registration.ts';
import { verifyRegistration } from '../../../protocols/webauthn/registration.ts';
import type { RegistrationResponse } from '../../../protocols/webauthn/response.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type Ceremony, type CeremonyPurpose, expectationOf } from './ceremony.ts';
import { maxPasskeys } from './passkey.ts';
import { reasonOf, refused } from './read-response.ts';
import { findPasskeysOf, insertPasskey } from './store.ts';

/** Reads and verifies the public key that the authenticator created. Throws E067011. */
export async function readNewCredential(
  ctx: Pick<ProjectContext, 'baseUrl' | 'mode' | 'project'>,
  response: RegistrationResponse,
  ceremony: Ceremony<CeremonyPurpose>,
): Promise<NewCredential> {
  try {
    return await verifyRegistration(response, expectationOf(ctx, ceremony));
  } catch (error) {
    throw refused(reasonOf(error));
  }
}

/** Adds the passkey, as part of the transaction that holds the user. Throws E067013 if a user already has this passkey. */
export async function addPasskey(
  ctx: ProjectContext,
  userId: string,
  credential: NewCredential,
  { party, userHandle }: Ceremony<CeremonyPurpose>,
): Promise<void> {
  const { rpId } = party;
  const projectId = ctx.project.id;
  requireRoom((await findPasskeysOf(ctx.db, projectId, userId)).length);
  const isNew = await insertPasskey(ctx.db, {
    projectId,
    userId,
    userHandle,
    rpId,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    signCount: credential.signCount,
    backupEligible: credential.backupEligible ? 1 : 0,
    backedUp: credential.backedUp ? 1 : 0,
    device: deviceOf(ctx.request.userAgent),
    createdAt: ctx.now(),
  });
  if (!isNew) throw new ServiceError('E067013');
  await logUsers(ctx, [userId]);
  const actor = { type: 'user' as const, id: userId };
  const data = { credentialId: credential.id, rpId };
  await recordAudit({ ...ctx, actor }, { action: 'PasskeyAdded', userId, method: 'webauthn', data });
}

export function requireRoom(count: number): void {
  if (count >= maxPasskeys) {
    throw new ServiceError('E011003', `A user can have at most ${maxPasskeys} passkeys. Delete one first`);
  }
}

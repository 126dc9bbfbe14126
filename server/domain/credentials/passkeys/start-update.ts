import type { UserContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type CredentialWishes, creationOptions } from '../../../protocols/webauthn/options.ts';
import { hasSignInName } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { plainSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { requireEnrolment } from '../enrolment/enrolment.ts';
import { requireRoom } from './add-passkey.ts';
import { beginCeremony, ceremonyLifetimeMs } from './ceremony.ts';
import { relyingPartyOf } from './relying-party.ts';
import type { StartedCeremony } from './start-sign-up.ts';
import { findPasskeysOf } from './store.ts';

export interface PasskeyUpdate {
  loginId: string;
  origin?: string | undefined;
  wishes: CredentialWishes;
  /** Replaces the session by one that has the passkey as a factor, too. */
  mfa: boolean;
}

/** Begins to add a passkey for the signed-in user. Nothing changes before it comes back. */
export async function startUpdate(ctx: UserContext, input: PasskeyUpdate): Promise<StartedCeremony> {
  const { wishes, mfa } = input;
  const { id: sessionId, userId } = ctx.session;
  const party = relyingPartyOf(ctx, input.origin);
  const folded = foldLoginId(input.loginId);
  const user = await loadUserById(ctx, userId);
  if (!hasSignInName(user, folded))
    throw new ServiceError('E062108', 'loginId does not belong to the signed-in user');
  const loginId = user.loginIds.find((one) => foldLoginId(one) === folded) ?? folded;
  await requireEnrolment(ctx, ctx.session, 'passkey');
  const passkeys = await findPasskeysOf(ctx.db, ctx.project.id, userId);
  requireRoom(passkeys.length);
  const ofDomain = passkeys.filter((passkey) => passkey.rpId === party.rpId);
  const userVerification = wishes.userVerification ?? 'required';
  // Authenticators keep one passkey per user and domain: with a second handle they would show a second user.
  const userHandle = ofDomain[0]?.userHandle ?? newSecret();
  const { transactionId, challenge } = await beginCeremony(ctx, {
    purpose: 'update',
    party,
    userVerification,
    userId,
    userHandle,
    loginId: folded,
    details: { sessionId, startsSession: mfa },
    terms: mfa ? { ...plainSignInOptions, continues: { sessionId, stepUp: false } } : plainSignInOptions,
  });
  const options = creationOptions({
    challenge,
    userVerification,
    wishes,
    extensions: wishes.extensions,
    rp: { id: party.rpId, name: ctx.project.name },
    user: { id: userHandle, name: loginId, displayName: user.name || loginId },
    excluded: ofDomain.map(({ credentialId }) => credentialId),
    timeoutMs: ceremonyLifetimeMs,
  });
  return { transactionId, options, create: true };
}

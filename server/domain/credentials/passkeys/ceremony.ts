import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { UserVerification } from '../../../protocols/webauthn/options.ts';
import type { UserDetails } from '../../directory/users/details.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { allowsOrigin, type RelyingParty } from './relying-party.ts';
import { deleteExpired, insertCeremony, takeCeremony } from './store-ceremonies.ts';

/** The details to remember until the authenticator's answer comes back. */
export interface CeremonyDetails {
  signUp: { loginId: string; user: UserDetails };
  signIn: Record<never, never>;
  /** The session that began the change, which ends with it. `startsSession`: the passkey adds a factor to it (MFA). */
  update: { sessionId: string; startsSession: boolean };
}

export type CeremonyPurpose = keyof CeremonyDetails;

export interface NewCeremony<P extends CeremonyPurpose> {
  purpose: P;
  party: RelyingParty;
  userVerification: UserVerification;
  userId: string;
  loginId: string;
  userHandle: string;
  details: CeremonyDetails[P];
  terms: SignInOptions;
}

/** A ceremony that has been taken from the database, so that no other request can complete it. */
export interface Ceremony<P extends CeremonyPurpose>
  extends Omit<NewCeremony<P>, 'userVerification' | 'purpose'> {
  challenge: string;
  requiresVerification: boolean;
}

export const ceremonyLifetimeMs = 5 * 60_000;

export async function beginCeremony<P extends CeremonyPurpose>(
  ctx: TimedProjectData,
  ceremony: NewCeremony<P>,
): Promise<{ transactionId: string; challenge: string }> {
  const { party, userVerification, details, terms, ...rest } = ceremony;
  const transactionId = newSecret();
  const challenge = newSecret();
  await insertCeremony(ctx.db, {
    projectId: ctx.project.id,
    id: hashSecret(transactionId),
    ...rest,
    ...party,
    challenge,
    requiresVerification: userVerification === 'required' ? 1 : 0,
    details: JSON.stringify(details),
    terms: JSON.stringify(terms),
    createdAt: ctx.now(),
    expiresAt: ctx.now() + ceremonyLifetimeMs,
  });
  return { transactionId, challenge };
}

/** Ends a ceremony, which accepts one answer, right or wrong (WebAuthn Level 3 §13.4.3). Throws E067012. */
export async function endCeremony<P extends CeremonyPurpose>(
  ctx: TimedProjectData,
  purpose: P,
  transactionId: string,
): Promise<Ceremony<P>> {
  const id = hashSecret(transactionId);
  const row = await takeCeremony(ctx.db, ctx.project.id, { id, purpose, now: ctx.now() });
  if (!row)
    throw new ServiceError('E067012', 'The transaction has expired or has already been used. Start again');
  return {
    party: { rpId: row.rpId, origin: row.origin },
    challenge: row.challenge,
    requiresVerification: row.requiresVerification === 1,
    userId: row.userId,
    loginId: row.loginId,
    userHandle: row.userHandle,
    details: JSON.parse(row.details) as CeremonyDetails[P],
    terms: JSON.parse(row.terms) as SignInOptions,
  };
}

/** Returns the values that an authenticator's answer is verified against. */
export function expectationOf(
  ctx: Pick<ProjectContext, 'baseUrl' | 'mode' | 'project'>,
  ceremony: Ceremony<CeremonyPurpose>,
) {
  const { challenge, requiresVerification, party } = ceremony;
  return { challenge, requiresVerification, rpId: party.rpId, allowsOrigin: allowsOrigin(ctx, party) };
}

/** Deletes ceremonies that were never answered. */
export function deleteExpiredCeremonies(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}

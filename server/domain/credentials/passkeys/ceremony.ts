import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { UserVerification } from '../../../protocols/webauthn/options.ts';
import type { UserDetails } from '../../directory/users/details.ts';
import type { SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { allowsOrigin, type RelyingParty } from './relying-party.ts';
import { deleteExpired, insertCeremony, takeCeremony } from './store-ceremonies.ts';

/** What has to be remembered until the authenticator's answer comes back. */
export interface CeremonyDetails {
  signUp: { loginId: string; user: UserDetails };
  signIn: Record<never, never>;
  /** The session that asked: the change ends with it. `startsSession`: it is added to (MFA). */
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

/** A ceremony that nobody else can complete any more. */
export interface Ceremony<P extends CeremonyPurpose>
  extends Omit<NewCeremony<P>, 'userVerification' | 'purpose'> {
  challenge: string;
  requiresVerification: boolean;
}

export const ceremonyLifetimeMs = 5 * 60_000;

export async function beginCeremony<P extends CeremonyPurpose>(
  ctx: ProjectContext,
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

/** Each is answered once, rightly or wrongly (WebAuthn Level 3 §13.4.3). E067012. */
export async function endCeremony<P extends CeremonyPurpose>(
  ctx: ProjectContext,
  purpose: P,
  transactionId: string,
): Promise<Ceremony<P>> {
  const id = hashSecret(transactionId);
  const row = await takeCeremony(ctx.db, ctx.project.id, { id, purpose, now: ctx.now() });
  if (!row) throw new ServiceError('E067012', 'The transaction has expired, or was used before: start again');
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

/** What an authenticator's answer is held against. */
export function expectationOf(ctx: ProjectContext, ceremony: Ceremony<CeremonyPurpose>) {
  const { challenge, requiresVerification, party } = ceremony;
  return { challenge, requiresVerification, rpId: party.rpId, allowsOrigin: allowsOrigin(ctx, party) };
}

/** Those that nobody answered. */
export function deleteExpiredCeremonies(ctx: ServiceContext): Promise<void> {
  return deleteExpired(ctx.db, ctx.now());
}

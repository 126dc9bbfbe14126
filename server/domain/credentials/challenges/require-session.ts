import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { holdSession } from '../../sessions/sessions/live-session.ts';
import type { LiveSession } from '../../sessions/sessions/session.ts';
import type { Bringer } from './bringer.ts';
import type { Challenge } from './challenge.ts';
import type { SignInDetails } from './purposes.ts';

/**
 * Refuses a secret that a session requested if that session has ended, or if the secret comes from elsewhere: reading a
 * mailbox does not prove that the reader holds the account that requested the message.
 *
 * Servers that present no session can complete MFA and step-up by an address that was verified before, because that proves
 * nothing new. A sign-in that awaits its second factor is completed by its own device only: otherwise reading the mailbox would
 * be enough for a whole sign-in that another person began. An enchanted link returns there anyway.
 *
 * Part of the transaction that spends the secret: holds the session, so that no revocation can come in between. Returns the session;
 * `undefined` if the secret was requested without one.
 */
export async function requireAskingSession(
  ctx: ProjectContext,
  challenge: Challenge,
  { session, isVouchedFor }: Bringer,
): Promise<LiveSession | undefined> {
  const { sessionId, userId, purpose, details, kind } = challenge;
  if (sessionId === '') return undefined;
  const askedBy = await holdSession(ctx, sessionId);
  if (!askedBy) throw isVoid(challenge);
  if (askedBy.userId !== userId) {
    throw new ServiceError(
      'E064002',
      'Step-up and MFA work only for the signed-in user. Use an address of the user whose refresh JWT you send',
    );
  }
  if (session?.id === sessionId) return askedBy;
  if (session) throw isVoid(challenge);
  const isBound = askedBy.awaits && kind !== 'enchantedLink';
  if (isVouchedFor && !isBound) return askedBy;
  if (purpose === 'signIn' && (details as SignInDetails).wasVerified && !isBound) return askedBy;
  throw new ServiceError(
    'E064002',
    'The code or link was requested in a session. Send that session’s refresh JWT (Bearer <project ID>:<refresh JWT>, or ' +
      'its cookie), or from your own server a management key (Bearer <project ID>:<management key>), which ' +
      'confirms that the user is signed in there',
  );
}

export function isVoid({ kind }: Pick<Challenge, 'kind'>): ServiceError {
  return kind === 'code'
    ? new ServiceError('E061102')
    : new ServiceError('E062504', 'The link is no longer valid. Request a new one');
}

import type { ProjectContext } from '../../../core/context.ts';
import { equalSecrets } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { wasRevoked } from '../../directory/users/revocations.ts';
import { holdSession } from '../../sessions/sessions/live-session.ts';
import { startSession } from '../../sessions/sessions/start-session.ts';
import type { Bringer } from '../challenges/bringer.ts';
import { type Challenge, factorOf } from '../challenges/challenge.ts';
import { type CompletedSignIn, completeChallenge } from '../challenges/complete.ts';
import {
  type ConfirmedDetails,
  collectConfirmed,
  confirmEnchanted,
  dropEnchanted,
  findEnchanted,
} from '../challenges/enchanted.ts';
import { linkNotValid } from '../challenges/spend.ts';
import { splitEnchanted } from './secrets.ts';
import { pendingSlot } from './send-links.ts';

const method = 'enchantedlink';

/** The details that `issueEnchantedLink` adds to those of the purpose. */
interface WaitingDetails {
  proofHash: string;
  /** Absent in links from before the upgrade that counts revocations. */
  revocations?: number;
}

/**
 * Handles the choice of one of the three links. The right one does what it was sent for, immediately and once; the session
 * waits for the device that began. A wrong one ends the attempt, so that a stranger has a single guess.
 */
export async function confirmEnchantedLink(
  ctx: ProjectContext,
  secret: string,
  bringer: Bringer,
): Promise<void> {
  const { handleHash, proofHash } = splitEnchanted(secret);
  const challenge = await findEnchanted(ctx, handleHash);
  if (!challenge) throw await linkNotValid(ctx, 'enchantedLink', handleHash);
  const { proofHash: expected, revocations = 0 } = challenge.details as unknown as WaitingDetails;
  if (!equalSecrets(proofHash, expected)) {
    await transaction(ctx, (ctx) => dropEnchanted(ctx, challenge));
    throw new ServiceError('E062504', 'This is not the link with the number that was shown. Start again', {
      about: { cause: 'wrongCode', userId: challenge.userId },
    });
  }
  await transaction(ctx, async (ctx) => {
    await confirmEnchanted(ctx, challenge, async () => {
      if (await wasRevoked(ctx, challenge.userId, revocations)) throw notValid();
      return completeChallenge(ctx, challenge, bringer);
    });
  });
}

/**
 * Returns the session of a confirmed link, once. Throws E062503 while the link is unconfirmed, E062504 if the user's access
 * was revoked since, or if the session in which it was begun has ended.
 */
export async function collectSession(ctx: ProjectContext, pendingRef: string): Promise<CompletedSignIn> {
  return transaction(ctx, async (ctx) => {
    const challenge = await collectConfirmed(ctx, pendingSlot(pendingRef));
    if (challenge === 'waiting')
      throw new ServiceError('E062503', 'The link has not been opened yet. Try again in a second');
    if (!challenge || !(await isAskerAlive(ctx, challenge))) throw notValid();
    const { firstSeen, revocations = 0 } = challenge.details as unknown as ConfirmedDetails;
    const { userId, channel, terms } = challenge;
    if (await wasRevoked(ctx, userId, revocations)) throw notValid();
    const started = await startSession(ctx, { userId, amr: [factorOf(channel)], method, terms });
    return { ...started, firstSeen };
  });
}

/** Reports whether the session that requested the link, if any, is still live. */
async function isAskerAlive(ctx: ProjectContext, { sessionId }: Challenge): Promise<boolean> {
  return sessionId === '' || (await holdSession(ctx, sessionId)) !== undefined;
}

function notValid(): ServiceError {
  return new ServiceError('E062504', 'The link has expired or has already been used. Request a new one');
}

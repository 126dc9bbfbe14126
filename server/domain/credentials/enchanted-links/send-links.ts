import { randomInt } from 'node:crypto';
import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deferUnsent } from '../../directory/sign-in-refusals/record-refusal.ts';
import { revocationsOf } from '../../directory/users/revocations.ts';
import type { NewChallenge } from '../challenges/challenge.ts';
import { issueEnchanted, slotOf, withdrawChallenges } from '../challenges/issue.ts';
import { checkLinkTarget, type LinkTarget, linkUrl } from '../challenges/link-url.ts';
import { type MessageOptions, sendSecret } from '../challenges/send.ts';
import type { Target } from '../challenges/target.ts';
import { newEnchantedSecrets } from './secrets.ts';

type Three<T> = [T, T, T];

export interface EnchantedLink {
  /** The reference to poll with; the device that polls gets the session. */
  pendingRef: string;
  /** The number of the right link. */
  linkId: string;
}

/** Sends three numbered links, one of which confirms the sign-in on the device that began it. */
export async function sendEnchantedLinks(
  ctx: ProjectContext,
  linkTarget: LinkTarget,
  findTarget: () => Promise<Target>,
  options: MessageOptions,
): Promise<EnchantedLink & { masked: string }> {
  await requireDelivery(ctx, 'email');
  checkLinkTarget(ctx, linkTarget);
  const target = await findTarget();
  if (!target.sendTo) deferUnsent(ctx, { method: 'enchantedlink', loginId: target.challenge.loginId });
  const { numbers, right } = chooseNumbers();
  const pendingRef = newSecret();
  await transaction(ctx, async (ctx) => {
    const issued = await issueEnchantedLink(ctx, target.challenge, pendingRef);
    const wrong = [...issued.wrong];
    const links = numbers.map((number, index) => {
      const secret = index === right ? issued.right : (wrong.pop() as string);
      return { number, link: linkUrl(ctx, { target: linkTarget, kind: 'enchanted', secret }) };
    }) as Three<{ number: string; link: string }>;
    const message = { kind: 'enchantedLink', data: { links }, expiresAt: issued.expiresAt } as const;
    const isSent = await sendSecret(ctx, target, message, options);
    if (isSent && target.challenge.purpose === 'passwordReset') {
      // Only the newest link counts. For an unknown user the same work is done, with an ID that no user has.
      const userId = target.challenge.userId || 'nobody';
      await withdrawChallenges(ctx, {
        userId,
        purpose: 'passwordReset',
        exceptSlot: pendingSlot(pendingRef),
      });
    }
  });
  return { pendingRef, linkId: numbers[right], masked: target.masked };
}

/** Stores the link. Part of a transaction. */
export async function issueEnchantedLink(ctx: TimedProjectData, challenge: NewChallenge, pendingRef: string) {
  const { right, wrong, handleHash, proofHash } = newEnchantedSecrets();
  const revocations = await revocationsOf(ctx, challenge.userId);
  const { expiresAt } = await issueEnchanted(
    ctx,
    { ...challenge, details: { ...challenge.details, proofHash, revocations } },
    { slot: pendingSlot(pendingRef), secretHash: handleHash },
  );
  return { right, wrong, expiresAt };
}

export function pendingSlot(pendingRef: string): string {
  return slotOf('enchantedLink', pendingRef);
}

/** Draws three different two-digit numbers, and which of them is the right one. */
function chooseNumbers(): { numbers: Three<string>; right: 0 | 1 | 2 } {
  const numbers = new Set<number>();
  while (numbers.size < 3) numbers.add(randomInt(10, 100));
  return { numbers: [...numbers].map(String) as Three<string>, right: randomInt(3) as 0 | 1 | 2 };
}

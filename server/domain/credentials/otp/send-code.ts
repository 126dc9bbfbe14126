import type { ProjectContext } from '../../../core/context.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import { deferUnsent } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { Channel } from '../challenges/challenge.ts';
import { newCode } from '../challenges/issue.ts';
import { type Alongside, type MessageOptions, sendSecret } from '../challenges/send.ts';
import type { Target } from '../challenges/target.ts';
import { sessionSlot, signInSlot } from './slots.ts';

/** Sends a six-digit code, valid for five minutes and five tries. For an unknown user it does everything but send. */
export async function sendCode(
  ctx: ProjectContext,
  channel: Channel,
  findTarget: () => Promise<Target>,
  options: MessageOptions,
  alongside?: Alongside,
): Promise<{ masked: string }> {
  await requireDelivery(ctx, channel);
  const target = await findTarget();
  if (!target.sendTo) deferUnsent(ctx, { method: 'otp', loginId: target.challenge.loginId });
  const { challenge, subject } = target;
  const isUpdate = challenge.purpose === 'update';
  const slot = challenge.sessionId ? sessionSlot(challenge) : signInSlot(channel, subject);
  const { code, expiresAt, keep } = newCode(ctx, challenge, slot);
  await transaction(ctx, async (ctx) => {
    const message = { kind: isUpdate ? 'verification' : 'otp', data: { code }, expiresAt } as const;
    if (await sendSecret(ctx, target, message, options)) await keep(ctx);
    await alongside?.(ctx);
  });
  return { masked: target.masked };
}

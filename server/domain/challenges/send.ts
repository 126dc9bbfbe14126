import type { ProjectContext } from '../../core/context.ts';
import { enqueueMessage, type MessageRequest, pretendMessage } from '../../delivery/outbox.ts';
import { budgetOf } from './budget.ts';
import type { Target } from './target.ts';

type Kind = MessageRequest['kind'];

/** How the caller wants the message to look. */
export interface MessageOptions {
  templateId?: string;
  templateOptions?: Record<string, string>;
  locale?: string;
}

/**
 * Part of the transaction that stores the secret. `false`: the address has had too many messages lately, and a secret
 * that was sent before must stay good, because this one will not arrive. The answer is the same in any case.
 */
export async function sendSecret<K extends Kind>(
  ctx: ProjectContext,
  { challenge, sendTo, isOwn }: Target,
  message: { kind: K; data: MessageRequest<K>['data']; expiresAt: number },
  options: MessageOptions,
): Promise<boolean> {
  const { channel, userId, loginId, purpose } = challenge;
  const budget = budgetOf(purpose, message.kind === 'otp');
  const request = { ...message, ...options, channel, userId, budget, ...(isOwn && { isOwn }) };
  const { accepted } = sendTo
    ? await enqueueMessage(ctx, { ...request, to: sendTo })
    : await pretendMessage(ctx, { ...request, to: loginId });
  return accepted;
}

import type { ProjectContext } from '../../../core/context.ts';
import {
  enqueueMessage,
  type MessageRequest,
  pretendMessage,
  refusePlacedOptions,
} from '../../../delivery/outbox.ts';
import type { Vouching } from '../../../http/endpoint.ts';
import { budgetOf } from './budget.ts';
import type { Target } from './target.ts';

type Kind = MessageRequest['kind'];

/** How the caller wants the message to look. */
export interface MessageOptions {
  templateId?: string;
  templateOptions?: Record<string, string>;
  locale?: string;
  /** The caller is not trusted, so options that the template renders are refused. */
  areOptionsRefused?: boolean;
}

/** The options of a message as callers of the authentication API may choose them. Not within a transaction. */
export async function readMessageOptions(
  ctx: ProjectContext & Vouching,
  { templateId, templateOptions, locale }: MessageOptions,
): Promise<MessageOptions> {
  const hasOptions = Object.keys(templateOptions ?? {}).length > 0;
  return {
    ...(templateId && { templateId }),
    ...(locale && { locale }),
    ...(hasOptions && { templateOptions, areOptionsRefused: !(await ctx.isVouchedFor()) }),
  };
}

/**
 * Part of the transaction that stores the secret. `false`: the address has had too many messages lately, and a secret
 * that was sent before must stay good, because this one will not arrive. The answer is the same in any case.
 */
export async function sendSecret<K extends Kind>(
  ctx: ProjectContext,
  { challenge, sendTo, isOwn }: Target,
  message: { kind: K; data: MessageRequest<K>['data']; expiresAt: number },
  { areOptionsRefused, ...options }: MessageOptions,
): Promise<boolean> {
  const { channel, userId, loginId, purpose } = challenge;
  if (areOptionsRefused) await refusePlacedOptions(ctx, { ...message, ...options, channel });
  const budget = budgetOf(purpose, message.kind === 'otp');
  const request = { ...message, ...options, channel, userId, budget, ...(isOwn && { isOwn }) };
  const { accepted } = sendTo
    ? await enqueueMessage(ctx, { ...request, to: sendTo })
    : await pretendMessage(ctx, { ...request, to: loginId });
  return accepted;
}

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

/** Work of the caller in the transaction that sends the message, so that neither happens without the other. */
export type Alongside = (ctx: ProjectContext) => Promise<void>;

/** The caller's options for the look of the message. */
export interface MessageOptions {
  templateId?: string;
  templateOptions?: Record<string, string>;
  locale?: string;
  /** True if the caller is not trusted, so that options which the template renders are refused. */
  areOptionsRefused?: boolean;
}

/** Reads the message options that callers of the authentication API may set. Not within a transaction. */
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
 * Queues the message, as part of the transaction that stores the secret. Returns `false` if the address has had too many
 * messages lately: the secret that was sent before must then stay valid, because this one does not arrive. The caller's
 * answer is identical in both cases.
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

import type { ProjectContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { foldAddress } from '../core/phone-number.ts';
import { afterCommit } from '../storage/transaction.ts';
import { hasConnector } from './connectors/connectors.ts';
import type { QueuedLogout } from './events.ts';
import {
  type Recipient,
  returnRecipientPlace,
  takeProjectPlace,
  takeRecipientPlace,
  takeSmsPlace,
} from './limits.ts';
import {
  contentPurpose,
  type MessageBudget,
  type MessageChannel,
  type MessageData,
  type MessageKind,
} from './message.ts';
import { isRecipient } from './recipient.ts';
import { insertOutboxRows } from './store.ts';
import { findPlacedOption, renderMessage } from './templates/render-message.ts';

export interface MessageRequest<K extends MessageKind = MessageKind> {
  kind: K;
  channel: MessageChannel;
  /** An email address, or a phone number in E.164, as stored. */
  to: string;
  data: MessageData[K];
  /** The user whom the message is about. */
  userId?: string;
  /** The language tag of the request or the user. Absent: the project's. */
  locale?: string | undefined;
  /** One of the project's templates; a missing one is ignored. */
  templateId?: string | undefined;
  templateOptions?: Record<string, string> | undefined;
  /** The expiry of the code or link. The text mentions it, and the message is not sent later. Default: a day. */
  expiresAt?: number;
  /** The budget that the message counts against. Absent: its kind. */
  budget?: MessageBudget;
  /** The request proves that it comes from the account's owner, who has a reserve. */
  isOwn?: boolean;
}

/**
 * `accepted: false`: the recipient has had too many messages recently, and this one is not sent. Answer the
 * caller as if it was.
 */
export type Enqueued = { accepted: true; id: string } | { accepted: false };

const defaultLifetimeMs = 24 * 60 * 60_000;

/**
 * Writes a message, which this or another instance sends after the transaction has been committed. Call it in
 * the transaction that creates the code or link, after `requireDelivery`.
 */
export async function enqueueMessage<K extends MessageKind>(
  ctx: ProjectContext,
  request: MessageRequest<K>,
): Promise<Enqueued> {
  const { kind, channel, to, userId = '' } = request;
  const now = ctx.now();
  const expiresAt = request.expiresAt ?? now + defaultLifetimeMs;
  if (!isRecipient(channel, to)) throw new Error(`not a recipient of ${channel}`);
  if (!(await isWithinLimits(ctx, request))) return { accepted: false };
  const content = await renderMessage(ctx, { ...request, expiresAt });
  const id = newId('M', now);
  await insertOutboxRows(ctx.db, [
    {
      projectId: ctx.project.id,
      id,
      channel,
      kind,
      recipient: foldAddress(to) ?? to,
      userId,
      status: 'waiting',
      content: ctx.sealer.seal(JSON.stringify(content), contentPurpose(ctx.project.id, id)),
      attempts: 0,
      nextAttemptAt: now,
      claimedBy: '',
      expiresAt,
      lastError: '',
      via: '',
      response: '',
      createdAt: now,
      finishedAt: null,
    },
  ]);
  ctx.tracing?.rememberMessage(id);
  afterCommit(() => ctx.outbox.wake(ctx.project.id));
  return { accepted: true, id };
}

/** An application that is back after this time has let its session expire. */
const logoutLifetimeMs = 24 * 60 * 60_000;

/** Queues notices to applications that a session has ended. Call it in the transaction that ends it. */
export async function enqueueLogouts(
  ctx: ProjectContext,
  logouts: Pick<QueuedLogout, 'appId' | 'userId' | 'content'>[],
): Promise<void> {
  const now = ctx.now();
  const projectId = ctx.project.id;
  const rows = logouts.map(({ appId, userId, content }) => {
    const id = newId('M', now);
    return {
      projectId,
      id,
      userId,
      recipient: appId,
      channel: 'logout' as const,
      kind: 'backChannelLogout',
      status: 'waiting' as const,
      content: ctx.sealer.seal(content, contentPurpose(projectId, id)),
      attempts: 0,
      nextAttemptAt: now,
      claimedBy: '',
      expiresAt: now + logoutLifetimeMs,
      lastError: '',
      via: '',
      response: '',
      createdAt: now,
      finishedAt: null,
    };
  });
  if (rows.length === 0) return;
  await insertOutboxRows(ctx.db, rows);
  for (const { id } of rows) ctx.tracing?.rememberMessage(id);
  afterCommit(() => ctx.outbox.wake(ctx.project.id));
}

/**
 * Replaces `enqueueMessage` for unknown recipients: counts against the same limits by the requested address and
 * does the same work, so that strangers cannot find out which users exist.
 */
export async function pretendMessage<K extends MessageKind>(
  ctx: ProjectContext,
  request: MessageRequest<K>,
): Promise<{ accepted: boolean }> {
  const { channel, to, kind, budget = kind, expiresAt = ctx.now() + defaultLifetimeMs } = request;
  if (!(await takeRecipientPlace(ctx, { channel, to: `nobody/${to}`, budget }))) return { accepted: false };
  const content = await renderMessage(ctx, { ...request, expiresAt });
  ctx.sealer.seal(JSON.stringify(content), 'nobody');
  return { accepted: true };
}

/** Frees the place of a message whose code or link is being used. Part of a transaction. */
export function returnMessagePlace(ctx: ProjectContext, recipient: Recipient): Promise<void> {
  return returnRecipientPlace(ctx, recipient);
}

/**
 * Throws E011004 for an option that the template would insert. For callers who must not influence the text of
 * messages; options that the template does not use are allowed. Call it before counting anything, and for
 * unknown users, too.
 */
export async function refusePlacedOptions<K extends MessageKind>(
  ctx: ProjectContext,
  request: Omit<MessageRequest<K>, 'to' | 'userId'>,
): Promise<void> {
  const name = await findPlacedOption(ctx, { ...request, expiresAt: request.expiresAt ?? ctx.now() });
  if (name === undefined) return;
  throw new ServiceError(
    'E011004',
    `templateOptions.${name} appears in the message, so only your server can set it. Send a management key as ` +
      'the last part of the bearer, or leave the option out',
  );
}

/**
 * Throws E113001 when the project has no connector for the channel. Call it first, before looking for the user:
 * the response must be the same for all.
 */
export async function requireDelivery(ctx: ProjectContext, channel: MessageChannel): Promise<void> {
  if (await canDeliver(ctx, channel)) return;
  const what = channel === 'email' ? 'mail' : 'SMS';
  throw new ServiceError('E113001', `The project has no connector for ${what}. Set one before sending`);
}

/** Reports whether messages of this channel are sent at once. In development, the inbox accepts them without a connector. */
export async function canDeliver(ctx: ProjectContext, channel: MessageChannel): Promise<boolean> {
  return ctx.mode === 'development' || hasConnector(ctx, ctx.project.id, channel);
}

async function isWithinLimits(
  ctx: ProjectContext,
  { kind, channel, to, budget = kind, isOwn }: MessageRequest,
): Promise<boolean> {
  if (!(await takeRecipientPlace(ctx, { channel, to, budget }, isOwn))) return false;
  if (channel === 'sms' && !(await takeSmsPlace(ctx))) {
    await warnOfSmsLimit(ctx);
    return false;
  }
  return (await canDeliver(ctx, channel)) || takeProjectPlace(ctx, channel);
}

/** Logs at most once a minute, because unauthenticated callers can cause it at will. */
function warnOfSmsLimit(ctx: ProjectContext): Promise<boolean> {
  const projectId = ctx.project.id;
  return ctx.cache.get(`smsLimit/${projectId}`, 60, async () => {
    ctx.log.warn(
      { projectId },
      'SMS are not sent, because the project has reached its rate limit smsPerProject',
    );
    return true;
  });
}

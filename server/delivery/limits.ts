import { hash } from 'node:crypto';
import type { ProjectContext } from '../core/context.ts';
import { foldAddress } from '../core/phone-number.ts';
import type { MessageBudget, MessageChannel } from './message.ts';
import { returnPlace, takePlace, takeRatedPlace } from './store-limits.ts';

/** Allows this many messages in any period of this length. */
export interface Limit {
  count: number;
  withinMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The number of messages of one budget for an address or number (OWASP ASVS 5.0 V2.4.1 and V6.6.3). */
const perRecipient: Limit[] = [
  { count: 3, withinMs: minuteMs },
  { count: 10, withinMs: hourMs },
  { count: 30, withinMs: 24 * hourMs },
];

/** Messages waiting for a connector must not pile up. */
const perProjectWithoutConnector: Limit[] = [{ count: 30, withinMs: hourMs }];

/** The time after which no limit looks at a row. */
export const limitMemoryMs = 24 * hourMs;

export interface Recipient {
  channel: MessageChannel;
  to: string;
  budget: MessageBudget;
}

/**
 * Takes a place in a recipient's budget. When strangers have used it up, `isOwn` (the request comes from the
 * account's owner) takes one in a reserve of the same size.
 */
export async function takeRecipientPlace(
  ctx: ProjectContext,
  recipient: Recipient,
  isOwn = false,
): Promise<boolean> {
  const takeFrom = (name: string) =>
    takePlace(ctx.db, {
      projectId: ctx.project.id,
      subject: subjectOf(ctx, recipient, name),
      now: ctx.now(),
      limits: perRecipient,
    });
  if (await takeFrom('budget')) return true;
  return isOwn && takeFrom('reserve');
}

/** Gives back the place of a used message, because its owner has asked for it. Part of a transaction. */
export function returnRecipientPlace(ctx: ProjectContext, recipient: Recipient): Promise<void> {
  return returnPlace(ctx.db, ctx.project.id, subjectOf(ctx, recipient, 'budget'));
}

/** Returns a hash that is only compared: it does not identify a user, and it outlives a deleted user. */
function subjectOf(ctx: ProjectContext, { channel, to, budget }: Recipient, name: string): string {
  const text = `${name}/${budget}/${channel}/${ctx.project.id}/${foldAddress(to) ?? to}`;
  return hash('sha256', text, 'base64url');
}

export function takeProjectPlace(ctx: ProjectContext, channel: MessageChannel) {
  return takePlace(ctx.db, {
    projectId: ctx.project.id,
    subject: `project/${channel}`,
    now: ctx.now(),
    limits: perProjectWithoutConnector,
  });
}

/**
 * Takes a place in the project's budget for SMS at the request of strangers, whatever the numbers. The database
 * counts, so that all instances together keep the limit.
 */
export function takeSmsPlace(ctx: ProjectContext): Promise<boolean> | boolean {
  const limit = ctx.project.settings.rateLimits.smsPerProject;
  if (limit.requests === 0 || !strangers.has(ctx.actor.type)) return true;
  return takeRatedPlace(ctx.db, { projectId: ctx.project.id, subject: 'sms', now: ctx.now(), limit });
}

/** Callers who can request a message without the project's trust. */
const strangers = new Set<ProjectContext['actor']['type']>(['anonymous', 'user']);

import { hash } from 'node:crypto';
import type { ProjectContext } from '../core/context.ts';
import type { MessageBudget, MessageChannel } from './message.ts';
import { returnPlace, takePlace, takeRatedPlace } from './store-limits.ts';

/** So many in any time of this length, wherever it begins. */
export interface Limit {
  count: number;
  withinMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The number of messages of one budget that an address or number gets (OWASP ASVS 5.0 V2.4.1 and V6.6.3). */
const perRecipient: Limit[] = [
  { count: 3, withinMs: minuteMs },
  { count: 10, withinMs: hourMs },
  { count: 30, withinMs: 24 * hourMs },
];

/** What waits for a connector that nobody has set must not pile up. */
const perProjectWithoutConnector: Limit[] = [{ count: 30, withinMs: hourMs }];

/** When nothing is left of a row that a limit would look at. */
export const limitMemoryMs = 24 * hourMs;

export interface Recipient {
  channel: MessageChannel;
  to: string;
  budget: MessageBudget;
}

/**
 * Takes a place in the budget of a recipient. When strangers have used it up, `isOwn` (the request shows that it comes
 * from the owner of the account) takes one in a reserve of the same size.
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

/** Gives back the place of a message that was used: its owner has asked for it. Part of a transaction. */
export function returnRecipientPlace(ctx: ProjectContext, recipient: Recipient): Promise<void> {
  return returnPlace(ctx.db, ctx.project.id, subjectOf(ctx, recipient, 'budget'));
}

/** A hash that is only compared: it does not identify a user, and it outlives a deleted user. */
function subjectOf(ctx: ProjectContext, { channel, to, budget }: Recipient, name: string): string {
  const text = `${name}/${budget}/${channel}/${ctx.project.id}/${to.toLowerCase()}`;
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
 * Takes a place among the SMS that strangers can make a project pay for, to however many numbers. The database counts, so
 * that all instances together keep the limit.
 */
export function takeSmsPlace(ctx: ProjectContext): Promise<boolean> | boolean {
  const limit = ctx.project.settings.rateLimits.smsPerProject;
  if (limit.requests === 0 || !strangers.has(ctx.actor.type)) return true;
  return takeRatedPlace(ctx.db, { projectId: ctx.project.id, subject: 'sms', now: ctx.now(), limit });
}

/** Callers who can ask for a message without being trusted by the project. */
const strangers = new Set<ProjectContext['actor']['type']>(['anonymous', 'user']);

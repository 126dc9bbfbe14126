import { hash } from 'node:crypto';
import type { ProjectContext } from '../core/context.ts';
import type { MessageChannel } from './message.ts';
import { takePlace } from './store-limits.ts';

/** So many in any time of this length, wherever it begins. */
export interface Limit {
  count: number;
  withinMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How many messages an address or number gets, whoever asks for them: OWASP ASVS 5.0 V2.4.1 and V6.6.3. */
const perRecipient: Limit[] = [
  { count: 3, withinMs: minuteMs },
  { count: 10, withinMs: hourMs },
  { count: 30, withinMs: 24 * hourMs },
];

/** What waits for a connector that nobody has set must not pile up. */
const perProjectWithoutConnector: Limit[] = [{ count: 30, withinMs: hourMs }];

/** When nothing is left of a row that a limit would look at. */
export const limitMemoryMs = 24 * hourMs;

export function takeRecipientPlace(ctx: ProjectContext, channel: MessageChannel, to: string) {
  // Only ever compared: nobody can be found by it, and it outlives a user who is deleted.
  const subject = hash('sha256', `${channel}/${ctx.project.id}/${to.toLowerCase()}`, 'base64url');
  return takePlace(ctx.db, { projectId: ctx.project.id, subject, now: ctx.now(), limits: perRecipient });
}

export function takeProjectPlace(ctx: ProjectContext, channel: MessageChannel) {
  const limits = perProjectWithoutConnector;
  return takePlace(ctx.db, {
    projectId: ctx.project.id,
    subject: `project/${channel}`,
    now: ctx.now(),
    limits,
  });
}

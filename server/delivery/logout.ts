import type { ServiceContext } from '../core/context.ts';
import { ask } from '../core/event.ts';
import { wordsOf } from './answer.ts';
import { DeliveryError } from './delivery-error.ts';
import { logoutToken, type QueuedLogout } from './events.ts';
import type { OutboxRow } from './store.ts';

/** Less than the time of an instance for an attempt. */
const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;

/**
 * Posts a logout token to the application (OpenID Connect Back-Channel Logout §2.5). 400 says that the application refuses it
 * (§2.8), which would be the same the next time; every other status except 200 and 204 is a temporary failure.
 */
export async function deliverLogout(ctx: ServiceContext, row: OutboxRow, content: string): Promise<string> {
  const prepared = await ask(ctx, logoutToken, queuedLogout(row, content));
  if (!prepared)
    throw new DeliveryError('the application no longer has a back-channel logout URL', { isPermanent: true });
  const response = await ctx.fetch(prepared.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ logout_token: prepared.token }).toString(),
    timeoutMs,
    maxBytes: maxAnswerBytes,
  });
  if (response.status === 200 || response.status === 204) return wordsOf(response);
  throw new DeliveryError(wordsOf(response), { isPermanent: response.status === 400 });
}

export function queuedLogout({ projectId, id, recipient, userId }: OutboxRow, content: string): QueuedLogout {
  return { projectId, id, appId: recipient, userId, content };
}

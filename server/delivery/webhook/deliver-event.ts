import type { ServiceContext } from '../../core/context.ts';
import { sealedColumn } from '../../storage/sealed-columns.ts';
import { wordsOf } from '../answer.ts';
import { DeliveryError } from '../delivery-error.ts';
import { withCleanText } from '../response-text.ts';
import type { OutboxRow } from '../store.ts';
import { signatureHeaders } from './sign.ts';
import { findWebhookRow } from './store.ts';

const timeoutMs = 20_000;
const maxAnswerBytes = 64 * 1024;

/**
 * Delivers an event. Every status except 2xx is a temporary failure; 410 means that the receiver no longer
 * wants events (Standard Webhooks 1.0.0).
 */
export async function deliverEvent(ctx: ServiceContext, row: OutboxRow, body: string): Promise<string> {
  const webhook = await findWebhookRow(ctx.db, row.projectId, row.recipient);
  if (!webhook) throw new DeliveryError('the webhook was deleted', { isPermanent: true });
  if (webhook.enabled === 0) throw new DeliveryError('the webhook is disabled');
  const secret = ctx.sealer.unseal(webhook.sealedSecret, webhookPurpose(row.projectId, webhook.id));
  const signed = signatureHeaders(secret, { id: row.id, now: ctx.now(), body });
  return withCleanText(formsOf(secret, signed['webhook-signature']), async () => {
    const response = await ctx.fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      timeoutMs,
      maxBytes: maxAnswerBytes,
    });
    if (response.status >= 200 && response.status < 300) return wordsOf(response);
    throw new DeliveryError(wordsOf(response), { isPermanent: response.status === 410 });
  });
}

/** Returns the forms in which a receiver that repeats the request would show the secret or the signature: some escape slashes in JSON. */
function formsOf(secret: string, signature: string): string[] {
  const plain = [secret, secret.slice(secret.indexOf('_') + 1), signature.slice(signature.indexOf(',') + 1)];
  return [...plain, ...plain.map((one) => one.replaceAll('/', '\\/'))];
}

export function webhookPurpose(projectId: string, id: string): string {
  return `webhook/${projectId}/${id}`;
}

export const sealedWebhookSecrets = sealedColumn({
  table: 'webhooks',
  key: ['projectId', 'id'],
  column: 'sealedSecret',
  purposeOf: ({ projectId, id }) => webhookPurpose(projectId, id),
});

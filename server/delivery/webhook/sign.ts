import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Creates a secret as in Standard Webhooks 1.0.0: 24 to 64 random bytes, in base64 after `whsec_`. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/**
 * Returns the headers of Standard Webhooks 1.0.0. The timestamp is that of the attempt; the ID is the same for
 * each.
 */
export function signatureHeaders(
  secret: string,
  { id, now, body }: { id: string; now: number; body: string },
) {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

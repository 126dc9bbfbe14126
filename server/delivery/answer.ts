import type { OutboundResponse } from '../core/outbound.ts';
import { DeliveryError } from './delivery-error.ts';

/** Longer than the stored text: a secret that continues beyond it is not recognised. */
const maxWords = 4_000;

/** Returns the provider's own words. */
export function wordsOf({ status, body }: OutboundResponse): string {
  return `${status} ${body.toString('utf8', 0, maxWords)}`.trim();
}

/** Too many requests and timeouts are temporary refusals. */
export function refuseFailure(response: OutboundResponse): void {
  const { status } = response;
  if (status >= 200 && status < 300) return;
  const isPermanent = status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status);
  throw new DeliveryError(wordsOf(response), { isPermanent });
}

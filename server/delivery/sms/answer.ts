import type { OutboundResponse } from '../../core/outbound.ts';
import { DeliveryError } from '../delivery-error.ts';

/** More than is kept: a secret that ends behind it is not recognised. */
const maxWords = 4_000;

/** What the provider said, in its own words. */
export function wordsOf({ status, body }: OutboundResponse): string {
  return `${status} ${body.toString('utf8', 0, maxWords)}`.trim();
}

/** Too many, and too slow, are the refusals that pass. */
export function refuseFailure(response: OutboundResponse): void {
  const { status } = response;
  if (status >= 200 && status < 300) return;
  const isPermanent = status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status);
  throw new DeliveryError(wordsOf(response), { isPermanent });
}

import { OutboundError } from '../core/outbound.ts';
import { DeliveryError } from './delivery-error.ts';

/** Limits the other server's text, which can be anything. */
const maxLength = 1_000;

/** Shorter ones would match parts of ordinary words. */
const minSecretLength = 8;

/**
 * Returns the other server's response or error as it is stored and shown: one line, limited in length, and
 * without `secrets`, which some servers repeat. Throws a DeliveryError when the work fails.
 */
export async function withCleanText(secrets: string[], work: () => Promise<string>): Promise<string> {
  try {
    return clean(await work(), secrets);
  } catch (error) {
    if (error instanceof OutboundError) throw new DeliveryError(clean(error.message, secrets));
    if (error instanceof DeliveryError) throw new DeliveryError(clean(error.message, secrets), error);
    throw error;
  }
}

/** Returns the codes and links of a text, which is stored longer than they are valid. */
export function secretsIn(text: string): string[] {
  return text.match(/[\w-]{16,}|\d{6,}/g) ?? [];
}

/** Returns the secrets that can be removed without damage to the rest of a text. */
export function longEnough(secrets: string[]): string[] {
  return secrets.filter((secret) => secret.length >= minSecretLength);
}

/**
 * PostgreSQL rejects some control characters: a result that cannot be recorded would be repeated again and
 * again.
 */
function clean(text: string, secrets: string[]): string {
  const rest = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return rest
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}

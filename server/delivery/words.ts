import { OutboundError } from '../core/outbound.ts';
import type { Connector } from './connectors/connector.ts';
import { DeliveryError } from './delivery-error.ts';

/** Of what the other side says, which can be anything. */
const maxLength = 1_000;

/** Shorter ones would tear other words apart. */
const minSecretLength = 8;

/**
 * What the other side answers, or says of why it refuses, as it is kept and shown: one line, not long, and without
 * `secrets`, which some repeat. Throws a DeliveryError when it failed.
 */
export async function inCleanWords(secrets: string[], work: () => Promise<string>): Promise<string> {
  try {
    return clean(await work(), secrets);
  } catch (error) {
    if (error instanceof OutboundError) throw new DeliveryError(clean(error.message, secrets));
    if (error instanceof DeliveryError) throw new DeliveryError(clean(error.message, secrets), error);
    throw error;
  }
}

/** Codes and links, whose text is kept longer than they are valid. */
export function secretsIn(text: string): string[] {
  return text.match(/[\w-]{16,}|\d{6,}/g) ?? [];
}

/** What the connector shows to the other side, also in the form in which it goes over the line. */
export function secretsOf(connector: Connector): string[] {
  return formsOf(connector).filter((form) => form.length >= minSecretLength);
}

function formsOf({ provider, settings, secret }: Connector): string[] {
  switch (provider) {
    case 'smtp':
      return [base64(`\0${settings.username}\0${secret.password}`), base64(secret.password), secret.password];
    case 'twilio':
      return [base64(`${settings.accountSid}:${secret.authToken}`), secret.authToken];
    case 'http':
      return Object.values(secret.headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** PostgreSQL does not take every control character: what could not be written down would be sent again and again. */
function clean(words: string, secrets: string[]): string {
  const rest = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), words);
  return rest
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}

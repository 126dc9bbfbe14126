import { SamlError } from './error.ts';
import { formatInstant, parseInstant } from './time.ts';
import type { Rules } from './verification.ts';

type Clock = Pick<Rules, 'now' | 'skew'>;

/** Valid from that instant on, allowing for the skew. */
export function checkNotBefore(text: string, { now, skew }: Clock, what: string): void {
  const notBefore = parseInstant(text, `NotBefore of the ${what}`);
  if (now < notBefore - skew)
    throw new SamlError(
      'not-yet-valid',
      `The ${what} is not valid before ${formatInstant(notBefore)}, and it is ${formatInstant(now)}. Compare the clocks.`,
    );
}

/** Valid until just before that instant, allowing for the skew. Returns the instant. */
export function checkNotOnOrAfter(text: string, { now, skew }: Clock, what: string): number {
  const notOnOrAfter = parseInstant(text, `NotOnOrAfter of the ${what}`);
  if (now >= notOnOrAfter + skew)
    throw new SamlError(
      'expired',
      `The ${what} was valid until ${formatInstant(notOnOrAfter)}, and it is ${formatInstant(now)}.`,
    );
  return notOnOrAfter;
}

/** Refuses a time in the future or older than the limit. Returns the instant. */
export function checkIssueInstant(text: string | undefined, rules: Rules, what: string): number {
  const issuedAt = parseInstant(text ?? '', `IssueInstant of the ${what}`);
  const { now, skew, maxAge } = rules;
  if (now < issuedAt - skew)
    throw new SamlError(
      'not-yet-valid',
      `The ${what} was issued at ${formatInstant(issuedAt)}, and it is ${formatInstant(now)}. Compare the clocks.`,
    );
  if (now >= issuedAt + maxAge + skew)
    throw new SamlError(
      'expired',
      `The ${what} was issued at ${formatInstant(issuedAt)}, more than ${maxAge / 1000} seconds ago.`,
    );
  return issuedAt;
}

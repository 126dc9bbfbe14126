import { HOTP, Secret } from 'otpauth';

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, steps of 30 seconds from 1970. */
const parameters = { algorithm: 'SHA1', digits: 6 } as const;
const stepMs = 30_000;

/** RFC 4226 §4 R6: 160 bits, the length of the HMAC. */
const secretBytes = 20;

/** A new secret in base32, which is how people type it. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Google Authenticator's Key URI format: the label is `issuer:account`, each percent-encoded. */
export function provisioningUrl({
  secret,
  issuer,
  account,
}: {
  secret: string;
  issuer: string;
  account: string;
}) {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${query}`;
}

export function isTotpCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/**
 * The time step that `code` belongs to, among the current one and its two neighbours (RFC 6238 §5.2 allows for
 * clocks that differ); `undefined` when it belongs to none. Which steps were accepted before is the caller's memory.
 */
export function matchTotp(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMs);
  const key = Secret.fromBase32(secret);
  const matches = [current - 1, current, current + 1].filter(
    (counter) => HOTP.validate({ ...parameters, secret: key, token: code, counter, window: 0 }) !== null,
  );
  // The newest: whoever types the next code early must not be able to use the same digits for an older step too.
  return matches.at(-1);
}

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Secret } from 'otpauth';

// RFC 6238 with the values that every authenticator app assumes: SHA-1, six digits, steps of 30 seconds from 1970.
const stepMs = 30_000;
const digits = 6;

/** RFC 4226 §4 R6: 160 bits, the length of the HMAC. */
const secretBytes = 20;

/** Writes the bytes of another system's secret in base32. */
export function secretOf(bytes: Buffer): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

/** Creates a secret in base32, which users can type. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The longest name in percent-encoding. It has room for each email address, and cameras can still read the QR symbol. */
const maxNameLength = 300;

/**
 * Builds Google Authenticator's Key URI: the label is `issuer:account`, each percent-encoded. Apps divide a label at its
 * first colon, some before and some after they decode it, so neither part may have one.
 */
export function provisioningUrl({
  secret,
  issuer,
  account,
}: {
  secret: string;
  issuer: string;
  account: string;
}) {
  const [issuerName, accountName] = [shownName(issuer), shownName(account)];
  const label = [issuerName, accountName].filter(Boolean).join(':');
  const query = `secret=${secret}&issuer=${issuerName}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${query}`;
}

/** Returns a name for an authenticator app, percent-encoded. */
function shownName(text: string): string {
  // "%3A" is a colon to apps that decode twice.
  const name = text
    .toWellFormed()
    .replace(/:|%3a/gi, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return shortened(name);
}

/** Percent-encodes a text. Ends a long one with an ellipsis, between two characters as people see them. */
function shortened(text: string): string {
  const whole = encodeURIComponent(text);
  if (whole.length <= maxNameLength) return whole;
  const ellipsis = encodeURIComponent('…');
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = start + encodeURIComponent(segment);
    if (next.length + ellipsis.length > maxNameLength) break;
    start = next;
  }
  return start + ellipsis;
}

export function isTotpCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/**
 * Returns the time step that `code` belongs to, among the current one and its two neighbours (RFC 6238 §5.2
 * allows for clocks that differ), or `undefined`. The caller must remember the accepted steps.
 */
export function matchTotp(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMs);
  // As a key object, the secret is imported once: `otpauth` imports it for each code, and takes five times as long.
  const key = createSecretKey(Secret.fromBase32(secret).bytes);
  const shown = Buffer.from(code);
  const matches = [current - 1, current, current + 1].filter((step) => isCodeOf(key, step, shown));
  // Chooses the newest step: a user who types the next code early must not be able to use the same digits for
  // an older step, too.
  return matches.at(-1);
}

/** Compares with the code of a step (RFC 4226 §5.3). */
function isCodeOf(key: KeyObject, step: number, shown: Buffer): boolean {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const truncated = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fff_ffff;
  const code = Buffer.from(String(truncated % 10 ** digits).padStart(digits, '0'));
  return code.length === shown.length && timingSafeEqual(code, shown);
}

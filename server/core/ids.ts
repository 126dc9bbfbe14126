import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** KSUID counts seconds from here, so that 32 bits last until 2150. */
const epochSeconds = 1_400_000_000;

/**
 * Returns a KSUID (seconds, then 128 random bits, in base 62) after a one-letter kind: 28 characters.
 *
 * The length matters: the Java SDK refuses shorter project IDs, Go and Python read a region out of longer ones.
 * Because the time comes first, rows created together are neighbours in an index.
 */
export function newId(
  kind: 'P' | 'U' | 'T' | 'K' | 'S' | 'A' | 'R' | 'E' | 'M' | 'C' | 'W' | 'F' | 'L',
  now: number,
): string {
  const bytes = randomBytes(20);
  bytes.writeUInt32BE(Math.floor(now / 1000) - epochSeconds, 0);
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < 27; i++) {
    text = alphabet[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return kind + text;
}

import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** KSUID counts seconds from here, so that 32 bits reach until 2150. */
const epochSeconds = 1_400_000_000;

/**
 * A KSUID (seconds, then 128 random bits, in base 62) behind a one-letter kind: 28 characters.
 *
 * 28 is not taste: the Java SDK refuses shorter project IDs, Go and Python read a region out of longer ones.
 * Time first keeps rows that are made together next to each other in an index.
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

import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** KSUID counts seconds from here, so that 32 bits last until 2150. */
const epochSeconds = 1_400_000_000;

const textLength = 27;
/** 128 random bits, in words of 16. */
const randomWords = 8;

/** Random words for the next IDs: asking the system for a few bytes at a time would take longer than the rest. */
const pool = new Uint16Array(512 * randomWords);
let used = pool.length;

/**
 * Returns a KSUID (seconds, then 128 random bits, in base 62) after a one-letter kind: 28 characters.
 *
 * The length matters: the Java SDK refuses shorter project IDs, Go and Python read a region out of longer ones.
 * Because the time comes first, rows created together are neighbours in an index.
 */
export function newId(
  kind: 'P' | 'U' | 'T' | 'K' | 'S' | 'A' | 'R' | 'E' | 'M' | 'N' | 'C' | 'W' | 'F' | 'L' | 'D',
  now: number,
): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const seconds = Math.floor(now / 1000) - epochSeconds;
  const words = [seconds >>> 16, seconds & 0xffff, ...pool.subarray(used, used + randomWords)];
  pool.fill(0, used, used + randomWords);
  used += randomWords;
  let text = '';
  while (text.length < textLength) text = takeDigits(words) + text;
  // The number has fewer digits than the last step returns: the surplus is zeros.
  return kind + text.slice(-textLength);
}

const digitsPerStep = 5;
const stepBase = 62 ** digitsPerStep;

/** Divides a number, given as words of 16 bits, and returns the remainder as its last digits in base 62. */
function takeDigits(words: number[]): string {
  let rest = 0;
  for (let index = 0; index < words.length; index += 1) {
    const dividend = rest * 65_536 + (words[index] as number);
    words[index] = Math.floor(dividend / stepBase);
    rest = dividend % stepBase;
  }
  let digits = '';
  for (let place = 0; place < digitsPerStep; place += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

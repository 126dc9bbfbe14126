import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** KSUID counts seconds from here, so that 32 bits last until 2150. */
const epochSeconds = 1_400_000_000;

const textLength = 27;
/** 128 bits, in words of 16: 10 with the milliseconds, 14 with a counter, and random ones. */
const payloadWords = 8;
const maxCount = 2 ** 14 - 1;

/** Random words for the next IDs: asking the system for a few bytes at a time would take longer than the rest. */
const pool = new Uint16Array(512 * payloadWords);
let used = pool.length;

/** The IDs that this process has created since the last one with another time. */
const last = { now: 0, count: 0 };

/**
 * Returns a KSUID (seconds, then 128 bits, in base 62) after a one-letter kind: 28 characters. The bits are
 * milliseconds, a counter, and 104 random bits, so the IDs of a process are in the order of their creation, as
 * RFC 9562 §6.2 describes for UUIDs.
 *
 * The length matters: the Java SDK refuses shorter project IDs, Go and Python read a region out of longer ones. So
 * does the order: new rows are added at the end of an index, and those created together change one of its pages.
 */
export function newId(
  kind: 'P' | 'U' | 'T' | 'K' | 'S' | 'A' | 'R' | 'E' | 'M' | 'N' | 'C' | 'W' | 'F' | 'L' | 'D' | 'G',
  now: number,
): string {
  const seconds = Math.floor(now / 1000) - epochSeconds;
  const milliseconds = Math.floor(now) % 1000;
  const count = nextCount(now);
  const [low, ...random] = randomWords();
  const words = [
    ...[seconds >>> 16, seconds & 0xffff],
    ...[(milliseconds << 6) | (count >>> 8), ((count & 0xff) << 8) | (low! & 0xff)],
    ...random,
  ];
  let text = '';
  while (text.length < textLength) text = takeDigits(words) + text;
  // The number has fewer digits than the last step returns: the surplus is zeros.
  return kind + text.slice(-textLength);
}

function nextCount(now: number): number {
  last.count = last.now === now ? Math.min(last.count + 1, maxCount) : 0;
  last.now = now;
  return last.count;
}

function randomWords(): Uint16Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const words = pool.slice(used, used + payloadWords - 1);
  pool.fill(0, used, used + payloadWords);
  used += payloadWords;
  return words;
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

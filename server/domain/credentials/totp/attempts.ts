const secondMs = 1_000;

/** Wrong codes in a row that cost no waiting. */
export const freeFailures = 4;

/** The wait after the fifth wrong code in a row, the sixth, and so on; the last one stays. */
const waitsMs = [30, 60, 120, 240, 480, 960, 1_920, 3_600].map((seconds) => seconds * secondMs);

/**
 * How long the next attempt must wait after so many wrong codes in a row. Three codes are valid at a time, so
 * guessing all day, 24 tries, finds one with a chance of 7 in 100,000; nobody is ever locked out for good by somebody
 * else's guesses.
 */
export function waitMsAfter(failures: number): number {
  if (failures <= freeFailures) return 0;
  return waitsMs[Math.min(failures - freeFailures, waitsMs.length) - 1] as number;
}

/** From here on the wait does not grow any more. */
export const longestWaitFailures = freeFailures + waitsMs.length;

/** A sign-up that is not completed is gone after this, or after five wrong codes. */
export const signUpLifetimeMs = 10 * 60 * secondMs;
export const signUpAttempts = 5;

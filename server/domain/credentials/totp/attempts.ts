const secondMs = 1_000;

/** Wrong codes in a row that cause no wait. */
export const freeFailures = 4;

/** The wait after the fifth wrong code in a row, the sixth, and so on; the last one stays. */
const waitsMs = [30, 60, 120, 240, 480, 960, 1_920, 3_600].map((seconds) => seconds * secondMs);

/**
 * Returns the wait after a number of wrong codes in a row. Three codes are valid at a time, so guessing all day, 24 tries,
 * finds one with a chance of 7 in 100,000. Another person's guesses never lock a user out permanently.
 */
export function waitMsAfter(failures: number): number {
  if (failures <= freeFailures) return 0;
  return waitsMs[Math.min(failures - freeFailures, waitsMs.length) - 1] as number;
}

/** The number of failures from which the wait no longer grows. */
export const longestWaitFailures = freeFailures + waitsMs.length;

/** The lifetime of a sign-up that is not completed. Five wrong codes end it too. */
export const signUpLifetimeMs = 10 * 60 * secondMs;
export const signUpAttempts = 5;

const firstDelayMs = 5_000;

/** Doubles the delay after each attempt, half of it random, so that what failed together does not return together. */
export function retryDelay(attempts: number, longestMs: number): number {
  const delay = Math.min(longestMs, firstDelayMs * 2 ** (attempts - 1));
  return Math.round(delay / 2 + Math.random() * (delay / 2));
}

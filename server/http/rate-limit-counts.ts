import type { RateLimit } from '../core/rate-limits.ts';

export interface RateLimitCounts {
  /** Counts a request; when there were too many, nothing is counted and the milliseconds to wait are answered. */
  take(key: string, limit: RateLimit, now: number): number;
  /** For measuring. */
  size(): number;
}

/**
 * How many requests there were of whom, in a memory of bounded size and at the same cost however many there are.
 *
 * One number for each key, as in the generic cell rate algorithm (ITU-T I.371): the moment at which all that was
 * taken is paid back. A moment that has passed says the same as none, so forgetting it loses nothing. When
 * `maxKeys` are in use, the ones before them become the old generation, and the generation before that is forgotten:
 * keys that go on asking move to the young one and stay.
 */
export function createRateLimitCounts(maxKeys: number): RateLimitCounts {
  let young = new Map<string, number>();
  let old = new Map<string, number>();

  return {
    take(key, { requests, seconds }, now) {
      const intervalMs = (seconds * 1_000) / requests;
      const stored = young.get(key) ?? old.get(key) ?? 0;
      // No later than the limit can make it: a clock that is set back must not refuse for longer.
      const paidBackAt = Math.max(Math.min(stored, now + seconds * 1_000), now);
      const waitMs = paidBackAt - now - (requests - 1) * intervalMs;
      // A millionth of a millisecond is what adding up fractions loses.
      const isRefused = waitMs > 1e-6;
      young.set(key, isRefused ? paidBackAt : paidBackAt + intervalMs);
      if (young.size >= maxKeys) {
        old = young;
        young = new Map();
      }
      return isRefused ? waitMs : 0;
    },
    size: () => young.size + old.size,
  };
}

import type { RateLimit } from '../core/rate-limits.ts';

export interface RateLimitCounts {
  /** Counts a request and returns 0. Over the limit, counts nothing and returns the milliseconds to wait. */
  take(key: string, limit: RateLimit, now: number): number;
  /** Accepts the count of all instances. */
  set(key: string, paidBackAt: number): void;
  /** For measurements. */
  size(): number;
}

/**
 * Counts requests by key in bounded memory, at a cost that does not depend on their number.
 *
 * Stores one number for each key, as in the generic cell rate algorithm (ITU-T I.371): the moment at which all
 * counted requests are paid back. A moment in the past means the same as no entry, so forgetting it loses
 * nothing. When `maxKeys` are in use, the young generation becomes the old one and the previous old one is
 * forgotten. Active keys move to the young generation and stay.
 */
export function createRateLimitCounts(maxKeys: number): RateLimitCounts {
  let young = new Map<string, number>();
  let old = new Map<string, number>();

  return {
    take(key, { requests, seconds }, now) {
      const intervalMs = (seconds * 1_000) / requests;
      const stored = young.get(key) ?? old.get(key) ?? 0;
      // Never later than the limit allows: a clock that is set back must not refuse for longer.
      const paidBackAt = Math.max(Math.min(stored, now + seconds * 1_000), now);
      const waitMs = paidBackAt - now - (requests - 1) * intervalMs;
      // Allows for the rounding of added fractions: a millionth of a millisecond.
      const isRefused = waitMs > 1e-6;
      young.set(key, isRefused ? paidBackAt : paidBackAt + intervalMs);
      if (young.size >= maxKeys) {
        old = young;
        young = new Map();
      }
      return isRefused ? waitMs : 0;
    },
    set(key, paidBackAt) {
      young.set(key, paidBackAt);
    },
    size: () => young.size + old.size,
  };
}

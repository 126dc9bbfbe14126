import { ServiceError } from '../../../core/errors.ts';
import type { RateLimit, RateLimits } from '../../../core/rate-limits.ts';

/** The ranges of a rate limit. 0 requests stand for no limit. */
export const rateLimitRanges = {
  requests: { min: 0, max: 1_000_000 },
  seconds: { min: 1, max: 24 * 60 * 60 },
} as const;

/** Validates rate limits. E011004 names an invalid one. */
export function readRateLimits(changes: Partial<RateLimits>): Partial<RateLimits> {
  const read = Object.entries(changes).map(([name, limit]) => [name, readRateLimit(name, limit)]);
  return Object.fromEntries(read);
}

function readRateLimit(name: string, { requests, seconds }: RateLimit): RateLimit {
  const { requests: counts, seconds: periods } = rateLimitRanges;
  const isPossible =
    Number.isInteger(requests) &&
    requests >= counts.min &&
    requests <= counts.max &&
    Number.isInteger(seconds) &&
    seconds >= periods.min &&
    seconds <= periods.max;
  if (isPossible) return { requests, seconds };
  throw new ServiceError(
    'E011004',
    `${name} must allow from 0 (no limit) to ${counts.max} requests in ${periods.min} to ${periods.max} seconds`,
  );
}

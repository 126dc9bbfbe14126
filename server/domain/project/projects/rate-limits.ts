import { ServiceError } from '../../../core/errors.ts';
import type { RateLimit, RateLimits } from '../../../core/rate-limits.ts';

const maxRequests = 1_000_000;
const maxSeconds = 24 * 60 * 60;

/** Validates rate limits. E011004 names an invalid one. */
export function readRateLimits(changes: Partial<RateLimits>): Partial<RateLimits> {
  const read = Object.entries(changes).map(([name, limit]) => [name, readRateLimit(name, limit)]);
  return Object.fromEntries(read);
}

function readRateLimit(name: string, { requests, seconds }: RateLimit): RateLimit {
  const isPossible =
    Number.isInteger(requests) &&
    requests >= 0 &&
    requests <= maxRequests &&
    Number.isInteger(seconds) &&
    seconds >= 1 &&
    seconds <= maxSeconds;
  if (isPossible) return { requests, seconds };
  throw new ServiceError(
    'E011004',
    `${name} must allow from 0 (no limit) to ${maxRequests} requests in 1 to ${maxSeconds} seconds`,
  );
}

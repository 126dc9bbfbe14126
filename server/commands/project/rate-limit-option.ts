import { InvalidArgumentError, Option } from 'commander';
import {
  type RateLimit,
  type RateLimitName,
  type RateLimits,
  rateLimitNames,
} from '../../core/rate-limits.ts';

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600 };

/** Defines `--rate-limit signInPerAddress=30/5m`, which can be repeated. */
export function rateLimitOption(): Option {
  return new Option(
    '--rate-limit <name=requests/time>',
    `requests per period, such as signInPerAddress=30/5m, or =off (repeatable); one of ${rateLimitNames.join(', ')}`,
  ).argParser((text: string, limits: Partial<RateLimits> | undefined) => ({ ...limits, ...parsed(text) }));
}

function parsed(text: string): Partial<RateLimits> {
  const [, name, requests, count, unit] = /^(\w+)=(?:(\d+)\/(\d*)([smh])|off)$/.exec(text) ?? [];
  if (!rateLimitNames.includes(name as RateLimitName)) {
    throw new InvalidArgumentError(
      `It must be like signInPerAddress=30/5m or signInPerAddress=off, with one of: ${rateLimitNames.join(', ')}.`,
    );
  }
  const limit =
    requests === undefined
      ? { requests: 0, seconds: 60 }
      : { requests: Number(requests), seconds: Number(count || 1) * (unitSeconds[unit ?? ''] ?? 0) };
  return { [name as RateLimitName]: limit };
}

/** Formats a limit as `30/300s` or `off`. */
export function rateLimitText({ requests, seconds }: RateLimit): string {
  return requests === 0 ? 'off' : `${requests}/${seconds}s`;
}

import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ProjectContext, UserContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { networkMatcher } from '../core/networks.ts';
import {
  type CountedBy,
  type LimitKind,
  limitKinds,
  type RateLimitName,
  rateLimitNames,
} from '../core/rate-limits.ts';
import type { Authenticators } from './authenticators.ts';
import type { Auth } from './endpoint.ts';
import { createRateLimitCounts } from './rate-limit-counts.ts';

export interface RateLimiter {
  /** The same authenticators, which refuse (E130429) whoever asks too often. */
  limit(authenticators: Authenticators, endpoint: { limit?: LimitKind; auth: Auth }): Authenticators;
  /** Counts what a page does like a call of that kind, by address and project; E130429 when there were too many. */
  count(ctx: ProjectContext, kind: LimitKind): void;
  /** How many requests each limit has refused. */
  refusals(): Record<RateLimitName, number>;
}

/** In each of two generations; together they are about 20 MB when all are in use. */
const maxKeys = 50_000;

/** A limit that refuses is logged so often. */
const quietMs = 60_000;

const relayedHint =
  ': they came through a proxy that LATCHKEY_TRUSTED_PROXIES does not name, and count as one client';

/**
 * Counts in the memory of this process: a request costs no query, several instances count each for itself, and a
 * restart forgets. What protects a credential (wrong passwords, wrong codes) is counted in the database.
 */
export function createRateLimiter(log: Log): RateLimiter {
  const counts = createRateLimitCounts(maxKeys);
  const refused = Object.fromEntries(rateLimitNames.map((name) => [name, 0])) as Record<
    RateLimitName,
    number
  >;
  const loggedAt = new Map<RateLimitName, number>();

  function take(ctx: ProjectContext, name: RateLimitName | undefined, whose: string): void {
    const limit = name && ctx.project.settings.rateLimits[name];
    if (!limit || limit.requests === 0) return;
    const now = ctx.now();
    const waitMs = counts.take(`${name} ${ctx.project.id} ${whose}`, limit, now);
    if (waitMs === 0) return;
    refused[name] += 1;
    if (now - (loggedAt.get(name) ?? 0) >= quietMs) {
      loggedAt.set(name, now);
      const { id, remoteAddress, isRelayed } = ctx.request;
      const facts = { id, limit: name, projectId: ctx.project.id, remoteAddress };
      log.warn(facts, `too many requests${isRelayed ? relayedHint : ''}`);
    }
    throw tooManyRequests(name, waitMs);
  }

  function takeForStranger(ctx: ProjectContext, { address, project }: CountedBy): void {
    if (isUnlimited(ctx)) return;
    if (address) take(ctx, address, addressKey(ctx.request.remoteAddress));
    take(ctx, project, '');
  }

  return {
    count: (ctx, kind) => takeForStranger(ctx, limitKinds[kind]),
    limit(authenticators, endpoint) {
      const limits = limitsOf(endpoint);
      if (!limits) return authenticators;
      const { session, user, key } = limits;
      const withKey =
        (authenticate: Authenticators['management']): Authenticators['management'] =>
        async (ctx, secret) => {
          const caller = await authenticate(ctx, secret);
          take(caller, key, caller.actor.id);
          return caller;
        };
      return {
        ...authenticators,
        async project(...named) {
          const ctx = await authenticators.project(...named);
          takeForStranger(ctx, limits);
          return ctx;
        },
        async administration(...entered) {
          const ctx = await authenticators.administration(...entered);
          takeForStranger(ctx, limits);
          return ctx;
        },
        async administrator(ctx, token) {
          const caller = await authenticators.administrator(ctx, token);
          take(ctx, key, caller.userId);
          return caller;
        },
        async refresh(...shown) {
          const caller: UserContext = await authenticators.refresh(...shown);
          if (isUnlimited(caller)) return caller;
          take(caller, session, caller.session.id);
          take(caller, user, caller.session.userId);
          return caller;
        },
        management: withKey(authenticators.management),
        accessKey: withKey(authenticators.accessKey),
      };
    },
    refusals: () => ({ ...refused }),
  };
}

/** Whoever shows a key of a project is its own server: counted by key. */
function limitsOf({ limit, auth }: { limit?: LimitKind; auth: Auth }): CountedBy | undefined {
  if (limit) return limitKinds[limit];
  return auth === 'management' || auth === 'accessKey' ? limitKinds.key : undefined;
}

const matchers = new WeakMap<readonly string[], (address: string) => boolean>();

function isUnlimited({ project, request }: ProjectContext): boolean {
  const networks = project.settings.unlimitedAddresses;
  if (request.isRelayed || networks.length === 0) return false;
  // A project is loaded every few seconds, and its list with it.
  let matches = matchers.get(networks);
  if (!matches) {
    matches = networkMatcher(networks);
    matchers.set(networks, matches);
  }
  return matches(request.remoteAddress);
}

/** Whoever has an IPv6 network has 2^64 addresses (RFC 6177): they count as one. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  return `${(ipaddr.parse(address) as ipaddr.IPv6).parts.slice(0, 4).join(':')}/64`;
}

function tooManyRequests(name: RateLimitName, waitMs: number): ServiceError {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
  return new ServiceError(
    'E130429',
    `Too many requests (${name}): try again in ${retryAfterSeconds} ${unit}`,
    { retryAfterSeconds },
  );
}

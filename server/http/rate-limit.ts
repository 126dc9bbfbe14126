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
  loopbackNetworks,
  type RateLimit,
  type RateLimitName,
  rateLimitNames,
  sharedRateLimits,
  unlimitedNetworks,
} from '../core/rate-limits.ts';
import { pauseBeforeRefusal } from '../core/refusal-pause.ts';
import type { Authenticators } from './authenticators.ts';
import type { Endpoint } from './endpoint.ts';
import { createRateLimitCounts } from './rate-limit-counts.ts';

type Counted = Pick<Endpoint, 'limit' | 'auth' | 'forTenantAdministrators'>;

export interface RateLimiter {
  /** Wraps the authenticators so that they refuse too frequent callers (E130429). */
  limit(authenticators: Authenticators, endpoint: Counted): Authenticators;
  /** Counts a page request like a call of that kind: by address and project, or by the key of the caller. Throws E130429 over the limit. */
  count(ctx: ProjectContext, kind: LimitKind): Promise<void>;
  /** Returns the number of refused requests by limit. */
  refusals(): Record<RateLimitName, number>;
}

/** Counts a request for all instances. Returns undefined if that is not possible at the moment. */
export type SharedCounts = (counted: {
  projectId: string;
  subject: string;
  limit: RateLimit;
  now: number;
}) => Promise<{ isTaken: boolean; paidBackAt: number } | undefined>;

/** For each of two generations, together about 20 MB when full. */
const maxKeys = 50_000;

/** The interval at which a limit logs its refusals. */
const quietMs = 60_000;

const relayedHint =
  ': they came through a proxy that LATCHKEY_TRUSTED_PROXIES does not name, and count as one client';

/** Says what the reason can be if production refuses its own machine. */
function silentProxyHint({ mode, request }: ProjectContext): string {
  if (mode === 'development' || !isLoopbackAddress(request.remoteAddress)) return '';
  return ': they came from this machine. If a proxy on it sends them, let it send X-Forwarded-For, and name it in LATCHKEY_TRUSTED_PROXIES';
}

const isLoopbackAddress = networkMatcher(loopbackNetworks);

/**
 * Counts in the memory of this process, and then, for the limits that `sharedRateLimits` names, with `shared` for all
 * instances. A request that the memory refuses costs no query. A restart forgets the counts in memory. Limits that protect a credential (wrong passwords, wrong codes) are counted in the database.
 */
export function createRateLimiter(log: Log, shared?: SharedCounts): RateLimiter {
  const counts = createRateLimitCounts(maxKeys);
  const refused = Object.fromEntries(rateLimitNames.map((name) => [name, 0])) as Record<
    RateLimitName,
    number
  >;
  const loggedAt = new Map<RateLimitName, number>();

  async function take(ctx: ProjectContext, name: RateLimitName | undefined, whose: string): Promise<void> {
    const limit = name && ctx.project.settings.rateLimits[name];
    if (!limit || limit.requests === 0) return;
    const now = ctx.now();
    const key = `${name} ${ctx.project.id} ${whose}`;
    let waitMs = counts.take(key, limit, now);
    if (waitMs === 0 && shared && sharedRateLimits.has(name)) {
      const counted = await shared({ projectId: ctx.project.id, subject: `${name} ${whose}`, limit, now });
      // From now on this instance refuses by itself, without a statement.
      if (counted) counts.set(key, counted.paidBackAt);
      if (counted?.isTaken === false)
        waitMs = Math.max(
          counted.paidBackAt - now - ((limit.requests - 1) * limit.seconds * 1_000) / limit.requests,
          1,
        );
    }
    if (waitMs === 0) return;
    refused[name] += 1;
    if (now - (loggedAt.get(name) ?? 0) >= quietMs) {
      loggedAt.set(name, now);
      const { id, remoteAddress, isRelayed } = ctx.request;
      const facts = { id, limit: name, projectId: ctx.project.id, remoteAddress };
      log.warn(facts, `too many requests${isRelayed ? relayedHint : silentProxyHint(ctx)}`);
    }
    await pauseBeforeRefusal();
    throw tooManyRequests(name, waitMs);
  }

  async function takeForStranger(ctx: ProjectContext, { address, project }: CountedBy): Promise<void> {
    if (isUnlimited(ctx)) return;
    if (address) await take(ctx, address, addressKey(ctx.request.remoteAddress));
    await take(ctx, project, '');
  }

  return {
    async count(ctx, kind) {
      const limits: CountedBy = limitKinds[kind];
      await takeForStranger(ctx, limits);
      if (limits.key) await take(ctx, limits.key, ctx.actor.id);
    },
    limit(authenticators, endpoint) {
      const limits = limitsOf(endpoint);
      if (!limits) return authenticators;
      const { session, user, key } = limits;
      const withStranger =
        <Asked extends unknown[]>(enter: (...asked: Asked) => Promise<ProjectContext>) =>
        async (...asked: Asked) => {
          const ctx = await enter(...asked);
          await takeForStranger(ctx, limits);
          return ctx;
        };
      const withKey =
        (authenticate: Authenticators['management']): Authenticators['management'] =>
        async (ctx, secret) => {
          const caller = await authenticate(ctx, secret);
          await take(caller, key, caller.actor.id);
          return caller;
        };
      return {
        ...authenticators,
        project: withStranger(authenticators.project),
        recalledProject: withStranger(authenticators.recalledProject),
        administration: withStranger(authenticators.administration),
        async administrator(ctx, token) {
          const caller = await authenticators.administrator(ctx, token);
          await take(ctx, key, caller.userId);
          return caller;
        },
        async refresh(...shown) {
          const caller: UserContext = await authenticators.refresh(...shown);
          if (isUnlimited(caller)) return caller;
          await take(caller, session, caller.session.id);
          await take(caller, user, caller.session.userId);
          if (endpoint.auth !== 'management') return caller;
          await take(caller, key, caller.session.userId);
          const ofTenants = endpoint.forTenantAdministrators?.limit;
          if (ofTenants) await takeForStranger(caller, limitKinds[ofTenants]);
          return caller;
        },
        management: withKey(authenticators.management),
        accessKey: withKey(authenticators.accessKey),
      };
    },
    refusals: () => ({ ...refused }),
  };
}

/** A caller with a project's key is the project's server, so it is counted by key. */
function limitsOf({ limit, auth }: Counted): CountedBy | undefined {
  if (limit) return limitKinds[limit];
  return auth === 'management' || auth === 'accessKey' ? limitKinds.key : undefined;
}

const matchers = new WeakMap<object, (address: string) => boolean>();

function isUnlimited({ mode, project, request }: ProjectContext): boolean {
  if (request.isRelayed) return false;
  // A project is reloaded every few seconds, together with its settings.
  let matches = matchers.get(project.settings);
  if (!matches) {
    matches = networkMatcher(unlimitedNetworks(mode, project.settings));
    matchers.set(project.settings, matches);
  }
  return matches(request.remoteAddress);
}

/** Counts an IPv6 network of 2^64 addresses, the usual size for one customer (RFC 6177), as one address. */
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

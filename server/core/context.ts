import type { Db } from '../storage/tables.ts';
import type { Cache } from './cache.ts';
import type { Clock } from './clock.ts';
import type { Mode } from './config.ts';
import type { Sealer } from './crypto.ts';
import type { HashPool } from './hash-pool.ts';
import type { Branding, HostedPageSettings } from './hosted-pages.ts';
import type { KeyPairGenerator } from './key-pairs.ts';
import type { Log } from './log.ts';
import type { OutboundFetch, OutboundResolve } from './outbound.ts';
import type { PasswordCost } from './password-cost.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Wakeup } from './wakeup.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Records that groups above the directory keep about users and tenants. The directory removes them when it changes or deletes
 * a user or a tenant, in the same transaction. `server/dependents.ts` says which operation each of them is.
 */
export interface Dependents {
  /** Ends all sessions for good. */
  endSessions(ctx: ProjectContext, userId: string): Promise<void>;
  /** Voids the codes of finished sign-ins that no application has exchanged yet. */
  voidExchangeCodes(ctx: ProjectContext, userId: string): Promise<void>;
  /** Voids codes and links that were sent, except the one that is being spent. */
  withdrawChallenges(ctx: ProjectContext, user: { userId: string; exceptSlot: string }): Promise<void>;
  /** Withdraws the consent to be impersonated. */
  withdrawConsents(ctx: ProjectContext, userId: string): Promise<void>;
  /** Deletes the password, the authenticator and the passkeys. */
  deleteCredentials(ctx: ProjectContext, userId: string): Promise<void>;
  /** Forgets the identities that the tenants' identity providers assert. */
  forgetIdentities(ctx: ProjectContext, userId: string, tenantIds: string[]): Promise<void>;
  /** Forgets the identities of all providers. Returns the tenants whose membership came with one. */
  forgetAllIdentities(ctx: ProjectContext, userId: string): Promise<string[]>;
  /** Deletes sign-ups that are not finished, because their login IDs belong to users now. */
  deleteSignUps(ctx: ProjectContext, foldedLoginIds: string[]): Promise<void>;
  /** Deletes what belongs to a tenant and has no foreign key to it. */
  deleteTenantRecords(ctx: ProjectContext, tenantId: string): Promise<void>;
}

/** What the process can do, whoever asks. A transaction is the same context with another `db`. */
export interface ServiceContext {
  db: Db;
  now: Clock;
  mode: Mode;
  /** The public address of this service, without a trailing slash. Links are built from it and from nothing else. */
  baseUrl: string;
  cache: Cache;
  sealer: Sealer;
  log: Log;
  fetch: OutboundFetch;
  /** For what is not HTTP: the guard of `fetch`, and the addresses to connect to. */
  resolve: OutboundResolve;
  /** Told of every message that was committed to the outbox. */
  outbox: Wakeup;
  /** Verifies SAML responses away from the event loop. */
  samlWorkers: WorkerPool;
  /** Every password hash is computed through it. */
  hashing: HashPool;
  passwordCost: PasswordCost;
  generateRsaKeyPair: KeyPairGenerator;
  dependents: Dependents;
}

export interface ProjectSettings {
  /** URLs (exact, or with `*` as the leftmost host label or at the end of the path) that a code may be sent to. */
  redirectUrls: string[];
  signingAlgorithm: 'RS256' | 'ES256';
  /** The language of messages to who has none. */
  locale: string;
  sessionLifetimeSeconds: number;
  refreshIdleSeconds: number;
  refreshLifetimeSeconds: number;
  /** Origins whose pages may read answers and use cookies; compared whole. */
  allowedOrigins: string[];
  /** The domain that passkeys belong to; empty: the host of the page that asks. */
  passkeyDomain: string;
  /** How browsers get their refresh token: `cookies` keeps it from scripts. */
  tokenDelivery: 'body' | 'cookies';
  /** Empty: the host that sets the cookies, and no other. */
  cookieDomain: string;
  cookieSameSite: 'strict' | 'lax' | 'none';
  /** Of the refresh token. */
  cookieName: string;
  sessionCookieName: string;
  /** Where invitations lead when nobody says it; empty: to our own page. */
  inviteUrl: string;
  inviteSendMail: boolean;
  inviteSendSMS: boolean;
  inviteLifetimeSeconds: number;
  /** What is sent to whoever asks for a new password. */
  passwordResetMethod: 'magiclink' | 'enchantedlink';
  /** An impersonator must hold every role and permission of the user, too. */
  strictImpersonation: boolean;
  rateLimits: RateLimits;
  /** Addresses and networks whose requests are limited neither by address nor by project nor by session. */
  unlimitedAddresses: string[];
  branding: Branding;
  hostedPages: HostedPageSettings;
}

export interface Project {
  id: string;
  name: string;
  tags: string[];
  createdAt: number;
  settings: ProjectSettings;
}

/** Who acts, as the audit log names them. */
export interface Actor {
  type:
    | 'anonymous'
    | 'user'
    | 'accessKey'
    | 'managementKey'
    | 'administrator'
    | 'setupLink'
    | 'commandLine'
    | 'system';
  /** Of an administrator: the login ID. */
  id: string;
  /** The user in whose name this one acts (RFC 8693: they are the subject, the actor is the impersonator). */
  actingAs?: string;
}

export interface RequestInfo {
  /** The correlation ID: answered as `x-request-id` and written on every log line of the request. */
  id: string;
  remoteAddress: string;
  /** The address is a proxy's that `LATCHKEY_TRUSTED_PROXIES` does not name: it may stand for many people. */
  isRelayed?: boolean;
  userAgent: string;
  /** Returns a cookie from the request, unverified. */
  readCookie?(name: string): string | undefined;
  /** An optional refresh JWT from the request, unverified. */
  refreshJwt?: string;
}

/** A request within one project. */
export interface ProjectContext extends ServiceContext {
  project: Project;
  actor: Actor;
  request: RequestInfo;
}

/** A signed-in user's request: the session is alive and the user may act. */
export interface UserContext extends ProjectContext {
  session: {
    id: string;
    /** Empty in an anonymous session, which only endpoints with `takesAnonymous` are given. */
    userId: string;
    /** The factors that it has seen. */
    amr: string[];
    /** The selected tenant, or empty. */
    tenantId: string;
    /** The tenants whose identity providers it was begun with. */
    ssoTenantIds: string[];
    /** The user who acts as this one, or empty. */
    impersonatorId: string;
    /** `jti` of the refresh token that was shown. */
    tokenId: string;
    createdAt: number;
    /** When it was refreshed last, before this request; or else the sign-in. */
    rotatedAt: number;
    expiresAt: number;
  };
}

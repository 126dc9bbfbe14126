import type { Db } from '../storage/tables.ts';
import type { AwaitedPassword } from './awaited-password.ts';
import type { BreachedPasswords } from './breached-passwords/breached-passwords.ts';
import type { Cache } from './cache.ts';
import type { Clock } from './clock.ts';
import type { Mode } from './config.ts';
import type { Counters } from './counters.ts';
import type { Sealer } from './crypto.ts';
import type { HashPool } from './hash-pool.ts';
import type { KeyPairGenerator } from './key-pairs.ts';
import type { KeyRights } from './key-rights.ts';
import type { KnownSets } from './known-sets.ts';
import type { Languages } from './languages/language.ts';
import type { Log } from './log.ts';
import type { OutboundFetch, OutboundResolve } from './outbound.ts';
import type { PasswordCost } from './password-cost.ts';
import type { PlaceOf } from './places.ts';
import type { Project } from './project.ts';
import type { RefusalCounts } from './refusal-counts.ts';
import type { SecurityEvent } from './security-notices.ts';
import type { SeenSessions } from './seen-sessions.ts';
import type { SharedWork } from './shared-work.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Wakeup } from './wakeup.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Records that higher groups keep about users, tenants and SSO connections. A lower group removes them when it changes or
 * deletes one of these, in the same transaction. `server/dependents.ts` maps each function to its operation.
 */
export interface Dependents {
  /** Ends all sessions for good. */
  endSessions(ctx: ProjectContext, userId: string): Promise<void>;
  /** Ends the sessions of users whose deletion follows and is recorded. */
  endSessionsOfDeleted(ctx: ProjectContext, userIds: string[]): Promise<void>;
  /** Voids the codes of finished sign-ins that no application has exchanged yet. */
  voidExchangeCodes(ctx: ProjectContext, userId: string): Promise<void>;
  /** Voids codes and links that were sent, except the one that is being spent. */
  withdrawChallenges(ctx: ProjectContext, user: { userId: string; exceptSlot: string }): Promise<void>;
  /** Undoes the deletion that a user has requested, because the user is enabled again. */
  cancelDeletion(ctx: ProjectContext, userId: string): Promise<void>;
  /** Withdraws consents to impersonation and to applications; in these tenants also those that the user gave for all members. */
  withdrawConsents(ctx: ProjectContext, given: { userId: string; tenantIds: string[] }): Promise<void>;
  /** Voids the links of security notices that were sent, and forgets the devices that the user was seen on. */
  forgetNotices(ctx: ProjectContext, userId: string): Promise<void>;
  /** Returns the number of recovery codes that the user can still use. */
  countRecoveryCodes(ctx: ProjectContext, userId: string): Promise<number>;
  /** Stores the new password of a sign-in that is complete now. Throws E064001 if the old one has changed meanwhile. */
  setAwaitedPassword(ctx: ProjectContext, userId: string, password: AwaitedPassword): Promise<void>;
  /** Deletes the password, the authenticator, the passkeys and the recovery codes. */
  deleteCredentials(ctx: ProjectContext, userId: string): Promise<void>;
  /** Forgets the identities that the tenants' identity providers assert. */
  forgetIdentities(ctx: ProjectContext, userId: string, tenantIds: string[]): Promise<void>;
  /** Forgets the identities of all providers. Returns the tenants whose membership came with one. */
  forgetAllIdentities(ctx: ProjectContext, userId: string): Promise<string[]>;
  /** Deletes sign-ups that are not finished, because their login IDs belong to users now. */
  deleteSignUps(ctx: ProjectContext, foldedLoginIds: string[]): Promise<void>;
  /** Lists members of a tenant, at most `limit`. */
  listMembers(ctx: ProjectContext, tenantId: string, limit: number): Promise<string[]>;
  /** Locks these members and removes them with their roles in the tenant. `cascade` deletes those who belong to no other, and returns their IDs. */
  removeMembers(
    ctx: ProjectContext,
    tenantId: string,
    members: { userIds: string[]; cascade: boolean },
  ): Promise<string[]>;
  /** Ends what users have because of memberships, before the transaction deletes them. */
  endMemberships(ctx: ProjectContext, ending: EndingMemberships): Promise<void>;
  /** Deletes what belongs to a tenant and has no foreign key to it. */
  deleteTenantRecords(ctx: ProjectContext, tenantId: string): Promise<void>;
  /** Locks tenants for which the transaction stores something. Throws E111202 if one does not exist. */
  lockTenants(ctx: ProjectContext, tenantIds: string[]): Promise<void>;
  /** Runs a change after which roles pass to more tenants. Throws E011004 if their sign-in policies then lock users out. */
  openToRoles(ctx: ProjectContext, change: () => Promise<void>): Promise<void>;
  /** Revokes the links with which a tenant's administrator sets up this SSO connection. */
  revokeSetupLinks(ctx: ProjectContext, tenantId: string, connectionId: string): Promise<void>;
  /** Ends the sessions that a third-party application has because of a consent. */
  endConsented(
    ctx: ProjectContext,
    consent: { appId: string; userId: string; tenantId: string },
  ): Promise<void>;
  /** Notifies the applications whose sessions are about to end. Part of the transaction that ends them, and before it does. */
  notifyApplications(ctx: ProjectContext, ending: EndingSessions): Promise<void>;
  /** Signs the logout token that `notifyApplications` queued. Returns `undefined` if the application no longer wants it. */
  prepareLogout(
    ctx: ServiceContext,
    logout: QueuedLogout,
  ): Promise<{ url: string; token: string } | undefined>;
  /** Records that an application could not be notified. */
  reportLostLogout(ctx: ServiceContext, logout: QueuedLogout, reason: string): Promise<void>;
  /** Makes the codes and tokens of a deleted application useless. */
  forgetApplication(ctx: ProjectContext, appId: string): Promise<void>;
  /** Sends the user a security notice, if the project has this kind turned on. Part of the transaction of the event. */
  noticeUser(ctx: ProjectContext, event: SecurityEvent): Promise<void>;
  /** Remembers the device of a sign-in, and notifies the user of a new one. Part of the sign-in's transaction. */
  noticeSignIn(ctx: ProjectContext, user: { id: string; sessionId: string }): Promise<void>;
}

/** Sessions by ID, of one user or of any, or all sessions of users except one. */
export type EndingSessions =
  | { ids: string[]; userId?: string | undefined }
  | { userIds: string[]; exceptId?: string };

/**
 * Memberships in these tenants: those of users; or all, with what is in the tenants `within`, which are these and the ones below. A
 * user has something in a tenant as a member of it or of an ancestor.
 */
export interface EndingMemberships {
  tenantIds: string[];
  of: { userIds: string[] } | { within: string[] };
}

export interface QueuedLogout {
  projectId: string;
  /** Identical for each attempt. */
  id: string;
  appId: string;
  userId: string;
  /** JSON, as `notifyApplications` wrote it. */
  content: string;
}

/** The capabilities of the process, independent of the caller. A transaction is the same context with another `db`. */
export interface ServiceContext {
  db: Db;
  now: Clock;
  mode: Mode;
  /** The number of processors that this process may use. */
  cores: number;
  /** The public address of this service, without a trailing slash. All links are built from it. */
  baseUrl: string;
  cache: Cache;
  seenSessions: SeenSessions;
  sealer: Sealer;
  log: Log;
  /** Aborted when the server begins to stop: requests that wait for something must be answered now. */
  stopping: AbortSignal;
  /** Decides which refused sign-ins are written to the audit log, and counts the others. */
  refusals: RefusalCounts;
  /** Counts what happens, for `/metrics`. */
  counters: Counters;
  fetch: OutboundFetch;
  /** Resolves hosts for protocols other than HTTP, with the guard of `fetch`. */
  resolve: OutboundResolve;
  /** Woken for every message committed to the outbox. */
  outbox: Wakeup;
  /** The free-text index of SQLite: the users changed since this instance last wrote it, and whether it merges parts. */
  textIndex: { changes: number; isMerging: boolean };
  /** Sets of users for searches in large projects. */
  knownSets: KnownSets;
  /** Work that concurrent requests share. */
  sharedWork: SharedWork;
  /** Verifies SAML responses away from the event loop. */
  samlWorkers: WorkerPool;
  /** Computes every password hash. */
  hashing: HashPool;
  passwordCost: PasswordCost;
  /** Absent if the operator has configured no source. */
  breachedPasswords: BreachedPasswords | undefined;
  /** Absent if the operator has given no file. */
  placeOf: PlaceOf | undefined;
  languages: Languages;
  generateRsaKeyPair: KeyPairGenerator;
  dependents: Dependents;
  /** Absent unless traces are configured. */
  tracing?: Tracing | undefined;
}

/** The acting party, as the audit log names it. */
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
  /** For an administrator: the login ID. */
  id: string;
  /** The impersonated user (RFC 8693: the user is the subject, the impersonator the actor). */
  actingAs?: string;
}

export interface RequestInfo {
  /** The correlation ID, returned as `x-request-id` and written on every log line of the request. */
  id: string;
  remoteAddress: string;
  /**
   * The address belongs to a proxy that `LATCHKEY_TRUSTED_PROXIES` does not name, and may stand for many
   * clients.
   */
  isRelayed?: boolean;
  userAgent: string;
  /** Returns a cookie from the request, unverified. */
  readCookie?(name: string): string | undefined;
  /** Returns the token of a trusted device from the request, unverified. */
  trustedDeviceToken?(): string | undefined;
  /** An optional refresh JWT from the request, unverified. */
  refreshJwt?: string;
  /** The caller keeps the refresh JWT itself: it did not come in a cookie, which scripts cannot read. */
  keepsRefreshJwt?: boolean;
}

/** A request within one project. */
export interface ProjectContext extends ServiceContext {
  project: Project;
  actor: Actor;
  /** Absent unless the caller is a management key with less than all rights. */
  keyRights?: KeyRights;
  /** The caller is a management key that may do what concerns the instance. */
  isInstanceKey?: boolean;
  request: RequestInfo;
  /** The database cannot be reached, and the answer comes from memory. */
  isStale?: boolean;
  /** The SSO application for which the user signs in. Its sign-in policy applies, too. */
  signInTo?: string;
}

/** The second factor that a sign-in awaits because of the sign-in policy. */
export interface AwaitedFactor {
  /** The factors, one of which completes the sign-in. */
  methods: string[];
  /** The user has none of them yet, and may add one first. */
  enrol: boolean;
}

/** A signed-in user's request: the session is alive and the user may act. */
export interface UserContext extends ProjectContext {
  session: {
    id: string;
    /** The user, or empty in an anonymous session, which only endpoints with `takesAnonymous` accept. */
    userId: string;
    /** The factors used in the session (RFC 8176). */
    amr: string[];
    /** The selected tenant, or empty. */
    tenantId: string;
    /** The tenants whose identity providers started the session. */
    ssoTenantIds: string[];
    /** The impersonator's user ID, or empty. */
    impersonatorId: string;
    /** The `jti` of the refresh token in the request. */
    tokenId: string;
    createdAt: number;
    /** When the user proved who they are: the session of an application begins with the proof of another one. */
    provenAt: number;
    /** The time of the last refresh before this request, or of the sign-in. */
    rotatedAt: number;
    expiresAt: number;
    /** The lifetimes by which the session is alive, in seconds. */
    lifetimes?: Record<'sessionSeconds' | 'idleSeconds' | 'lifetimeSeconds' | 'stepUpSeconds', number>;
    /** The session was started by a password reset link, and the new password is not set yet. */
    resetsPassword?: boolean;
    /** The sign-in is not complete. Only operations that complete it accept such a session. */
    awaits?: AwaitedFactor;
  };
}

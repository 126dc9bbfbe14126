import type { Db } from '../storage/tables.ts';
import type { BreachedPasswords } from './breached-passwords/breached-passwords.ts';
import type { Cache } from './cache.ts';
import type { Clock } from './clock.ts';
import type { Mode } from './config.ts';
import type { Counters } from './counters.ts';
import type { Sealer } from './crypto.ts';
import type { LookUpTexts } from './dns.ts';
import type { HashPool } from './hash-pool.ts';
import type { KeyPairGenerator } from './key-pairs.ts';
import type { KeyRights } from './key-rights.ts';
import type { Languages } from './languages/language.ts';
import type { Log } from './log.ts';
import type { OutboundFetch, OutboundResolve } from './outbound.ts';
import type { PasswordCost } from './password-cost.ts';
import type { PlaceOf } from './places.ts';
import type { Project } from './project.ts';
import type { Reactions } from './reactions.ts';
import type { SharedWork } from './shared-work.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Wakeup } from './wakeup.ts';
import type { WorkerPool } from './worker-pool.ts';

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
  sealer: Sealer;
  log: Log;
  /** Aborted when the server begins to stop: requests that wait for something must be answered now. */
  stopping: AbortSignal;
  /** Counts what happens, for `/metrics`. */
  counters: Counters;
  fetch: OutboundFetch;
  /** Resolves hosts for protocols other than HTTP, with the guard of `fetch`. */
  resolve: OutboundResolve;
  /** Looks up the TXT records of a name. */
  lookUpTexts: LookUpTexts;
  /** Nothing is sent: messages and audit events wait in the database, for a rehearsal of a restore. */
  holdsMessages: boolean;
  /** Woken for every message committed to the outbox. */
  outbox: Wakeup;
  /** Work that concurrent requests share. */
  sharedWork: SharedWork;
  /** Verifies SAML responses away from the event loop. Part of the context, because the instance ends its threads. */
  samlWorkers: WorkerPool;
  /** Computes every password hash. */
  hashing: HashPool;
  passwordCost: PasswordCost;
  /** Absent if the operator has configured no source. */
  breachedPasswords: BreachedPasswords | undefined;
  /** Absent if the operator has given no file. */
  placeOf: PlaceOf | undefined;
  languages: Languages;
  /** The folders that may contain the vendor's components. The first one that has a package counts. */
  componentFolders: readonly string[];
  generateRsaKeyPair: KeyPairGenerator;
  /** Finds the handlers of an event, in the order of the groups. */
  reactions: Reactions;
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
  /** The tenant that the actor acts in, if it can act in no other. */
  tenantId?: string;
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
  /** The nonce of a flow that the request goes on with, unverified. */
  flowNonce?: string;
  /** Returns a cookie from the request, unverified. */
  readCookie?(name: string): string | undefined;
  /** Returns the token of a trusted device from the request, unverified. */
  trustedDeviceToken?(): string | undefined;
  /** An optional refresh JWT from the request, unverified. */
  refreshJwt?: string;
  /** The caller keeps the refresh JWT itself: it did not come in a cookie, which scripts cannot read. */
  keepsRefreshJwt?: boolean;
}

export interface TenantAdministrator {
  userId: string;
  tenantId: string;
  /** The permissions that the user holds in the tenant: no call gives anyone more. */
  permissions: string[];
  /** The roles that the user holds in the tenant. */
  roleNames: string[];
}

/** A request within one project. */
export interface ProjectContext extends ServiceContext {
  project: Project;
  actor: Actor;
  /** Absent unless the caller is a management key with less than all rights. */
  keyRights?: KeyRights;
  /** The caller is a management key that may do what concerns the instance. */
  isInstanceKey?: boolean;
  /** The caller is a user who administers this tenant, and nothing else. */
  tenantAdministrator?: TenantAdministrator;
  /**
   * Throws if the caller has lost the right to this call since it began. An operation that waits for something before it changes anything
   * calls it in the transaction of the change. Absent if the caller keeps the right.
   */
  stillAllowed?(ctx: ProjectContext): Promise<void>;
  request: RequestInfo;
  /** The database cannot be reached, and the answer comes from memory. */
  isStale?: boolean;
  /** The SSO application for which the user signs in. Its sign-in policy applies, too. */
  signInTo?: string;
}

/** The part that is enough to read and write the records of a project. */
export type ProjectData = Pick<ProjectContext, 'db' | 'project'>;

/** Also reads the clock, for records that expire or say when they were written. */
export type TimedProjectData = Pick<ProjectContext, 'db' | 'project' | 'now'>;

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

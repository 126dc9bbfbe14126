import type { AdministratorRole } from '../core/administration.ts';
import type { ProjectContext, UserContext } from '../core/context.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { JsonLimits } from '../core/json.ts';
import type { LimitKind } from '../core/rate-limits.ts';
import type { ObjectSchema, Schema, Static } from './schema.ts';

/**
 * The credentials that a caller must send (`http/credentials.ts` has the format of the header).
 *
 * - `project`: the project ID. A token in the header is ignored.
 * - `refresh`: a live refresh JWT. - `session`: a valid session JWT.
 * - `optionalRefresh`: the project ID; `ctx.signedInUser()` requires the refresh JWT where the body calls for
 *   it (step-up, MFA).
 *
 * With each of these, `ctx.isVouchedFor()` reports whether the header ends with a valid management key (the
 * SDKs' auth management key), that is, whether the caller is a server of the project.
 *
 * - `management`: a management key or, on our own pages, the cookie of an administrator. - `accessKey`: an
 *   access key, which then is the actor.
 */
export type Auth = 'project' | 'refresh' | 'optionalRefresh' | 'session' | 'management' | 'accessKey';

interface Contexts {
  project: ProjectContext & Vouching;
  refresh: UserContext & Vouching;
  optionalRefresh: ProjectContext & Vouching & Counting & { signedInUser(): Promise<UserContext> };
  session: ProjectContext & { claims: Record<string, unknown> };
  management: ProjectContext;
  accessKey: ProjectContext;
}

/** Queries the database, so call it outside transactions. A wrong key counts as no key. */
export interface Vouching {
  isVouchedFor(): Promise<boolean>;
}

/** Counts a request like a call of that kind, and refuses it beyond the limit (E130429). Only with `countsItself`. */
export interface Counting {
  count(kind: LimitKind): Promise<void>;
}

export type ContextFor<A extends Auth> = Contexts[A];

/** The client library's method for an endpoint. */
export interface ClientMethod {
  /**
   * Input fields in call order; the method also accepts one object with all fields. A last `...options` is an object with
   * all other fields. Absent: one object with all fields. If the body is a list: its name.
   */
  parameters?: string[];
  /** The field of the response that becomes `data`. Absent: the whole response. */
  returns?: string;
  /** The method returns no data, only `ok`. */
  returnsNothing?: boolean;
  /** Further methods for the same route, by name: `management.user.loadByUserId` beside `….load`. */
  also?: Record<string, OtherMethod>;
}

/** The part of a management endpoint that is open to signed-in users. */
export interface ForSignedInUsers {
  /** Says in the description of the API what they get. */
  description: string;
  /** Absent: the endpoint’s own. */
  output?: Schema;
  /** The error codes that only these callers get. */
  errors?: readonly ErrorCode[];
  handle(ctx: UserContext, input: Record<string, unknown>): Promise<unknown>;
}

export interface OtherMethod {
  summary: string;
  /** Absent: one object. */
  parameters?: string[];
  /** `data` is the whole answer, whatever the endpoint's own method returns. */
  returnsAll?: boolean;
  /** Optional fields of the endpoint that this method requires. */
  required?: string[];
  /** Fields that this method always sends, with their values. */
  fixed?: Record<string, unknown>;
}

export interface Endpoint<
  A extends Auth = Auth,
  I extends Schema = Schema,
  Q extends ObjectSchema = ObjectSchema,
  O extends Schema = Schema,
> {
  /** The path of the method in the client: `totp.signUp`, `management.user.create`. Unique. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Further paths that SDKs use for the same call. */
  otherPaths?: string[];
  summary: string;
  description?: string;
  auth: A;
  /** The body of POST, PUT and PATCH; the query of GET and DELETE. */
  input: I;
  /** Input that travels in the query although the method has a body. It is merged into the input. */
  query?: Q;
  output: O;
  /** The error codes that the endpoint adds to `universalErrors` and those of its credentials. */
  errors: readonly ErrorCode[];
  /**
   * Says for `docs/conformance.md` what the endpoint lacks. Single fields say it in their own description
   * (`scripts/generate/served-in-part.ts` has the phrases).
   */
  partial?: string;
  client?: ClientMethod;
  /** The client library has no method for it: it cannot send what the endpoint needs, or the endpoint is for browsers only. */
  isOutsideClient?: true;
  /** Accepts refresh JWTs of anonymous sessions: `ctx.session.userId` is then empty. */
  takesAnonymous?: boolean;
  /**
   * Accepts the token of a sign-in that awaits its second factor: the endpoint proves or adds such a factor, and reads
   * `ctx.session.awaits`.
   */
  takesAwaiting?: boolean;
  /** Accepts JWTs of impersonations, which every other endpoint refuses (E064006). */
  takesImpersonated?: boolean;
  /** The role that an administrator needs where `auth` is `management`. Absent: `administrator`. */
  role?: AdministratorRole;
  /** Input fields that require a higher role than `role`, always or for some values. */
  fieldRoles?: Record<string, AdministratorRole | ((value: unknown) => AdministratorRole | undefined)>;
  /**
   * Opens the endpoint in the administrators' project (`core/administration.ts`), where all other endpoints are
   * unknown. Where `auth` is `management`, only owners may call it. `fields`: the only fields allowed there.
   * `only`: closed in every other project.
   */
  forAdministrators?: true | 'only' | { fields: readonly string[] };
  /**
   * Opens an endpoint with `auth: 'management'` to administrators of a tenant, who send their refresh JWT and `?tenant=`. `server/groups.ts`
   * sets it for the calls on the list of `domain/sessions/tenant-administrators`, which has the limits. `limit`: the rate limit of such a
   * call, beside the one of keys.
   */
  forTenantAdministrators?: { limit?: LimitKind | undefined };
  /**
   * Opens an endpoint with `auth: 'management'` to signed-in users, who send their refresh JWT, for what is theirs. Such a call reads
   * only. A group of a higher layer can set it, too (`Group.opens`).
   */
  forSignedInUsers?: ForSignedInUsers;
  /** The rate limit and what it counts by. Endpoints that accept a key are always counted by key. */
  limit?: LimitKind;
  /** The limit depends on what a request does: the endpoint calls `ctx.count` for it. */
  countsItself?: true;
  /** Fields of the response that are sent as headers instead, with the headers’ names. */
  headerFields?: Record<string, string>;
  /** The endpoint is a step of signing in or up. The audit log records its refusals under this method. */
  signIn?: string;
  /** Accepts the refresh JWT in the Authorization header only: a link could make a browser send its cookie. */
  ignoresCookie?: boolean;
  /** The call signs the caller out: in cookie mode it deletes the browser's cookies. */
  endsSession?: boolean;
  bodyLimitBytes?: number;
  /** Raises the limits where a body needs more items or keys than usual. */
  jsonLimits?: Partial<JsonLimits> | undefined;
  handle(ctx: ContextFor<A>, input: Static<I> & Static<Q>): Promise<Static<O>>;
}

/** Describes an endpoint completely, in one value. See `docs/adding-an-endpoint.md`. */
export function endpoint<
  A extends Auth,
  I extends Schema,
  O extends Schema,
  Q extends ObjectSchema = ObjectSchema,
>(definition: Endpoint<A, I, Q, O>): Endpoint {
  return definition as unknown as Endpoint;
}

import type { AdministratorRole } from '../core/administration.ts';
import type { ProjectContext, UserContext } from '../core/context.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { JsonLimits } from '../core/json.ts';
import type { LimitKind } from '../core/rate-limits.ts';
import type { ObjectSchema, Schema, Static } from './schema.ts';

/**
 * What a caller must show (contract of the `Authorization` header: `http/credentials.ts`).
 *
 * - `project`: the project ID. A token that comes along is ignored.
 * - `refresh`: a live refresh JWT. - `session`: a valid session JWT.
 * - `optionalRefresh`: the project ID; `ctx.signedInUser()` asks for the refresh JWT where the body calls for it
 *   (step-up, MFA) and refuses when there is none.
 *
 * With each of these, `ctx.isVouchedFor()` says whether a valid management key stands last (the SDKs' auth management
 * key): the caller is a server of the project.
 *
 * - `management`: a management key, or on our own pages the cookie of an administrator. - `accessKey`: an access key, which then is the actor.
 */
export type Auth = 'project' | 'refresh' | 'optionalRefresh' | 'session' | 'management' | 'accessKey';

interface Contexts {
  project: ProjectContext & Vouching;
  refresh: UserContext & Vouching;
  optionalRefresh: ProjectContext & Vouching & { signedInUser(): Promise<UserContext> };
  session: ProjectContext & { claims: Record<string, unknown> };
  management: ProjectContext;
  accessKey: ProjectContext;
}

/** Queries, so call it outside transactions. A wrong key counts as none. */
export interface Vouching {
  isVouchedFor(): Promise<boolean>;
}

export type ContextFor<A extends Auth> = Contexts[A];

/** How the client library offers an endpoint. */
export interface ClientMethod {
  /** Input fields in the order of the call; absent: one object with all of them. Of a body that is a list: its name. */
  parameters?: string[];
  /** The field of the answer that becomes `data`; absent: the whole answer. */
  returns?: string;
  /** Nothing: `ok` says it all. */
  returnsNothing?: boolean;
  /** Further methods over the same route, by their names: `management.user.loadByUserId` beside `….load`. */
  also?: Record<string, OtherMethod>;
}

export interface OtherMethod {
  summary: string;
  /** Absent: one object. */
  parameters?: string[];
  /** `data` is the whole answer, whatever the endpoint's own method returns. */
  returnsAll?: boolean;
  /** Optional fields of the endpoint that this method cannot do without. */
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
  /** Where the client has it: `totp.signUp`, `management.user.create`. Unique. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Further paths that SDKs use for the very same call. */
  otherPaths?: string[];
  summary: string;
  description?: string;
  auth: A;
  /** The body of POST, PUT and PATCH; the query of GET and DELETE. */
  input: I;
  /** What travels in the query although the method has a body. It is merged into the input. */
  query?: Q;
  output: O;
  /** The codes it can answer with, beside those that every endpoint can (`universalErrors`) and its credentials'. */
  errors: readonly ErrorCode[];
  /**
   * Describes for `docs/conformance.md` what is not served yet. A single field says so in its description
   * (`scripts/generate/served-in-part.ts` knows the phrases).
   */
  partial?: string;
  client?: ClientMethod;
  /** The refresh JWT may be of an anonymous session: `ctx.session.userId` is empty then. */
  takesAnonymous?: boolean;
  /** The refresh or session JWT may be that of an impersonation, which is refused (E064006) everywhere else. */
  takesImpersonated?: boolean;
  /** What an administrator must be to call it, where `auth` is `management`. Absent: `administrator`. */
  role?: AdministratorRole;
  /** Fields of the input that take more than `role`, when they are given, or with some values. */
  fieldRoles?: Record<string, AdministratorRole | ((value: unknown) => AdministratorRole | undefined)>;
  /**
   * Open in the project of the administrators (`core/administration.ts`), which every other endpoint answers like an
   * unknown one. Where `auth` is `management`, to owners only. `fields`: the only ones that may be given there. `only`:
   * closed in every other project.
   */
  forAdministrators?: true | 'only' | { fields: readonly string[] };
  /** How often it may be asked, and what counts. Endpoints that take a key are counted by it without saying so. */
  limit?: LimitKind;
  /** The refresh JWT counts in the Authorization header only: a link could make a browser send its cookie. */
  ignoresCookie?: boolean;
  /** The caller is signed out by it: in cookie mode the browser's cookies go. */
  endsSession?: boolean;
  bodyLimitBytes?: number;
  /** Where a body needs more items or keys than any other. */
  jsonLimits?: Partial<JsonLimits> | undefined;
  handle(ctx: ContextFor<A>, input: Static<I> & Static<Q>): Promise<Static<O>>;
}

/** Everything that is true of an endpoint, in one value. See `docs/adding-an-endpoint.md`. */
export function endpoint<
  A extends Auth,
  I extends Schema,
  O extends Schema,
  Q extends ObjectSchema = ObjectSchema,
>(definition: Endpoint<A, I, Q, O>): Endpoint {
  return definition as unknown as Endpoint;
}

import type { Call } from './call.ts';
import { now } from './clock.ts';
import { parseJwt } from './jwt.ts';
import { createKeySet, hasSignature } from './key-set.ts';
import { type Failure, invalidSession, noAnswer, type Result } from './result.ts';
import { createRevocations, type Watch } from './revocations.ts';

/** The claims of a session JWT. Custom claims are further properties. */
export interface SessionClaims {
  /** The user ID. */
  sub: string;
  /** The issuer. Ends with the project ID. */
  iss: string;
  /** Seconds since 1970. */
  exp: number;
  /** Seconds since 1970. */
  iat?: number;
  drn: 'DS';
  /** Roles in the project. */
  roles?: string[];
  permissions?: string[];
  /** Roles and permissions by tenant ID. A tenant without roles has an empty object. */
  tenants?: Record<string, { roles?: string[]; permissions?: string[] }>;
  /** The selected tenant. */
  dct?: string;
  /** The methods of the sign-in, such as `totp` or `fed` (RFC 8176). */
  amr?: string[];
  [claim: string]: unknown;
}

export interface LiveSession {
  claims: SessionClaims;
  sessionJwt: string;
  /** The given refresh JWT, or the new one if the service rotated it. Store it. */
  refreshJwt: string;
  /** True when `sessionJwt` is new. */
  refreshed: boolean;
}

export interface Sessions {
  /**
   * Verifies a session JWT in the client, without a request for each token. Checks the signature, time (5 s of
   * leeway), type and project. Loads the project's public keys at the first call, hourly, and when a token has
   * an unknown key ID (at most every 10 s). A sign-out therefore takes effect only when the session JWT expires,
   * or within about a second if you call `watchRevocations`.
   *
   * Returns the session's claims; their times are in seconds since 1970.
   *
   * Errors: E064002 the token is not a valid session of the project.
   *
   * Source: RFC 7519 §7.2, RFC 8725 §3.
   */
  validateSession(sessionJwt: string): Promise<Result<SessionClaims>>;

  /**
   * Verifies a session JWT like `validateSession`. If it is missing or not valid, gets a new one with the
   * refresh JWT.
   *
   * Returns the claims and the tokens. Store `refreshJwt`, because it may be new.
   *
   * Errors: E064002 neither token is valid; E064001 the refresh token is no longer valid; E062109 the user is
   * disabled.
   *
   * Source: `POST /v1/auth/refresh`.
   */
  validateAndRefresh(sessionJwt: string | null | undefined, refreshJwt: string): Promise<Result<LiveSession>>;

  /**
   * Subscribes to ended sessions (sign-outs, disabled users, revocations), so that `validateSession` and
   * `validateAndRefresh` reject their session JWTs within about a second. While the service cannot be reached,
   * `onFailure` is called about once a second, and tokens are checked as if you had not subscribed.
   *
   * Returns `ready`, a promise that resolves with the first response, and `stop`. The subscription keeps a Node.js process alive until
   * it is stopped.
   *
   * Source: `GET /v1/auth/revocations`.
   */
  watchRevocations(onFailure?: (error: Failure) => void): Watch;
}

/** Allows for clocks that differ. */
const leewaySeconds = 5;

export function createSessions(
  call: Call,
  { projectId, timeoutMs }: { projectId: string; timeoutMs: number },
): Sessions {
  const findKey = createKeySet(call, projectId);
  const revocations = createRevocations(call, timeoutMs);

  async function validateSession(sessionJwt: string): Promise<Result<SessionClaims>> {
    const jwt = parseJwt(sessionJwt);
    if (!jwt) return invalidSession('The token is not a JWT');
    const { header, claims, signature, signed } = jwt;
    // RFC 7515 §4.1.11: a critical extension that is not understood must be refused, and this client
    // understands none.
    if (typeof header['kid'] !== 'string' || 'crit' in header)
      return invalidSession('The token type is not supported');
    const found = await findKey(header['kid']);
    if (!found.ok) return found;
    // The key decides the algorithm, never the token (RFC 8725 §3.1).
    if (!found.data || found.data.algorithm !== header['alg']) {
      return invalidSession('The token was signed with an unknown key');
    }
    if (!(await hasSignature(found.data, signature, signed)))
      return invalidSession('The signature is not valid');
    const problem = claimsProblem(claims, projectId);
    if (problem) return invalidSession(problem);
    const { sid } = claims;
    if (typeof sid === 'string' && (await revocations.hasEnded(sid)))
      return invalidSession('The session has ended');
    return { ok: true, code: 200, data: claims as unknown as SessionClaims };
  }

  async function validateAndRefresh(
    sessionJwt: string | null | undefined,
    refreshJwt: string,
  ): Promise<Result<LiveSession>> {
    if (sessionJwt) {
      const valid = await validateSession(sessionJwt);
      if (valid.ok)
        return { ...valid, data: { claims: valid.data, sessionJwt, refreshJwt, refreshed: false } };
      // The session may still be valid, so the refresh JWT must not be spent.
      if (valid.code !== 401) return valid;
    }
    const answer = await call<{ sessionJwt: string; refreshJwt?: string }>({
      method: 'POST',
      path: '/v1/auth/refresh',
      token: refreshJwt,
    });
    if (!answer.ok) return answer;
    // The refresh JWT is spent, so its successor must not be lost because keys cannot be loaded right now. A
    // token received directly from the service needs no signature check (OpenID Connect Core §3.1.3.7, item 6).
    const jwt = parseJwt(answer.data.sessionJwt);
    if (!jwt) return noAnswer('unreadable', 'The response to the refresh contains no session JWT');
    const claims = jwt.claims as unknown as SessionClaims;
    const tokens = { sessionJwt: answer.data.sessionJwt, refreshJwt: answer.data.refreshJwt || refreshJwt };
    return { ok: true, code: answer.code, data: { claims, ...tokens, refreshed: true } };
  }

  return { validateSession, validateAndRefresh, watchRevocations: revocations.watch };
}

function claimsProblem(claims: Record<string, unknown>, projectId: string): string | undefined {
  const { exp, nbf, iss, sub, drn } = claims;
  const seconds = now() / 1000;
  if (typeof exp !== 'number' || seconds >= exp + leewaySeconds) return 'The session JWT has expired';
  if (nbf !== undefined && (typeof nbf !== 'number' || seconds < nbf - leewaySeconds)) {
    return 'The session JWT is not valid yet';
  }
  if (drn !== 'DS') return 'The token is not a session JWT';
  if (typeof iss !== 'string' || iss.split('/').at(-1) !== projectId)
    return 'The token belongs to another project';
  if (typeof sub !== 'string') return 'The token has no user ID';
  return undefined;
}

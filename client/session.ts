import type { Call } from './call.ts';
import { now } from './clock.ts';
import { parseJwt } from './jwt.ts';
import { createKeySet, hasSignature } from './key-set.ts';
import { invalidSession, noAnswer, type Result } from './result.ts';

/** The claims of a session JWT; custom claims stand beside these. */
export interface SessionClaims {
  /** The user ID. */
  sub: string;
  /** Ends with the project ID. */
  iss: string;
  /** Seconds since 1970. */
  exp: number;
  /** Seconds since 1970. */
  iat?: number;
  drn: 'DS';
  /** Roles in the project. */
  roles?: string[];
  permissions?: string[];
  /** By tenant ID. A tenant without roles has an empty object. */
  tenants?: Record<string, { roles?: string[]; permissions?: string[] }>;
  /** The tenant that is selected. */
  dct?: string;
  /** How the user signed in, such as `totp` or `fed`. */
  amr?: string[];
  [claim: string]: unknown;
}

export interface LiveSession {
  claims: SessionClaims;
  sessionJwt: string;
  /** The one that was given, or its successor when the service gave out a new one: keep it. */
  refreshJwt: string;
  /** True when sessionJwt is new. */
  refreshed: boolean;
}

export interface Sessions {
  /**
   * Checks a session JWT here, without asking the service about it: signature, time (5 s of leeway), kind and project.
   * The project's public keys are loaded at the first call, hourly, and when a token names a key that is not known
   * (every 10 s at most). A sign-out is therefore noticed only when the session JWT has run out.
   *
   * Errors: E064002 the token is not a valid session of the project.
   *
   * Source: RFC 7519 §7.2, RFC 8725 §3.
   */
  validateSession(sessionJwt: string): Promise<Result<SessionClaims>>;

  /**
   * The same, but gets a new session JWT with the refresh JWT when the given one is not valid. Also without a session
   * JWT.
   *
   * Errors: E064002 neither token is valid; E064001 the refresh token is not valid any more; E062109 the user is
   * disabled.
   *
   * `POST /v1/auth/refresh`
   */
  validateAndRefresh(sessionJwt: string | null | undefined, refreshJwt: string): Promise<Result<LiveSession>>;
}

/** For clocks that do not agree. */
const leewaySeconds = 5;

export function createSessions(call: Call, projectId: string): Sessions {
  const findKey = createKeySet(call, projectId);

  async function validateSession(sessionJwt: string): Promise<Result<SessionClaims>> {
    const jwt = parseJwt(sessionJwt);
    if (!jwt) return invalidSession('The token is not a JWT');
    const { header, claims, signature, signed } = jwt;
    // RFC 7515 §4.1.11: extensions that are not understood must be refused, and none is.
    if (typeof header['kid'] !== 'string' || 'crit' in header)
      return invalidSession('The token is of another kind');
    const found = await findKey(header['kid']);
    if (!found.ok) return found;
    // The key says which algorithm it is for, never the token: RFC 8725 §3.1.
    if (!found.data || found.data.algorithm !== header['alg']) {
      return invalidSession('The token was signed with an unknown key');
    }
    if (!(await hasSignature(found.data, signature, signed))) return invalidSession('The signature is wrong');
    const problem = claimsProblem(claims, projectId);
    return problem
      ? invalidSession(problem)
      : { ok: true, code: 200, data: claims as unknown as SessionClaims };
  }

  async function validateAndRefresh(
    sessionJwt: string | null | undefined,
    refreshJwt: string,
  ): Promise<Result<LiveSession>> {
    if (sessionJwt) {
      const valid = await validateSession(sessionJwt);
      if (valid.ok)
        return { ...valid, data: { claims: valid.data, sessionJwt, refreshJwt, refreshed: false } };
      // Nobody knows whether the session is valid: no reason to spend the refresh JWT.
      if (valid.code !== 401) return valid;
    }
    const answer = await call<{ sessionJwt: string; refreshJwt?: string }>({
      method: 'POST',
      path: '/v1/auth/refresh',
      token: refreshJwt,
    });
    if (!answer.ok) return answer;
    // The refresh JWT is spent: its successor must not get lost because keys cannot be loaded just now. What came from
    // the service itself needs no signature check (OpenID Connect Core §3.1.3.7, item 6).
    const jwt = parseJwt(answer.data.sessionJwt);
    if (!jwt) return noAnswer('unreadable', 'The answer to the refresh holds no session JWT');
    const claims = jwt.claims as unknown as SessionClaims;
    const tokens = { sessionJwt: answer.data.sessionJwt, refreshJwt: answer.data.refreshJwt || refreshJwt };
    return { ok: true, code: answer.code, data: { claims, ...tokens, refreshed: true } };
  }

  return { validateSession, validateAndRefresh };
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
    return 'The token is of another project';
  if (typeof sub !== 'string') return 'The token names no user';
  return undefined;
}

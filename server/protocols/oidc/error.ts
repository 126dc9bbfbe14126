import type { ClientError, WWWAuthenticateChallengeError } from 'openid-client';
import { OutboundError } from '../../core/outbound.ts';
import { objectOf, textOf } from './claims.ts';

/**
 * - `unreachable`: the provider did not answer, answered late, or reported only its own failure.
 * - `denied`: the provider sent the browser back without a sign-in.
 * - `refused`: the provider does not accept the code, the refresh token or our credentials.
 * - `response`: the response violates the protocol. - `id-token`: the ID token is not for this sign-in.
 * - `userinfo`: the userinfo is about another user. - `metadata`: the provider's metadata is not usable.
 */
export type OidcErrorKind =
  | 'unreachable'
  | 'denied'
  | 'refused'
  | 'response'
  | 'id-token'
  | 'userinfo'
  | 'metadata';

/** Reports a failure of the provider's part of a sign-in. `reason` explains it and contains no secret. */
export class OidcError extends Error {
  readonly kind: OidcErrorKind;
  readonly reason: string;

  constructor(kind: OidcErrorKind, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
    this.reason = reason;
  }
}

/** Converts the errors of openid-client to ours; other errors stay unchanged. */
export async function toOidcError(error: unknown): Promise<unknown> {
  const ours = errorIn(error, OidcError);
  if (ours) return ours;
  const inside = errorIn(error, OutboundError);
  if (inside) return new OidcError('unreachable', inside.message, { cause: error });
  const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } =
    await import('openid-client');
  if (error instanceof WWWAuthenticateChallengeError) return fromChallenge(error);
  if (error instanceof AuthorizationResponseError) {
    return new OidcError('denied', `the provider sent the error ${printable(error.error)}`, { cause: error });
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.status >= 500 ? 'unreachable' : 'refused';
    return new OidcError(kind, `the provider answered ${printable(error.error)}`, { cause: error });
  }
  if (error instanceof ClientError) return fromClientError(error);
  // Missing metadata is a TypeError, and so is a malformed argument of ours.
  if (error instanceof TypeError) return new OidcError('response', error.message, { cause: error });
  return error;
}

/**
 * Reads an answer that asks for other credentials by its header: to the client ID and secret (RFC 6749 §5.2) or to an access token
 * (RFC 6750 §3). The error is in the body of the former and in the header of the latter.
 */
async function fromChallenge(error: WWWAuthenticateChallengeError): Promise<OidcError> {
  const body: unknown = await error.response.json().catch(() => undefined);
  const codes = [objectOf(body)['error'], ...error.cause.map(({ parameters }) => parameters['error'])];
  const code = codes.map(textOf).find((text) => text !== '');
  const words = code === undefined ? `with status ${error.status}` : printable(code);
  const kind = error.status >= 500 ? 'unreachable' : 'refused';
  return new OidcError(kind, `the provider answered ${words}`, { cause: error });
}

function fromClientError(error: ClientError): OidcError {
  const { cause } = error;
  if (isAboutAnotherUser(cause))
    return new OidcError('userinfo', 'the userinfo is about another user than the ID token', {
      cause: error,
    });
  if (cause instanceof Response) {
    const kind = cause.status >= 500 ? 'unreachable' : cause.status >= 400 ? 'refused' : 'response';
    return new OidcError(kind, `the provider answered with status ${cause.status}`, { cause: error });
  }
  const reason = algorithmProblem(cause) ?? (cause instanceof Error ? cause.message : error.message);
  const isAboutToken =
    /^OAUTH_(JWT|KEY_SELECTION|UNSUPPORTED)/.test(error.code ?? '') || /JWT|JWS/.test(reason);
  return new OidcError(isAboutToken ? 'id-token' : 'response', reason, { cause: error });
}

function isAboutAnotherUser(cause: unknown): boolean {
  const { code, cause: details } = Object(cause) as { code?: unknown; cause?: { attribute?: unknown } };
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && details?.attribute === 'sub';
}

/** Names the algorithm that came, and those that are accepted. openid-client gives both beside its message. */
function algorithmProblem(cause: unknown): string | undefined {
  const { header, expected } = ((cause as Error | undefined)?.cause ?? {}) as {
    header?: { alg?: unknown };
    expected?: unknown;
  };
  if (typeof header?.alg !== 'string' || !Array.isArray(expected)) return undefined;
  return `the ID token is signed with ${printable(header.alg)}, and accepted are ${expected.join(', ') || 'none of its algorithms'}`;
}

/** openid-client wraps the errors of our `fetch`. */
function errorIn<T extends Error>(error: unknown, type: new (...args: never[]) => T): T | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof type) return inner;
  }
  return undefined;
}

/** Keeps the error codes of RFC 6749, because any other text may come from a user. */
function printable(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : 'in words of its own';
}

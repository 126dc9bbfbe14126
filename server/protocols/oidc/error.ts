import type { ClientError, WWWAuthenticateChallengeError } from 'openid-client';
import { OutboundError } from '../../core/outbound.ts';

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

interface OidcErrorOptions extends ErrorOptions {
  rejectsClient?: boolean;
  algorithm?: string | undefined;
}

/** Reports a failure of the provider's part of a sign-in. `reason` explains it and contains no secret. */
export class OidcError extends Error {
  readonly kind: OidcErrorKind;
  readonly reason: string;
  /** The provider does not accept our client ID and secret, or not in the way in which they were sent. */
  readonly rejectsClient: boolean;
  /** The algorithm of an ID token, if it is the reason. */
  readonly algorithm: string | undefined;

  constructor(kind: OidcErrorKind, reason: string, options: OidcErrorOptions = {}) {
    super(reason, options);
    this.kind = kind;
    this.reason = reason;
    this.rejectsClient = options.rejectsClient ?? false;
    this.algorithm = options.algorithm;
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
  if (error instanceof AuthorizationResponseError) {
    return new OidcError('denied', `the provider sent the error ${printable(error.error)}`, { cause: error });
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.status >= 500 ? 'unreachable' : 'refused';
    return new OidcError(kind, `the provider responded with ${printable(error.error)}`, {
      cause: error,
      rejectsClient: rejectsClient(error.status, error.error),
    });
  }
  if (error instanceof WWWAuthenticateChallengeError) return fromChallenge(error);
  if (error instanceof ClientError) return fromClientError(error);
  // Missing metadata is a TypeError, and so is a malformed argument of ours.
  if (error instanceof TypeError) return new OidcError('response', error.message, { cause: error });
  return error;
}

/** Reports whether a token endpoint refuses the client. Some say `unauthorized_client`, or only give the status (RFC 6749 §5.2). */
export function rejectsClient(status: number, error: string | undefined): boolean {
  return status === 401 || error === 'invalid_client' || error === 'unauthorized_client';
}

/** Reads a refusal that comes with a challenge: of a client (RFC 6749 §5.2), or of an access token (RFC 6750 §3). */
async function fromChallenge(error: WWWAuthenticateChallengeError): Promise<OidcError> {
  const { status, response, cause } = error;
  const body: { error?: unknown } | null = await response.json().catch(() => null);
  const named = body?.error ?? cause.find(({ parameters }) => parameters.error)?.parameters.error;
  const said = typeof named === 'string' ? printable(named) : `with status ${status}`;
  const kind = status >= 500 ? 'unreachable' : 'refused';
  return new OidcError(kind, `the provider responded with ${said}`, {
    cause: error,
    rejectsClient: rejectsClient(status, typeof named === 'string' ? named : undefined),
  });
}

function fromClientError(error: ClientError): OidcError {
  const { cause } = error;
  if (isAboutAnotherUser(cause))
    return new OidcError('userinfo', 'the userinfo response describes a different user than the ID token', {
      cause: error,
    });
  if (cause instanceof Response) {
    const kind = cause.status >= 500 ? 'unreachable' : cause.status >= 400 ? 'refused' : 'response';
    return new OidcError(kind, `the provider responded with status ${cause.status}`, {
      cause: error,
      rejectsClient: rejectsClient(cause.status, undefined),
    });
  }
  const refused = refusedAlgorithm(cause);
  const reason = refused?.reason ?? (cause instanceof Error ? cause.message : error.message);
  const isAboutToken =
    /^OAUTH_(JWT|KEY_SELECTION|UNSUPPORTED)/.test(error.code ?? '') || /JWT|JWS/.test(reason);
  const kind = isAboutToken ? 'id-token' : 'response';
  return new OidcError(kind, reason, { cause: error, algorithm: refused?.algorithm });
}

function isAboutAnotherUser(cause: unknown): boolean {
  const { code, cause: details } = Object(cause) as { code?: unknown; cause?: { attribute?: unknown } };
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && details?.attribute === 'sub';
}

/** Names the algorithm that came, and those that are accepted. openid-client gives both beside its message. */
function refusedAlgorithm(cause: unknown): { algorithm: string; reason: string } | undefined {
  const { header, expected } = ((cause as Error | undefined)?.cause ?? {}) as {
    header?: { alg?: unknown };
    expected?: unknown;
  };
  if (typeof header?.alg !== 'string' || !Array.isArray(expected)) return undefined;
  const algorithm = printable(header.alg);
  const accepted = expected.join(', ') || 'none of its algorithms';
  return {
    algorithm,
    reason: `the ID token is signed with ${algorithm}, but the connection accepts ${accepted}`,
  };
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
  return /^[\w.-]{1,60}$/.test(code) ? code : 'with its own message';
}

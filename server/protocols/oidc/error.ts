import type { ClientError } from 'openid-client';
import { OutboundError } from '../../core/outbound.ts';

/**
 * - `unreachable`: it did not answer, or not in time, or only that it is broken.
 * - `denied`: it sent the browser back without a sign-in.
 * - `refused`: it does not accept the code, the refresh token or our credentials.
 * - `response`: the answer is not what the protocol says. - `id-token`: the ID token is not for this sign-in.
 * - `metadata`: what it says of itself cannot be used.
 */
export type OidcErrorKind = 'unreachable' | 'denied' | 'refused' | 'response' | 'id-token' | 'metadata';

/** The provider's part of a sign-in went wrong. `reason` says why and holds nothing secret. */
export class OidcError extends Error {
  readonly kind: OidcErrorKind;
  readonly reason: string;

  constructor(kind: OidcErrorKind, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
    this.reason = reason;
  }
}

/** What openid-client throws, in our words; anything else stays what it is. */
export async function toOidcError(error: unknown): Promise<unknown> {
  if (error instanceof OidcError) return error;
  const inside = outboundErrorIn(error);
  if (inside) return new OidcError('unreachable', inside.message, { cause: error });
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client');
  if (error instanceof AuthorizationResponseError) {
    return new OidcError('denied', `the provider sent the error ${printable(error.error)}`, { cause: error });
  }
  if (error instanceof ResponseBodyError) {
    const kind = error.status >= 500 ? 'unreachable' : 'refused';
    return new OidcError(kind, `the provider answered ${printable(error.error)}`, { cause: error });
  }
  if (error instanceof ClientError) return fromClientError(error);
  // Metadata without what is needed is a TypeError, and so is a malformed argument of ours.
  if (error instanceof TypeError) return new OidcError('response', error.message, { cause: error });
  return error;
}

function fromClientError(error: ClientError): OidcError {
  const { cause } = error;
  if (cause instanceof Response) {
    const kind = cause.status >= 500 ? 'unreachable' : cause.status >= 400 ? 'refused' : 'response';
    return new OidcError(kind, `the provider answered with status ${cause.status}`, { cause: error });
  }
  const reason = cause instanceof Error ? cause.message : error.message;
  const isAboutToken =
    /^OAUTH_(JWT|KEY_SELECTION|UNSUPPORTED)/.test(error.code ?? '') || /JWT|JWS/.test(reason);
  return new OidcError(isAboutToken ? 'id-token' : 'response', reason, { cause: error });
}

function outboundErrorIn(error: unknown): OutboundError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof OutboundError) return inner;
  }
  return undefined;
}

/** Error codes are words of RFC 6749; whatever else stands there is somebody's text. */
function printable(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : 'in words of its own';
}

import type { RefusalFacts } from './refusal-causes.ts';

/**
 * The errors that a caller can see. A code fixes its HTTP status and public description; an operation adds a
 * message that says what to do. Codes that the public SDKs know keep their meaning.
 *
 * 520, 521, 522, 524 and 530 never appear, and 503 appears only while the database is unavailable, because the
 * SDKs repeat such requests on their own.
 */
const catalogue = {
  E011001: { status: 400, description: 'The request body cannot be read' },
  E011002: { status: 400, description: 'A required field is missing' },
  E011003: { status: 400, description: 'The request is invalid' },
  E011004: { status: 400, description: 'An argument has an invalid value' },
  E011005: { status: 404, description: 'Route not found' },
  E011006: { status: 405, description: 'The route does not support this method' },
  E011007: { status: 413, description: 'The request is too large' },
  E011008: { status: 415, description: 'The content type or encoding of the body is not supported' },
  E011009: { status: 408, description: 'The request did not arrive in time' },
  E011010: { status: 414, description: 'The URL is too long' },
  E011011: { status: 431, description: 'The request headers are too large' },
  E011012: { status: 409, description: 'Another request changed the same data at the same time' },
  E061102: { status: 401, description: 'Incorrect code' },
  E061103: { status: 401, description: 'Too many wrong codes' },
  E061104: { status: 401, description: 'The code has expired' },
  E062107: { status: 400, description: 'The user already exists' },
  E062108: { status: 400, description: 'User not found' },
  E062109: { status: 401, description: 'The user is disabled' },
  E062503: { status: 401, description: 'The link has not been confirmed yet' },
  E062504: { status: 401, description: 'The link is no longer valid' },
  E062802: { status: 401, description: 'The access key is missing' },
  E062803: { status: 401, description: 'The access key is not valid' },
  E062903: { status: 401, description: 'Invalid signin credentials' },
  E062904: { status: 401, description: 'The password is locked' },
  E062909: { status: 401, description: 'The password has expired' },
  E063302: { status: 404, description: 'Consent not found' },
  E064001: { status: 401, description: 'The refresh token is no longer valid' },
  E064002: { status: 401, description: 'A valid session is required' },
  E064003: { status: 403, description: 'The user does not belong to the tenant' },
  E064004: { status: 403, description: 'The session is anonymous' },
  E064005: { status: 403, description: 'One of the user’s tenants requires sign-in through its SSO' },
  E064006: { status: 403, description: 'This is not allowed while impersonating a user' },
  E064007: { status: 403, description: 'The sign-in needs a second factor' },
  E064008: { status: 403, description: 'The sign-in policy does not allow this' },
  E064010: { status: 403, description: 'The administrator’s role does not allow this' },
  E064011: { status: 403, description: 'An administrator needs a second factor for this' },
  E064012: { status: 403, description: 'The management key does not have the rights to do this' },
  E064013: { status: 403, description: 'The tenant administrator is not allowed to do this' },
  E066101: { status: 400, description: 'The OAuth sign-in cannot be started' },
  E067010: { status: 400, description: 'The user has no passkey' },
  E067011: { status: 401, description: 'The passkey was not accepted' },
  E067012: { status: 401, description: 'The passkey transaction has expired or has already been used' },
  E067013: { status: 400, description: 'The passkey is already registered' },
  E067101: { status: 400, description: 'The SSO sign-in cannot be started' },
  E067102: { status: 401, description: 'The SSO code is not valid' },
  E102001: { status: 404, description: 'Flow not found' },
  E103205: { status: 400, description: 'The flow has ended' },
  E108201: { status: 400, description: 'The nonce of the flow is not valid' },
  E111119: { status: 401, description: 'The credentials are missing or not valid' },
  E111127: { status: 400, description: 'The address is another user’s login ID' },
  E111201: { status: 400, description: 'The tenant already exists' },
  E111202: { status: 404, description: 'Tenant not found' },
  E111203: { status: 400, description: 'The domain belongs to another tenant' },
  E111204: { status: 404, description: 'The tenant does not have this domain' },
  E111301: { status: 400, description: 'The identity provider is not set up correctly' },
  E111302: { status: 404, description: 'SSO connection not found' },
  E111401: { status: 400, description: 'The role or permission already exists' },
  E111402: { status: 404, description: 'Role or permission not found' },
  E111501: { status: 404, description: 'Access key not found' },
  E111601: { status: 404, description: 'Management key not found' },
  E111701: { status: 400, description: 'The custom attribute already exists with a different type' },
  E111702: { status: 404, description: 'Custom attribute not found' },
  E111801: { status: 400, description: 'The SSO application or client secret already exists' },
  E111802: { status: 404, description: 'SSO application or client secret not found' },
  E112102: { status: 404, description: 'User not found' },
  E112301: { status: 400, description: 'The user already has an identity of this connection or provider' },
  E112302: { status: 404, description: 'Identity not found' },
  E112201: { status: 403, description: 'The impersonator does not have the Impersonate permission' },
  E112202: { status: 403, description: 'The user has not consented to impersonation' },
  E112203: { status: 403, description: 'The consent to impersonation has expired' },
  E112204: {
    status: 403,
    description: 'The user has roles or permissions that the impersonator does not have',
  },
  E113001: { status: 400, description: 'The project has no connector to send this message' },
  E113002: { status: 404, description: 'Connector not found' },
  E113003: { status: 400, description: 'The message was not sent' },
  E113007: { status: 400, description: 'The snapshot cannot be imported' },
  E113101: { status: 404, description: 'Message template not found' },
  E113201: { status: 404, description: 'Message not found' },
  E113202: { status: 409, description: 'The message cannot be retried' },
  E113301: { status: 404, description: 'Webhook not found' },
  E113401: { status: 404, description: 'OAuth provider not found' },
  E113402: { status: 400, description: 'The project has no client credentials for the provider' },
  E113403: { status: 400, description: 'The project does not store the provider’s tokens' },
  E113404: { status: 404, description: 'The user has no token from the provider' },
  E113405: { status: 400, description: 'The token has expired and cannot be renewed' },
  E113406: { status: 400, description: 'The provider refused to renew the token' },
  E113407: { status: 502, description: 'The provider cannot be reached' },
  E113501: { status: 404, description: 'Audit stream not found' },
  E113502: { status: 400, description: 'The receiver did not confirm the event' },
  E130429: { status: 429, description: 'Too many requests' },
  E500001: { status: 500, description: 'Something went wrong on the server' },
  E500002: { status: 503, description: 'The database is currently unavailable' },
  E500003: { status: 507, description: 'The database is out of disk space' },
  E501001: { status: 501, description: 'Not supported by this server' },
} as const satisfies Record<string, { status: number; description: string }>;

export type ErrorCode = keyof typeof catalogue;

/** The errors that every endpoint can return. */
export const universalErrors = [
  'E011001',
  'E011002',
  'E011003',
  'E011007',
  'E011008',
  'E011009',
  'E011010',
  'E011012',
  'E130429',
  'E500001',
  'E500002',
  'E500003',
] as const satisfies readonly ErrorCode[];

export const errorCodes = Object.keys(catalogue) as ErrorCode[];

export function errorStatus(code: ErrorCode): number {
  return catalogue[code].status;
}

export function errorDescription(code: ErrorCode): string {
  return catalogue[code].description;
}

export interface ServiceErrorOptions {
  /** The internal cause. It is logged, never sent. */
  cause?: unknown;
  /** Sent as `Retry-After`, in whole seconds. */
  retryAfterSeconds?: number | undefined;
  /** Further fields of the response. */
  fields?: Record<string, unknown> | undefined;
  /** The facts about a refused sign-in, for the audit log. Never sent. */
  about?: RefusalFacts | undefined;
}

/** A refusal reported to the caller: `message` is public, `cause` is not. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Record<string, unknown> | undefined;
  readonly about: RefusalFacts | undefined;

  constructor(code: ErrorCode, message?: string, options: ServiceErrorOptions = {}) {
    super(message ?? catalogue[code].description, { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.fields = options.fields;
    this.about = options.about;
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/**
 * Refuses invalid credentials. The caller always sees the same message, which does not reveal the existing
 * projects; the reason is logged.
 */
export function unauthorized(reason: string): ServiceError {
  const message = 'The project ID, or the key or token sent with it, is missing or not valid';
  return new ServiceError('E111119', message, { cause: reason });
}

export interface ErrorBody {
  errorCode: ErrorCode;
  errorDescription: string;
  errorMessage: string;
}

export function errorBody(error: ServiceError): ErrorBody {
  return {
    errorCode: error.code,
    errorDescription: errorDescription(error.code),
    errorMessage: error.message,
    ...error.fields,
  };
}

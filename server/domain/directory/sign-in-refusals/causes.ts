import type { ErrorCode } from '../../../core/errors.ts';
import type { RefusalCause } from '../../../core/refusal-causes.ts';

/**
 * The cause that the audit log gives for each error of a sign-in. `null`: nothing was refused, as when a device asks
 * for a link that has not been opened yet. Operations that know more name the cause themselves (`about`).
 */
const causes: Partial<Record<ErrorCode, RefusalCause | null>> = {
  E011001: 'badRequest',
  E011002: 'badRequest',
  E011003: 'badRequest',
  E011004: 'badRequest',
  E011007: 'badRequest',
  E011008: 'badRequest',
  E011009: 'badRequest',
  E011010: 'badRequest',
  E011012: 'changedMeanwhile',
  E061102: 'wrongCode',
  E061103: 'tooManyAttempts',
  E061104: 'expiredCode',
  E062107: 'userExists',
  E062108: 'unknownUser',
  E062109: 'disabled',
  E062503: null,
  E062504: 'expiredLink',
  E062903: 'wrongPassword',
  E062904: 'locked',
  E062909: 'passwordExpired',
  E064001: 'sessionEnded',
  E064002: 'otherSession',
  E064003: 'notInTenant',
  E064004: 'otherSession',
  E064005: 'ssoRequired',
  E064006: 'policy',
  // The sign-in goes on with the second factor.
  E064007: null,
  E064008: 'policy',
  E064010: 'policy',
  E064011: 'factorMissing',
  E064012: 'policy',
  E066101: 'connection',
  E067010: 'factorMissing',
  E067011: 'wrongPasskey',
  E067012: 'expiredLink',
  E067013: 'userExists',
  E067101: 'connection',
  E067102: 'expiredCode',
  E111119: 'credentials',
  E111127: 'userExists',
  E111202: 'unknownTenant',
  E111301: 'connection',
  E111302: 'connection',
  E112102: 'unknownUser',
  E113001: 'cannotSend',
  E113003: 'cannotSend',
  E113401: 'connection',
  E113402: 'connection',
  E130429: 'rateLimit',
  E500001: null,
  E500002: null,
  E500003: null,
  E501001: 'notSupported',
};

/** Returns the cause, `null` if nothing was refused, or `undefined` if the table lacks the error. */
export function causeOf(code: ErrorCode): RefusalCause | null | undefined {
  return causes[code];
}

/**
 * The causes that say the same to the caller whether or not the login ID exists. For a name that no user has, the
 * audit log says so instead.
 */
export const alikeForUnknown: ReadonlySet<RefusalCause> = new Set<RefusalCause>([
  'wrongCode',
  'wrongPassword',
  'expiredCode',
  'factorMissing',
]);

/** The causes of the kinds of refusals of SSO and OAuth sign-ins. All other kinds are faults of the provider's answer. */
const federated: Record<string, RefusalCause> = {
  state: 'expiredLink',
  request: 'expiredLink',
  'in-response-to': 'expiredLink',
  replay: 'expiredLink',
  user: 'identity',
  subject: 'identity',
  attributes: 'identity',
  conflict: 'userExists',
  tenant: 'tenantDisabled',
  redirect: 'redirect',
  domain: 'domain',
};

export function causeOfKind(kind: string): RefusalCause {
  return federated[kind] ?? 'connection';
}

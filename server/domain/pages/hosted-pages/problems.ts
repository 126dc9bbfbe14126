import { type ErrorCode, ServiceError } from '../../../core/errors.ts';
import { reasonForUser } from './password-reasons.ts';

/** A problem that a page reports. Plain data, because the cookie carries it to the page. */
export interface Problem {
  name: ProblemName;
  /** The time to wait. */
  seconds?: number | undefined;
  /** The reason why a password was refused. */
  reason?: string;
}

const names = {
  E061102: 'wrongCode',
  E061103: 'tooManyCodes',
  E061104: 'oldCode',
  E062107: 'taken',
  E062109: 'disabled',
  E062503: 'notYet',
  E062504: 'deadLink',
  E062903: 'wrongPassword',
  E062904: 'lockedPassword',
  E062909: 'oldPassword',
  E064001: 'tooLate',
  E064002: 'otherSession',
  E064005: 'ssoOnly',
  E064007: 'rulesChanged',
  E064008: 'notAllowed',
  E066101: 'providerBroken',
  E067011: 'wrongPasskey',
  E067012: 'tooLate',
  E067101: 'ssoBroken',
  E111127: 'taken',
  E111202: 'ssoBroken',
  E111302: 'ssoBroken',
  E113001: 'cannotSend',
  E113401: 'providerBroken',
  E113402: 'providerBroken',
  E130429: 'tooMany',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type ProblemName =
  | (typeof names)[keyof typeof names]
  | 'oldLink'
  | 'wrongNumber'
  | 'wrongAppCode'
  | 'wrongRecoveryCode'
  | 'wrongForm'
  | 'weakPassword'
  | 'noWay'
  | 'noAddress'
  | 'noEmail'
  | 'providerDenied'
  | 'providerConflict'
  | 'providerUser'
  | 'mistake';

/** The codes that no message brings, by their method in the audit log. */
const ownCodes: Partial<Record<string, ProblemName>> = {
  totp: 'wrongAppCode',
  recoveryCode: 'wrongRecoveryCode',
};

/** Returns the problem with `method`, or `undefined` for errors that the user can do nothing about. */
export function problemOf(error: unknown, method = ''): Problem | undefined {
  if (!(error instanceof ServiceError) || error.status >= 500) return undefined;
  const { code, retryAfterSeconds: seconds } = error;
  if (code === 'E011003' || code === 'E011002') return refusedValue(error.message);
  if (code === 'E062504' && error.about?.cause === 'expiredLink') return { name: 'oldLink' };
  if (code === 'E062504' && error.about?.cause === 'wrongCode') return { name: 'wrongNumber' };
  const wrongCode = code === 'E061102' && ownCodes[method];
  if (wrongCode) return { name: wrongCode };
  // The policy has changed since it asked for the code, and nothing was opened in another browser.
  if (code === 'E064002' && method === 'recoveryCode') return { name: 'notAllowed' };
  const name: ProblemName = Object.hasOwn(names, code) ? names[code as keyof typeof names] : 'mistake';
  return { name, ...(seconds !== undefined && { seconds }) };
}

function refusedValue(message: string): Problem {
  const reason = reasonForUser(message);
  return reason === undefined ? { name: 'wrongForm' } : { name: 'weakPassword', reason };
}

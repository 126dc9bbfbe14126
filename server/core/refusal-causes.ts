/**
 * The stable reasons why a sign-in is refused, as the audit log gives them (`cause`). docs/operations.md explains each. In
 * `core`, because an error carries its cause (`ServiceError`).
 */
export const refusalCauses = [
  'unknownUser',
  'severalUsers',
  'wrongPassword',
  'noPassword',
  'noAddress',
  'wrongCode',
  'expiredCode',
  'expiredLink',
  'usedLink',
  'tooManyAttempts',
  'rateLimit',
  'overload',
  'locked',
  'passwordExpired',
  'disabled',
  'userExists',
  'factorMissing',
  'abandoned',
  'wrongPasskey',
  'domain',
  'wrongOrigin',
  'policy',
  'ssoRequired',
  'notInTenant',
  'unknownTenant',
  'tenantDisabled',
  'connection',
  'identity',
  'redirect',
  'unknownApplication',
  'consentRefused',
  'notGranted',
  'sessionEnded',
  'otherSession',
  'credentials',
  'cannotSend',
  'badRequest',
  'changedMeanwhile',
  'notSupported',
  'other',
] as const;

export type RefusalCause = (typeof refusalCauses)[number];

/** The facts that an operation knows of a sign-in that it refuses. They go to the audit log, and never to the caller. */
export interface RefusalFacts {
  cause?: RefusalCause;
  userId?: string | undefined;
  tenantId?: string;
  /** Further facts. Never contains a secret. */
  data?: Record<string, unknown>;
}

import type { Facts } from './facts.ts';

/** Why a sign-in was refused, as the end of a sentence. */
export const englishReasons: Record<string, string> = {
  severalUsers: 'several users have verified this address',
  noPassword: 'the user has no password',
  noAddress: 'the user has no address to send to',
  expiredCode: 'the code had expired',
  expiredLink: 'the link had expired or was requested in another browser',
  usedLink: 'the link was already used or is unknown',
  tooManyAttempts: 'too many wrong codes',
  rateLimit: 'too many requests',
  overload: 'the server was checking too many passwords',
  locked: 'the password is locked',
  passwordExpired: 'the password has expired',
  disabled: 'the account is disabled',
  userExists: 'the login ID is already taken',
  factorMissing: 'the factor is not set up',
  abandoned: 'the second factor was not provided',
  wrongPasskey: 'the passkey was rejected',
  domain: 'the passkey belongs to another domain',
  wrongOrigin: 'the page has another origin',
  policy: 'the sign-in policy does not allow it',
  ssoRequired: 'the tenant requires SSO',
  notInTenant: 'the user is not in the tenant',
  unknownTenant: 'the tenant does not exist',
  tenantDisabled: 'the tenant is disabled',
  connection: 'the connection to the identity provider failed',
  identity: 'the identity does not match an account here',
  redirect: 'the redirect URL is not allowed',
  unknownApplication: 'the application is unknown',
  consentRefused: 'the user declined consent',
  notGranted: 'the user does not have access to the application',
  sessionEnded: 'the session had ended',
  otherSession: 'it was started in another session',
  credentials: 'a token or key was not valid',
  cannotSend: 'the message could not be sent',
  badRequest: 'the request was malformed',
  changedMeanwhile: 'the account was changed at the same time',
  notSupported: 'the server does not support this',
  other: 'it was rejected',
};

/** Causes that read better as a sentence of their own. */
const sentences: Record<string, [about: string, alone: string]> = {
  wrongPassword: ['Wrong password for {who}', 'Wrong password'],
  wrongCode: ['Wrong code for {who}', 'Wrong code'],
  unknownUser: ['Sign-in with the unknown login ID {who}', 'Sign-in with an unknown login ID'],
};

export function englishFailure({ userName, text, event }: Facts): string {
  const isAboutSomeone = userName !== '' || event.userId !== '' || text('loginIdMask') !== '';
  const sentence = sentences[text('cause')];
  if (sentence) return isAboutSomeone ? sentence[0] : sentence[1];
  const reason = englishReasons[text('cause')];
  const start = isAboutSomeone ? '{who} could not sign in' : 'A sign-in failed';
  return reason ? `${start}: ${reason}` : start;
}

export const englishFailureCauses = [...Object.keys(englishReasons), ...Object.keys(sentences)];

import type { User } from '../../../client/client.ts';

/** Returns a name for the user, or an ID if there is nothing else. */
export function nameOf({ name, loginIds, userId }: User): string {
  return name || loginIds[0] || userId;
}

/** Returns a name that also distinguishes users with the same name. */
export function labelOf({ name, loginIds: [loginId], userId }: User): string {
  return name ? `${name} (${loginId ?? userId})` : (loginId ?? userId);
}

export type ShownStatus = User['status'] | 'created';

/** Returns the status as people see it. An invited user to whom no invitation was sent has only been created. */
export function shownStatusOf({ status, invitedTime }: User): ShownStatus {
  return status === 'invited' && invitedTime === 0 ? 'created' : status;
}

/** Returns the names of the user's second factors. A passkey counts, because it is one by itself. */
export function secondFactorsOf(user: User, messages: Record<'totp' | 'passkey', string>): string[] {
  return [...(user.TOTP ? [messages.totp] : []), ...(user.webauthn ? [messages.passkey] : [])];
}

type Method = 'password' | 'totp' | 'passkey' | 'sso';

/** Returns the names of the user's sign-in methods. OAuth providers appear under their own names. */
export function methodsOf(user: User, messages: Record<Method, string>): string[] {
  const has: Record<Method, boolean> = {
    password: user.password,
    totp: user.TOTP,
    passkey: user.webauthn,
    sso: user.SAML || user.OIDC,
  };
  const methods = (Object.keys(has) as Method[]).filter((method) => has[method]);
  return [...methods.map((method) => messages[method]), ...Object.keys(user.OAuth)];
}

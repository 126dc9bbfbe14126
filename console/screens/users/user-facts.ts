import type { User } from '../../../client/client.ts';

/** What somebody is called, if only by an ID. */
export function nameOf({ name, loginIds, userId }: User): string {
  return name || loginIds[0] || userId;
}

/** The same where there may be several of a name. */
export function labelOf({ name, loginIds: [loginId], userId }: User): string {
  return name ? `${name} (${loginId ?? userId})` : (loginId ?? userId);
}

type Method = 'password' | 'totp' | 'passkey' | 'sso';

/** The ways by which somebody signs in, in words; OAuth providers by their own names. */
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

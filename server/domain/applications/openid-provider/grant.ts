import type { Allowed } from './allowed.ts';

/** The access that a user's sign-in gives to an application. Stored with the code, and then with the application's session. */
export interface Grant {
  clientId: string;
  /** The name by which the client knows the user (`sub`). It stays as it is if the settings of the application change. */
  subject: string;
  issuer: string;
  scopes: string[];
  nonce: string;
  /** When the user signed in (`auth_time`), in milliseconds. */
  authenticatedAt: number;
  /** The level of the sign-in (`acr`), in the application's words. */
  acr?: string;
  /** Claims that the request asked for by name. */
  idTokenClaims: string[];
  userInfoClaims: string[];
  /** The resource servers that the access tokens are for. Empty: the default audience. */
  resources: string[];
  /** The tenant for which the user signed in to a third-party application. */
  tenantId?: string;
  /** The server at whose endpoints they signed in. */
  mcpServerId?: string;
  /** The page's words about the scopes of a third-party application. Absent in sign-ins from before they were kept. */
  allowed?: Allowed;
  /** The key to which the refresh tokens of a public client are bound, as a thumbprint (RFC 9449 §5). */
  keyThumbprint?: string;
}

/** Binds the refresh tokens of a public client to the key of its first proof. Others prove themselves by their secret. */
export function bindGrant<T extends Grant>(
  { isPublic }: { isPublic: boolean },
  grant: T,
  keyThumbprint: string,
): T {
  return isPublic && keyThumbprint ? { ...grant, keyThumbprint } : grant;
}

/** A grant that waits to be collected with its code. */
export interface CodeGrant extends Grant {
  redirectUri: string;
  /** The PKCE challenge; empty for a request without PKCE. */
  codeChallenge: string;
  /** The key whose proof must come with the code (`dpop_jkt`). */
  dpopJkt?: string;
  /** The session of the browser in which the user signed in. */
  browserSessionId: string;
  /** The number of times that the user's access had been revoked when the code was issued. */
  revocations: number;
}

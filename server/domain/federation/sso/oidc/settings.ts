import type { AttributeMapping } from '../attribute-mapping.ts';

/** What a connection knows of its OpenID provider, and how it asks. */
export interface OidcSettings {
  /** What the administrator calls it. */
  name: string;
  issuer: string;
  clientId: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** Empty: the ID token has everything. */
  userInfoUrl: string;
  jwksUrl: string;
  /** The addresses were read from the discovery document; `false`: given by hand. */
  isDiscovered: boolean;
  /** Empty: RS256 (OpenID Connect Core §15.1). */
  signingAlgorithms: string[];
  /** The answer names its issuer always (RFC 9207). */
  namesIssuer: boolean;
  authentication: 'basic' | 'post';
  scopes: string[];
  prompt: string[];
}

export const emptyOidc: OidcSettings = {
  name: '',
  issuer: '',
  clientId: '',
  authorizationUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  jwksUrl: '',
  isDiscovered: false,
  signingAlgorithms: [],
  namesIssuer: false,
  authentication: 'basic',
  scopes: [],
  prompt: [],
};

/** The name of the claim for each detail of a user; empty: the standard one (OpenID Connect Core §5.1). */
export type ClaimMapping = AttributeMapping & { loginId: string };

export const promptValues = ['none', 'login', 'consent', 'select_account'] as const;

/**
 * One address for each connection: an answer that another identity provider gave cannot be passed off as this one's
 * (RFC 9700 §4.4.2.2).
 */
export function oidcCallbackUrl(
  ctx: { baseUrl: string; project: { id: string } },
  connection: { tenantId: string; id: string },
): string {
  return `${ctx.baseUrl}/v1/auth/sso/oidc/callback/${ctx.project.id}/${connection.tenantId}/${connection.id}`;
}

/** Binds the sealed client secret to its record. */
export function clientSecretPurpose(projectId: string, tenantId: string, connectionId: string): string {
  return `sso-client-secret:${projectId}:${tenantId}:${connectionId}`;
}

import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import type { AttributeMapping } from '../attribute-mapping.ts';

/** A connection's facts about its OpenID provider, and how we use it. */
export interface OidcSettings {
  /** The administrator's name for it. */
  name: string;
  issuer: string;
  clientId: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** The address of the userinfo. Empty if the ID token has everything. */
  userInfoUrl: string;
  jwksUrl: string;
  /** True if the addresses were read from the discovery document, `false` if they were entered by hand. */
  isDiscovered: boolean;
  /** The accepted algorithms. None means RS256 (OpenID Connect Core §15.1). */
  signingAlgorithms: string[];
  /** True if the answer always names its issuer (RFC 9207). */
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

/** The name of the claim for each detail of a user. Empty for the standard one (OpenID Connect Core §5.1). */
export type ClaimMapping = AttributeMapping & { loginId: string };

export const promptValues = ['none', 'login', 'consent', 'select_account'] as const;

/**
 * Returns the callback address, a separate one for each connection, so that another identity provider's answer cannot be passed
 * off as this one's (RFC 9700 §4.4.2.2).
 */
export function oidcCallbackUrl(
  ctx: { baseUrl: string; project: { id: string } },
  connection: { tenantId: string; id: string },
): string {
  return `${ctx.baseUrl}/v1/auth/sso/oidc/callback/${ctx.project.id}/${connection.tenantId}/${connection.id}`;
}

/** Returns the purpose that binds the sealed client secret to its record. */
export function clientSecretPurpose(projectId: string, tenantId: string, connectionId: string): string {
  return `sso-client-secret:${projectId}:${tenantId}:${connectionId}`;
}

export const sealedClientSecrets = sealedColumn({
  table: 'ssoConnections',
  key: ['projectId', 'tenantId', 'id'],
  column: 'sealedClientSecret',
  purposeOf: ({ projectId, tenantId, id }) => clientSecretPurpose(projectId, tenantId, id),
});

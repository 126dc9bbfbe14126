import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface SsoTables {
  ssoConnections: SsoConnectionsTable;
  ssoDomains: SsoDomainsTable;
  ssoRequests: SsoRequestsTable;
  ssoIdentities: SsoIdentitiesTable;
  ssoAssertions: SsoAssertionsTable;
  ssoTokens: SsoTokensTable;
}

interface SsoConnectionsTable {
  projectId: string;
  tenantId: string;
  id: string;
  name: string;
  protocol: 'none' | 'saml' | 'oidc';
  /** Everything that the administrator sets, as `domain/federation/sso/connection.ts` types it. */
  settings: Json;
  spCertificate: string;
  sealedSpKey: string;
  /** At an OpenID provider; empty: none. */
  sealedClientSecret: Generated<string>;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface SsoDomainsTable {
  projectId: string;
  domain: string;
  tenantId: string;
  connectionId: string;
}

interface SsoRequestsTable {
  projectId: string;
  /** Hash of the AuthnRequest's ID, or of `state`. */
  idHash: string;
  tenantId: string;
  connectionId: string;
  /** Hash of the cookie of the browser that started; empty until that browser has passed our own page. */
  browserHash: string;
  /** JSON: where to go afterwards, login options, the request itself. */
  state: Json;
  expiresAt: Moment;
}

interface SsoIdentitiesTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** The identity provider's entity ID or issuer, a blank, and the NameID or `sub`. */
  subject: string;
  userId: string;
  /** JSON array: the groups that the identity provider named at the last sign-in. */
  groups: Json;
  /** The identity provider created the user, so the account's contents came from it. */
  createdUser: Generated<Flag>;
  createdAt: Moment;
}

interface SsoAssertionsTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** Hash of the assertion's ID. */
  idHash: string;
  expiresAt: Moment;
}

/** The tokens of an identity, for connections that keep their users' tokens. */
interface SsoTokensTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** The subject as stored with the identity. */
  subject: string;
  /** Issuer, client ID and token endpoint that they came from, as `domain/federation/sso/oidc/keep-tokens.ts` writes them. */
  client: string;
  /** The provider's `sub`. */
  providerUserId: string;
  /** Access and refresh token. */
  sealedTokens: string;
  /** The expiry of the access token; 0 when the provider does not state one. */
  tokenExpiresAt: Moment;
  /** The number of finished renewal attempts, successful or not. */
  renewals: number;
  /** The error of the last attempt; empty after a success or when there was none. */
  renewalFailure: '' | 'refused' | 'unreachable';
  /** The lease of the renewal in progress; empty when there is none. */
  leaseId: string;
  leaseExpiresAt: Moment;
}

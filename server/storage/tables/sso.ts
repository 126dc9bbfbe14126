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
  /** Everything that the administrator sets, as `domain/sso/connection.ts` types it. */
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
  /** The user did not exist before: what is in the account came from this identity provider. */
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

/** Of an identity, for connections whose users' tokens are kept. */
interface SsoTokensTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** As the identity has it. */
  subject: string;
  /** Issuer, client ID and token endpoint that they came from, as `domain/sso/keep-tokens.ts` writes them. */
  client: string;
  /** The provider's `sub`. */
  providerUserId: string;
  /** Access and refresh token. */
  sealedTokens: string;
  /** Of the access token; 0: it does not say. */
  tokenExpiresAt: Moment;
  /** Counts the attempts to renew the tokens that have ended, however they did. */
  renewals: number;
  /** How the last one ended; empty: well, or there was none. */
  renewalFailure: '' | 'refused' | 'unreachable';
  /** Held by the one that renews right now; empty: by none. */
  leaseId: string;
  leaseExpiresAt: Moment;
}

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
  /** The administrator's settings, as `domain/federation/sso/connection.ts` types them. */
  settings: Json;
  spCertificate: string;
  sealedSpKey: string;
  /** The client secret at an OpenID provider. Empty: none. */
  sealedClientSecret: Generated<string>;
  createdAt: Moment;
  modifiedAt: Moment;
  /** When the provider's own description is to be read again. 0: at once. */
  readDueAt: Generated<Moment>;
  /** When it was last read because a signature matched no key. The statement that sets it decides who reads. */
  askedAt: Generated<Moment>;
  /** The outcome of the readings, as `domain/federation/sso/reading/reading.ts` types it. */
  reading: Generated<Json>;
}

interface SsoDomainsTable {
  projectId: string;
  domain: string;
  tenantId: string;
  connectionId: string;
  /** An administrator of the project set it for the connection. A row is assigned or proven, or both. */
  assigned: Generated<Flag>;
  /** The tenant has proven it by a DNS record. */
  proven: Generated<Flag>;
}

interface SsoRequestsTable {
  projectId: string;
  /** The hash of the AuthnRequest's ID, or of `state`. */
  idHash: string;
  tenantId: string;
  connectionId: string;
  /** The hash of the cookie of the browser that started. Empty until that browser has visited our own page. */
  browserHash: string;
  /** JSON: the target afterwards, login options, the request itself. */
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
  /** JSON array: the groups that the identity provider asserted at the last sign-in. */
  groups: Json;
  /** The identity provider created the user, so the account's contents came from it. */
  createdUser: Generated<Flag>;
  createdAt: Moment;
  /** The last sign-in. 0: none since the upgrade that records it. */
  lastUsedAt: Generated<Moment>;
}

interface SsoAssertionsTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** The hash of the assertion's ID. */
  idHash: string;
  expiresAt: Moment;
}

/** The tokens of an identity, for connections that store their users' tokens. */
interface SsoTokensTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** The subject as stored with the identity. */
  subject: string;
  /**
   * The issuer, client ID and token endpoint of the tokens, as `domain/federation/sso/oidc/keep-tokens.ts`
   * writes them.
   */
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

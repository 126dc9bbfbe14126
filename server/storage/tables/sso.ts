import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface SsoTables {
  ssoConnections: SsoConnectionsTable;
  ssoDomains: SsoDomainsTable;
  ssoRequests: SsoRequestsTable;
  ssoIdentities: SsoIdentitiesTable;
  ssoAssertions: SsoAssertionsTable;
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

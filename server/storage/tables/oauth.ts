import type { Generated } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface OAuthTables {
  oauthProviders: OAuthProvidersTable;
  oauthRequests: OAuthRequestsTable;
  oauthIdentities: OAuthIdentitiesTable;
}

interface OAuthProvidersTable {
  projectId: string;
  /** `google`, or the project's own name for it. */
  id: string;
  enabled: Flag;
  /** The administrator's settings without the secret, as `domain/federation/oauth/provider.ts` types them. */
  settings: Json;
  /** The client secret, or the private key that signs one. Empty: none. */
  sealedSecret: string;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface OAuthRequestsTable {
  projectId: string;
  /** The hash of `state`. */
  stateHash: string;
  providerId: string;
  /** The hash of the cookie of the browser that started. Empty until that browser has visited our own page. */
  browserHash: string;
  /** JSON: the purpose and the target afterwards. */
  details: Json;
  /** A form response, sealed, until the browser presents its cookie. */
  sealedAnswer: string;
  expiresAt: Moment;
}

interface OAuthIdentitiesTable {
  projectId: string;
  providerId: string;
  /** The issuer of the subject: another issuer under the same name knows other people. */
  issuer: string;
  subject: string;
  userId: string;
  /** Access and refresh token. Empty: none are stored. */
  sealedTokens: string;
  /** The expiry of the access token. 0: not stated. */
  tokenExpiresAt: Moment;
  /** The number of finished renewal attempts, successful or not. */
  renewals: number;
  /** The error of the last attempt. Empty after a success or without an attempt. */
  renewalFailure: '' | 'refused' | 'unreachable';
  /** The lease of the renewal in progress. Empty when there is none. */
  leaseId: string;
  leaseExpiresAt: Moment;
  createdAt: Moment;
  /** The last sign-in. 0: none since the upgrade that records it. */
  lastUsedAt: Generated<Moment>;
}

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
  /** Everything that the administrator sets but the secret, as `domain/federation/oauth/provider.ts` types it. */
  settings: Json;
  /** The client secret, or the private key that makes them; empty: none. */
  sealedSecret: string;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface OAuthRequestsTable {
  projectId: string;
  /** Hash of `state`. */
  stateHash: string;
  providerId: string;
  /** Hash of the cookie of the browser that started; empty until that browser has passed our own page. */
  browserHash: string;
  /** JSON: what it is for, and where to go afterwards. */
  details: Json;
  /** What came back by a form, until the browser shows its cookie; sealed. */
  sealedAnswer: string;
  expiresAt: Moment;
}

interface OAuthIdentitiesTable {
  projectId: string;
  providerId: string;
  /** Whose subject it is: another issuer under the same name knows other people. */
  issuer: string;
  subject: string;
  userId: string;
  /** Access and refresh token; empty: none are kept. */
  sealedTokens: string;
  /** Of the access token; 0: it does not say. */
  tokenExpiresAt: Moment;
  /** Counts the attempts to renew the tokens that have ended, however they did. */
  renewals: number;
  /** How the last one ended; empty: well, or there was none. */
  renewalFailure: '' | 'refused' | 'unreachable';
  /** Whoever renews right now; empty: nobody. */
  leaseId: string;
  leaseExpiresAt: Moment;
  createdAt: Moment;
}

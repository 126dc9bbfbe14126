import type { Flag, Json, Moment } from './columns.ts';

export interface OpenidProviderTables {
  authorizationCodes: AuthorizationCodesTable;
  applicationSessions: ApplicationSessionsTable;
  pushedRequests: PushedRequestsTable;
  usedClientAssertions: UsedClientAssertionsTable;
  pairwiseSectors: PairwiseSectorsTable;
  deviceRequests: DeviceRequestsTable;
  dpopProofs: DpopProofsTable;
}

interface AuthorizationCodesTable {
  projectId: string;
  codeHash: string;
  /** The client's application: the ID of an SSO application, or `~` and the ID of a third-party application. */
  appId: string;
  userId: string;
  /** JSON: what was granted, see `grant.ts` in `domain/applications/openid-provider`. */
  grant: Json;
  /** The ID of the session that the code becomes. If the code is used again, that session ends. */
  sessionId: string;
  usedAt: Moment | null;
  expiresAt: Moment;
}

/** The sessions that applications hold, as an addition to their row in `sessions`. */
interface ApplicationSessionsTable {
  projectId: string;
  sessionId: string;
  /** As in `authorizationCodes`. */
  appId: string;
  grant: Json;
  /** The session of the browser in which the user signed in. It may have ended. */
  browserSessionId: string;
  endsWithBrowser: Flag;
}

/** Requests that clients have pushed (RFC 9126), until the browser has brought their address and got a code. */
interface PushedRequestsTable {
  projectId: string;
  requestHash: string;
  /** As in `authorizationCodes`. */
  appId: string;
  clientId: string;
  parameters: Json;
  /** Until then the browser must have come. */
  expiresAt: Moment;
  /** When it came for the first time. */
  openedAt: Moment | null;
}

/** The IDs of the assertions by which clients have authenticated, so that each works once. */
interface UsedClientAssertionsTable {
  projectId: string;
  /** Hash of the client ID and the assertion's ID. */
  idHash: string;
  expiresAt: Moment;
}

/** The secret from which the subjects of a sector's applications follow (OpenID Connect Core §8.1, saml-core §8.3.7). */
interface PairwiseSectorsTable {
  projectId: string;
  /** A host, which several applications of one organization can share, or a SAML service provider (`saml:` and its entity ID). */
  sector: string;
  sealedSalt: string;
}

/** Requests of devices that cannot show a page, while their users sign in on another device (RFC 8628). */
interface DeviceRequestsTable {
  projectId: string;
  deviceCodeHash: string;
  /** The code that the user types, as a MAC: it is too short for a plain hash. */
  userCodeMac: string;
  /** As in `authorizationCodes`. */
  appId: string;
  /** JSON: what was asked for, see `device/device-request.ts` in `domain/applications/openid-provider`. */
  request: Json;
  status: 'pending' | 'allowed' | 'denied';
  /** The user who has decided. */
  userId: string | null;
  /** JSON: what the user has granted. */
  grant: Json | null;
  intervalMs: Moment;
  nextPollAt: Moment;
  createdAt: Moment;
  expiresAt: Moment;
}

/** The DPoP proofs that were used and could be replayed (RFC 9449 §11.1). */
interface DpopProofsTable {
  projectId: string;
  /** The hash of the key's thumbprint and the proof's ID. */
  proofHash: string;
  expiresAt: Moment;
}

import type { Json, Moment } from './columns.ts';

export interface SamlProviderTables {
  samlParticipants: SamlParticipantsTable;
  samlLogouts: SamlLogoutsTable;
}

/** The SAML applications in which a user has signed in with the session of a browser. */
interface SamlParticipantsTable {
  projectId: string;
  browserSessionId: string;
  ssoAppId: string;
  /** The name of the session at the application. */
  sessionIndex: string;
  /** JSON: the user's name there, a `SamlName` of `protocols/saml`. */
  name: Json;
  signedInAt: Moment;
}

/** Logouts that a browser passes on from one application to the next. */
interface SamlLogoutsTable {
  projectId: string;
  /** Hash of the secret in the browser's cookie. */
  secretHash: string;
  /** JSON, see `single-logout/logout.ts` in `domain/applications/saml-provider`. */
  logout: Json;
  /** Counts the changes, so that of two at once only one is stored. */
  version: number;
  expiresAt: Moment;
}

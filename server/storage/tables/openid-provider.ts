import type { Flag, Json, Moment } from './columns.ts';

export interface OpenidProviderTables {
  authorizationCodes: AuthorizationCodesTable;
  applicationSessions: ApplicationSessionsTable;
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

import type { Flag, Json, Moment } from './columns.ts';

export interface SsoSetupTables {
  ssoFailures: SsoFailuresTable;
  ssoTests: SsoTestsTable;
  ssoSetupLinks: SsoSetupLinksTable;
}

interface SsoFailuresTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  id: string;
  occurredAt: Moment;
  protocol: 'none' | 'saml' | 'oidc';
  kind: string;
  reason: string;
}

/** The last test of a connection, until its identity provider is changed. */
interface SsoTestsTable {
  projectId: string;
  tenantId: string;
  connectionId: string;
  /** 0: no test has succeeded. */
  succeededAt: Moment;
  testedAt: Moment;
  /** The outcome, as `domain/sso/test-outcome.ts` types it. */
  outcome: Json;
}

interface SsoSetupLinksTable {
  projectId: string;
  /** Identifies the link in addresses and in the audit log, without opening anything. */
  id: string;
  tokenHash: string;
  tenantId: string;
  connectionId: string;
  createdAt: Moment;
  expiresAt: Moment;
  /** The address that the link was sent to. Empty: it was not sent. */
  sentTo: string;
  /** The holder may map groups to roles. */
  mapsRoles: Flag;
  /** When the page was first shown to its holder. 0: never. */
  openedAt: Moment;
  /** When its holder last changed something. 0: never. */
  changedAt: Moment;
  /** When its holder last said that the setup is complete. 0: never. */
  doneAt: Moment;
}

import type { GeneratedAlways } from 'kysely';
import type { Moment } from './columns.ts';

export interface ImpersonationTables {
  impersonationConsents: ImpersonationConsentsTable;
  consentLinks: ConsentLinksTable;
}

/** A user lets others act in their name. Who withdraws deletes the row; one that has expired is kept for a while. */
interface ImpersonationConsentsTable {
  projectId: string;
  /** Who consents. */
  userId: string;
  /** The only one who may, or empty. */
  impersonatorId: string;
  /** Only members of this tenant may, or empty. */
  tenantId: string;
  id: string;
  createdAt: Moment;
  expiresAt: Moment;
  /** The two again, null where they are empty: foreign keys, with which the consent goes. */
  impersonator: GeneratedAlways<string | null>;
  tenant: GeneratedAlways<string | null>;
}

/** What the address of the consent page stands for, until the page was answered. */
interface ConsentLinksTable {
  projectId: string;
  tokenHash: string;
  userId: string;
  /** The session that asked for it, without which it is worth nothing. */
  sessionId: string;
  impersonatorId: string;
  tenantId: string;
  redirectUrl: string;
  expiresAt: Moment;
}

import type { GeneratedAlways } from 'kysely';
import type { Moment } from './columns.ts';

export interface ImpersonationTables {
  impersonationConsents: ImpersonationConsentsTable;
  consentLinks: ConsentLinksTable;
}

/**
 * A user's permission for others to act as them. Withdrawing deletes the row; an expired one is kept for a
 * while.
 */
interface ImpersonationConsentsTable {
  projectId: string;
  /** The consenting user. */
  userId: string;
  /** The only permitted impersonator, or empty. */
  impersonatorId: string;
  /** The tenant whose members are permitted, or empty. */
  tenantId: string;
  id: string;
  createdAt: Moment;
  expiresAt: Moment;
  /** The two columns again, null where empty: foreign keys that delete the consent. */
  impersonator: GeneratedAlways<string | null>;
  tenant: GeneratedAlways<string | null>;
}

/** The state behind the address of a consent page, until the user answers. */
interface ConsentLinksTable {
  projectId: string;
  tokenHash: string;
  userId: string;
  /** The session that requested the link and without which it is void. */
  sessionId: string;
  impersonatorId: string;
  tenantId: string;
  redirectUrl: string;
  expiresAt: Moment;
}

/** What a user, or a tenant for all its members, has allowed a third-party application. */
export interface Consent {
  id: string;
  appId: string;
  /** Empty: every member of the tenant. */
  userId: string;
  /** Empty: without a tenant. */
  tenantId: string;
  scopes: string[];
  /** The user who gave it. */
  grantedBy: string;
  createdAt: number;
  modifiedAt: number;
}

/** Whom a consent is about. */
export type ConsentSubject = Pick<Consent, 'appId' | 'userId' | 'tenantId'>;

import type { ProjectContext } from './context.ts';

/**
 * Records that groups above the directory keep about users and tenants. The directory removes them when it
 * changes or deletes a user or a tenant, in the same transaction. `server/dependents.ts` maps each function to
 * its operation.
 */
export interface Dependents {
  /** Ends all sessions for good. */
  endSessions(ctx: ProjectContext, userId: string): Promise<void>;
  /** Voids the codes of finished sign-ins that no application has exchanged yet. */
  voidExchangeCodes(ctx: ProjectContext, userId: string): Promise<void>;
  /** Voids codes and links that were sent, except the one that is being spent. */
  withdrawChallenges(ctx: ProjectContext, user: { userId: string; exceptSlot: string }): Promise<void>;
  /** Withdraws the consent to be impersonated. */
  withdrawConsents(ctx: ProjectContext, userId: string): Promise<void>;
  /** Deletes the password, the authenticator and the passkeys. */
  deleteCredentials(ctx: ProjectContext, userId: string): Promise<void>;
  /** Forgets the identities that the tenants' identity providers assert. */
  forgetIdentities(ctx: ProjectContext, userId: string, tenantIds: string[]): Promise<void>;
  /** Forgets the identities of all providers. Returns the tenants whose membership came with one. */
  forgetAllIdentities(ctx: ProjectContext, userId: string): Promise<string[]>;
  /** Deletes sign-ups that are not finished, because their login IDs belong to users now. */
  deleteSignUps(ctx: ProjectContext, foldedLoginIds: string[]): Promise<void>;
  /** Deletes what belongs to a tenant and has no foreign key to it. */
  deleteTenantRecords(ctx: ProjectContext, tenantId: string): Promise<void>;
}

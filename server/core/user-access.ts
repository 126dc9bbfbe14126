import type { ProjectContext } from './context.ts';

/**
 * The ways into a user's account, which groups above the directory keep. The directory closes them when it changes a user,
 * in the same transaction. `server/user-access.ts` says which operation each of them is.
 */
export interface UserAccess {
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
}

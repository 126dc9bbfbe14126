export interface Login {
  userId: string;
  occurredAt: number;
  remoteAddress: string;
  /** The tenant that was signed in to, or empty. */
  tenantId: string;
  /** Who began to act in the user's name then; empty: the user signed in. */
  impersonatorId: string;
}

export interface Login {
  userId: string;
  occurredAt: number;
  /** The method in the audit log. Empty for an impersonation. */
  method: string;
  /** The kind of device. */
  device: string;
  remoteAddress: string;
  /** The tenant of the sign-in, or empty. */
  tenantId: string;
  /** The impersonator who started to act as the user; empty: the user signed in. */
  impersonatorId: string;
}

/** An event of the audit log, with what is known of its user now. */
export interface AuditRecord {
  id: string;
  occurredAt: number;
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorType: string;
  actorId: string;
  actingAs: string;
  userId: string;
  /** Of the user, as they are now. */
  loginIds: string[];
  tenantId: string;
  method: string;
  device: string;
  remoteAddress: string;
  data: Record<string, unknown>;
}

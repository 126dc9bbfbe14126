/** An event of the audit log, with the current data of its user. */
export interface AuditRecord {
  id: string;
  occurredAt: number;
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorType: string;
  actorId: string;
  actingAs: string;
  userId: string;
  /** The user's current login IDs. */
  loginIds: string[];
  tenantId: string;
  method: string;
  device: string;
  remoteAddress: string;
  data: Record<string, unknown>;
}

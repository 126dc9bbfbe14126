import type { Json, Moment } from './columns.ts';

export interface AuditTables {
  auditEvents: AuditEventsTable;
}

interface AuditEventsTable {
  projectId: string;
  id: string;
  occurredAt: Moment;
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorType: string;
  actorId: string;
  /** The user whom it is about, or empty. */
  userId: string;
  tenantId: string;
  method: string;
  /** What the user agent says it is. */
  device: string;
  remoteAddress: string;
  data: Json;
}

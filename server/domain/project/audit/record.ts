import type { Insertable } from 'kysely';
import type { ProjectContext } from '../../../core/context.ts';
import { deviceOf } from '../../../core/device.ts';
import { newId } from '../../../core/ids.ts';
import { enqueueEvents, eventsToDeliver } from '../../../delivery/webhook/enqueue-events.ts';
import type { Tables } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { AuditAction } from './audit-actions.ts';
import { insertAuditEvents } from './store.ts';

export interface AuditEvent {
  action: AuditAction;
  userId?: string;
  tenantId?: string;
  /** The sign-in method: `totp`, `saml`, … */
  method?: string;
  /** Facts for later analysis. Never contains a secret, and only identifying data of a user. Events are indexed by `application`. */
  data?: Record<string, unknown>;
}

const warnings = new Set<AuditAction>([
  'LoginFailed',
  'LoginExceedMaxAttempts',
  'RefreshReused',
  'ImpersonationRefused',
  'ApplicationLogoutFailed',
  'SecurityNoticeAnswered',
]);

/** The outcomes of sign-ins, for the metrics. */
const outcomes: Partial<Record<AuditAction, string>> = {
  LoginSucceed: 'succeeded',
  LoginFailed: 'failed',
  LoginExceedMaxAttempts: 'locked',
};

/**
 * Records an event with the database of `ctx`, so that inside a transaction it is committed or rolled back with the
 * change.
 */
export function recordAudit(ctx: ProjectContext, event: AuditEvent): Promise<void> {
  return recordAudits(ctx, [event]);
}

export async function recordAudits(ctx: ProjectContext, events: AuditEvent[]): Promise<void> {
  for (const { action, method = '', data } of events) {
    const outcome = outcomes[action];
    const times = Number(data?.['count'] ?? 1);
    if (outcome) ctx.counters.count('latchkey_sign_ins_total', { method, outcome }, times);
  }
  const rows = events.map((event) => toRow(ctx, event));
  const deliveries = await eventsToDeliver(ctx, rows);
  if (deliveries.length === 0) return insertAuditEvents(ctx.db, rows);
  await transaction(ctx, async (ctx) => {
    await insertAuditEvents(ctx.db, rows);
    await enqueueEvents(ctx, deliveries);
  });
}

function toRow(ctx: ProjectContext, event: AuditEvent): Insertable<Tables['auditEvents']> {
  const now = ctx.now();
  const application = event.data?.['application'];
  return {
    projectId: ctx.project.id,
    id: newId('A', now),
    occurredAt: now,
    action: event.action,
    severity: warnings.has(event.action) ? 'warn' : 'info',
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    actingAs: ctx.actor.actingAs ?? '',
    userId: event.userId ?? '',
    // The changes of a tenant's administrator or directory belong to the audit log of the tenant.
    tenantId: event.tenantId || (ctx.actor.tenantId ?? ''),
    method: event.method ?? '',
    device: deviceOf(ctx.request.userAgent),
    remoteAddress: ctx.request.remoteAddress,
    data: JSON.stringify(event.data ?? {}),
    applicationId: typeof application === 'string' && application ? application : null,
  };
}

/** An event that happened outside of this service. `data` is JSON. */
export interface ExternalEvent {
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorId: string;
  userId: string;
  tenantId: string;
  data: string;
}

/**
 * Records an event of another product. Its actor type distinguishes it from the service's own events, whatever its
 * action is called.
 */
export function recordExternalEvent(ctx: ProjectContext, event: ExternalEvent): Promise<void> {
  const now = ctx.now();
  const row = {
    ...event,
    projectId: ctx.project.id,
    id: newId('A', now),
    occurredAt: now,
    actorType: 'external',
    method: '',
    device: deviceOf(ctx.request.userAgent),
    remoteAddress: ctx.request.remoteAddress,
  };
  return insertAuditEvents(ctx.db, [row]);
}

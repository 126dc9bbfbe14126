import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireTenants } from '../tenants/load-tenant.ts';
import { findUser } from '../users/load-user.ts';
import { deviceOf } from './device.ts';
import { insertAuditEvents } from './store.ts';

export interface CustomEvent {
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorId: string;
  userId?: string;
  tenantId?: string;
  data?: Record<string, unknown>;
}

const maxDataBytes = 8_192;

/** Something that happened elsewhere. `actorType` tells it from what happened here, whatever it calls itself. */
export async function recordCustomEvent(ctx: ProjectContext, event: CustomEvent): Promise<void> {
  const { userId = '', tenantId = '' } = event;
  const data = JSON.stringify(event.data ?? {});
  if (Buffer.byteLength(data) > maxDataBytes) {
    throw new ServiceError('E011004', `data has at most ${maxDataBytes} bytes as JSON`);
  }
  if (tenantId) await requireTenants(ctx, [tenantId]);
  if (userId && !(await findUser(ctx, userId))) {
    throw new ServiceError('E011004', `There is no user with the ID ${userId}`);
  }
  const now = ctx.now();
  await insertAuditEvents(ctx.db, [
    {
      projectId: ctx.project.id,
      id: newId('A', now),
      occurredAt: now,
      action: event.action,
      severity: event.severity,
      actorType: 'external',
      actorId: event.actorId,
      userId,
      tenantId,
      method: '',
      device: deviceOf(ctx.request.userAgent),
      remoteAddress: ctx.request.remoteAddress,
      data,
    },
  ]);
}

import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { recordExternalEvent } from '../../project/audit/record.ts';
import { requireTenants } from '../tenants/load-tenant.ts';
import { findUser } from '../users/load-user.ts';

export interface CustomEvent {
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorId: string;
  userId?: string;
  tenantId?: string;
  data?: Record<string, unknown>;
}

const maxDataBytes = 8_192;

/**
 * Records an event that happened outside of this service. `actorType` distinguishes it from the service's own
 * events, whatever its action is called.
 */
export async function recordCustomEvent(ctx: ProjectContext, event: CustomEvent): Promise<void> {
  const { userId = '', tenantId = '' } = event;
  const data = JSON.stringify(event.data ?? {});
  if (Buffer.byteLength(data) > maxDataBytes) {
    throw new ServiceError('E011004', `data must have at most ${maxDataBytes} bytes as JSON`);
  }
  if (tenantId) await requireTenants(ctx, [tenantId]);
  if (userId && !(await findUser(ctx, userId))) {
    throw new ServiceError('E011004', `No user has the ID ${userId}`);
  }
  await recordExternalEvent(ctx, {
    action: event.action,
    severity: event.severity,
    actorId: event.actorId,
    userId,
    tenantId,
    data,
  });
}

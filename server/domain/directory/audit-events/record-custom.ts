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
  await recordExternalEvent(ctx, {
    ...{ action: event.action, severity: event.severity, actorId: event.actorId },
    ...{ userId, tenantId, data },
  });
}

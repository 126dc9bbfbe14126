import type { ProjectContext } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import { insertAuditEvent } from './store.ts';

/** Names that the filters of the public SDKs' users expect. */
export type AuditAction =
  | 'LoginSucceed'
  | 'LoginFailed'
  | 'LoginStarted'
  | 'LoginExceedMaxAttempts'
  | 'Logout'
  | 'RefreshReused'
  | 'UserCreated'
  | 'UserModified'
  | 'UserDeleted'
  | 'TenantCreated'
  | 'TenantModified'
  | 'TenantDeleted'
  | 'SsoModified'
  | 'RoleCreated'
  | 'RoleModified'
  | 'RoleDeleted'
  | 'PermissionCreated'
  | 'PermissionModified'
  | 'PermissionDeleted'
  | 'ProjectModified';

export interface AuditEvent {
  action: AuditAction;
  userId?: string;
  tenantId?: string;
  /** `totp`, `saml`, … */
  method?: string;
  /** Facts that help later. Never a secret, and of a user's data only what identifies. */
  data?: Record<string, unknown>;
}

/** Written with the database of `ctx`: inside a transaction it stands or falls with the change. */
export async function recordAudit(ctx: ProjectContext, event: AuditEvent): Promise<void> {
  const now = ctx.now();
  await insertAuditEvent(ctx.db, {
    projectId: ctx.project.id,
    id: newId('A', now),
    occurredAt: now,
    action: event.action,
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    userId: event.userId ?? '',
    tenantId: event.tenantId ?? '',
    method: event.method ?? '',
    remoteAddress: ctx.request.remoteAddress,
    data: JSON.stringify(event.data ?? {}),
  });
}

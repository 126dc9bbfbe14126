import type { ProjectData } from '../../../core/context.ts';
import { loadRoles } from '../../directory/roles/load-roles.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import { sessionLimitsOf } from '../../directory/tenants/session-limits.ts';
import type { Subject } from './claims/tokens.ts';
import type { Session } from './session.ts';

/**
 * Returns the rights of an anonymous session: its current roles, in its tenant while that exists. Tokens identify
 * the session, whose ID cannot be a user's.
 */
export async function anonymousSubject(
  ctx: ProjectData,
  { id, tenantId, roleIds }: Session,
): Promise<Subject> {
  const roles = roleIds.length > 0 ? await loadRoles(ctx, roleIds) : [];
  const held = {
    roleNames: roles.map(({ name }) => name),
    permissions: [...new Set(roles.flatMap(({ permissionNames }) => permissionNames))].sort(),
  };
  if (!tenantId) return { id, ...held, tenants: [] };
  const tenants = await findTenants(ctx, [tenantId]);
  return {
    id,
    roleNames: [],
    permissions: [],
    tenants: tenants.map(({ name: tenantName, settings }) => {
      const sessionLimits = sessionLimitsOf(settings);
      return {
        tenantId,
        tenantName,
        ...held,
        ...(sessionLimits && { sessionLimits }),
        ...(settings.disabled && { isDisabled: true }),
      };
    }),
  };
}

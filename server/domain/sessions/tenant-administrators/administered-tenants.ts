import { ssoAdmin, userAdmin } from '../../../core/built-in-rights.ts';
import type { ProjectData } from '../../../core/context.ts';
import type { InReach } from '../sessions/in-reach.ts';
import { listHeldRights } from './store.ts';

/** A tenant that a session administers, and the IDs of the built-in permissions that the user holds in it. */
export interface AdministeredTenant {
  tenantId: string;
  tenantName: string;
  rights: string[];
}

/** Returns the tenants that the user administers with this session, by name. Costs no query for users without tenants. */
export async function administeredTenants(ctx: ProjectData, user: InReach): Promise<AdministeredTenant[]> {
  if (user.ownTenants.length === 0) return [];
  const rights = [userAdmin.id, ssoAdmin.id];
  const held = await listHeldRights(ctx.db, ctx.project.id, { userId: user.id, rights });
  return user.ownTenants
    .map(({ tenantId, tenantName }) => ({
      tenantId,
      tenantName,
      rights: held.filter((one) => one.tenantId === tenantId).map(({ permissionId }) => permissionId),
    }))
    .filter(({ rights }) => rights.length > 0)
    .sort((a, b) => a.tenantName.localeCompare(b.tenantName) || a.tenantId.localeCompare(b.tenantId));
}

import type { ProjectData } from '../../../core/context.ts';
import { findAdministeredTenants } from './store-grants.ts';

/**
 * Returns the tenant that a key administers: the only one it is in, with the built-in role `Tenant Admin` there. A key that is bound to a user
 * administers none.
 */
export async function administeredTenant(
  ctx: ProjectData,
  keyId: string,
): Promise<{ tenantId: string; isDisabled: boolean } | undefined> {
  const [tenant, ...others] = await findAdministeredTenants(ctx.db, ctx.project.id, keyId);
  if (!tenant?.isAdministered || others.length > 0) return undefined;
  return { tenantId: tenant.tenantId, isDisabled: tenant.disabled === 1 };
}

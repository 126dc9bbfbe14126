import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { searchTenants } from './search-tenants.ts';
import { findTenant, listTenantIds, lockTenant } from './store.ts';
import type { Tenant } from './tenant.ts';

/** E111202 when there is none. */
export async function loadTenant(ctx: ProjectContext, id: string): Promise<Tenant> {
  const tenant = await findTenant(ctx.db, ctx.project.id, id);
  if (!tenant) throw noTenant(id);
  return tenant;
}

/** Those that there are, the oldest first. */
export async function findTenants(ctx: ProjectContext, ids: string[]): Promise<Tenant[]> {
  return ids.length === 0 ? [] : searchTenants(ctx, { ids });
}

/** Whether a tenant that enforces SSO lets this user sign in by other ways. */
export async function isExemptFromSso(ctx: ProjectContext, id: string, userId: string): Promise<boolean> {
  const tenant = await findTenant(ctx.db, ctx.project.id, id);
  return !tenant?.settings.enforceSso || tenant.settings.enforceSsoExclusions.includes(userId);
}

/** E011004 names the IDs that no tenant has. */
export async function requireTenants(ctx: ProjectContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Set(await listTenantIds(ctx.db, ctx.project.id, ids));
  const unknown = [...new Set(ids)].filter((id) => !found.has(id));
  if (unknown.length > 0)
    throw new ServiceError('E011004', `There is no tenant with the ID ${unknown.join(', ')}`);
}

/**
 * Part of a transaction: holds the tenants until its end, so that what is made for them cannot outlive them. E111202
 * when one does not exist.
 */
export async function lockTenants(ctx: ProjectContext, ids: string[]): Promise<void> {
  // In one order for everybody, or two transactions could wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    if (!(await lockTenant(ctx.db, ctx.project.id, id))) throw noTenant(id);
  }
}

export function noTenant(id: string): ServiceError {
  return new ServiceError('E111202', `There is no tenant with the ID ${id}`);
}

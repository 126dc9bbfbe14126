import type { ProjectData, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { searchTenants } from './search-tenants.ts';
import { findTenant, listAllTenantIds, listTenantIds, listTenantSettings, lockTenant } from './store.ts';
import { listProjectsWithTenant } from './store-projects.ts';
import type { Tenant, TenantSettings } from './tenant.ts';

/** Loads a tenant. Throws E111202 for an unknown ID. */
export async function loadTenant(ctx: ProjectData, id: string): Promise<Tenant> {
  const tenant = await findTenant(ctx.db, ctx.project.id, id);
  if (!tenant) throw noTenant(id);
  return tenant;
}

/** Returns the IDs of the projects that have a tenant of this ID, oldest first. */
export function findProjectsWithTenant(
  { db }: Pick<ServiceContext, 'db'>,
  tenantId: string,
): Promise<string[]> {
  return listProjectsWithTenant(db, tenantId);
}

/** Loads those of the tenants that exist, oldest first. */
export async function findTenants(ctx: ProjectData, ids: string[]): Promise<Tenant[]> {
  const [first] = ids;
  if (first === undefined) return [];
  if (ids.length > 1) return searchTenants(ctx, { ids });
  const tenant = await findTenant(ctx.db, ctx.project.id, first);
  return tenant ? [tenant] : [];
}

/** Returns the IDs of all tenants, without a limit. */
export function findAllTenantIds(ctx: ProjectData): Promise<string[]> {
  return listAllTenantIds(ctx.db, ctx.project.id);
}

/** Loads the settings of those tenants that exist, in no particular order. */
export function findTenantSettings(ctx: ProjectData, ids: string[]): Promise<TenantSettings[]> {
  return listTenantSettings(ctx.db, ctx.project.id, ids);
}

/** Reports whether a tenant that enforces SSO allows this user to sign in by other methods. */
export async function isExemptFromSso(ctx: ProjectData, id: string, userId: string): Promise<boolean> {
  const [settings] = await findTenantSettings(ctx, [id]);
  return !settings?.enforceSso || settings.enforceSsoExclusions.includes(userId);
}

/** Checks that tenants exist. E011004 lists unknown IDs. */
export async function requireTenants(ctx: ProjectData, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = new Set(await listTenantIds(ctx.db, ctx.project.id, ids));
  const unknown = [...new Set(ids)].filter((id) => !found.has(id));
  if (unknown.length > 0) throw new ServiceError('E011004', `No tenant has the ID ${unknown.join(', ')}`);
}

/**
 * Locks tenants until the end of the transaction, so that rows created for them cannot outlive them. Throws E111202
 * if one does not exist.
 */
export async function lockTenants(ctx: ProjectData, ids: string[]): Promise<void> {
  // All transactions lock in one order; otherwise two of them could wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    if (!(await lockTenant(ctx.db, ctx.project.id, id))) throw noTenant(id);
  }
}

/** Locks the tenants of a management key that is being created. */
export function lockTenantsOfKey(ctx: ProjectData, { tenantIds }: { tenantIds: string[] }): Promise<void> {
  return lockTenants(ctx, tenantIds);
}

export function noTenant(id: string): ServiceError {
  return new ServiceError('E111202', `No tenant has the ID ${id}`);
}

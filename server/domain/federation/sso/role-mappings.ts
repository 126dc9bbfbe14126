import type { ProjectData } from '../../../core/context.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { findConnection } from './store.ts';

/** Reports whether one of these groups gives a role, or decides about one, in the default connection of the tenant. */
export async function givesRoles(ctx: ProjectData, tenantId: string, groups: string[]): Promise<boolean> {
  const connection = await findConnection(ctx.db, ctx.project.id, tenantId, defaultConnectionId);
  if (!connection) return false;
  const { roleMappings, groupsPriority } = connection.settings;
  const counted = new Set([...groupsPriority, ...roleMappings.flatMap((mapping) => mapping.groups)]);
  return groups.some((group) => counted.has(group));
}

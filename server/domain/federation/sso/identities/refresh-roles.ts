import type { ProjectData } from '../../../../core/context.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { replaceSsoRoles } from '../../../directory/users/grants/sso-roles.ts';
import type { Connection } from '../connection.ts';
import { listConnections } from '../store.ts';
import { isOfProvider } from './identity.ts';
import { mappedRoleIds } from './role-mapping.ts';
import { listDirectoryGroups, lockIdentities } from './store.ts';

/**
 * Gives users the roles that the groups of their last sign-in and those of the tenant's directory currently map to. Part of a
 * transaction. A user who came through several connections of the tenant has the roles of each; a former member has none. Groups that
 * a replaced identity provider named no longer count. Those of the directory map by the default connection.
 */
export async function refreshSsoRoles(ctx: ProjectData, tenantId: string, userIds: string[]): Promise<void> {
  const identities = await lockIdentities(ctx.db, ctx.project.id, tenantId, userIds);
  const connections = await listConnections(ctx.db, ctx.project.id, tenantId);
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  const ofDirectory = (groups: string[]) => directoryRoleIds(byId.get(defaultConnectionId), groups);
  const byUser = Map.groupBy(identities, (identity) => identity.userId);
  for (const [userId, own] of byUser) {
    const roleIds = own.flatMap(({ connectionId, subject, groups, directoryGroups }) => {
      const connection = byId.get(connectionId);
      const isCurrent = connection && isOfProvider(connection, subject);
      return [
        ...(isCurrent ? mappedRoleIds(connection.settings, groups) : []),
        ...ofDirectory(directoryGroups),
      ];
    });
    await replaceSsoRoles(ctx, userId, tenantId, [...new Set(roleIds)]);
  }
  // A sign-in has an identity and costs no further query.
  const others = userIds.filter((id) => !byUser.has(id));
  if (others.length === 0) return;
  for (const { userId, directoryGroups } of await listDirectoryGroups(
    ctx.db,
    ctx.project.id,
    tenantId,
    others,
  )) {
    await replaceSsoRoles(ctx, userId, tenantId, ofDirectory(directoryGroups));
  }
}

/** Returns the roles of groups of the directory. The default roles are for those who sign in through the connection. */
function directoryRoleIds(connection: Connection | undefined, groups: string[]): string[] {
  if (!connection || groups.length === 0) return [];
  return mappedRoleIds({ ...connection.settings, defaultRoleIds: [] }, groups);
}

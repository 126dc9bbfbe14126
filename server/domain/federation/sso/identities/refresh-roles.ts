import type { ProjectData } from '../../../../core/context.ts';
import { replaceSsoRoles } from '../../../directory/users/grants/sso-roles.ts';
import { listConnections } from '../store.ts';
import { isOfProvider } from './identity.ts';
import { mappedRoleIds } from './role-mapping.ts';
import { lockIdentities } from './store.ts';

/**
 * Gives users the roles that the groups of their last sign-in currently map to. Part of a transaction. A user who came
 * through several connections of the tenant has the roles of each; a former member has none. Groups that a replaced
 * identity provider named no longer count.
 */
export async function refreshSsoRoles(ctx: ProjectData, tenantId: string, userIds: string[]): Promise<void> {
  const identities = await lockIdentities(ctx.db, ctx.project.id, tenantId, userIds);
  const connections = await listConnections(ctx.db, ctx.project.id, tenantId);
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  for (const [userId, own] of Map.groupBy(identities, (identity) => identity.userId)) {
    const roleIds = own.flatMap(({ connectionId, subject, groups }) => {
      const connection = byId.get(connectionId);
      return connection && isOfProvider(connection, subject)
        ? mappedRoleIds(connection.settings, groups)
        : [];
    });
    await replaceSsoRoles(ctx, userId, tenantId, [...new Set(roleIds)]);
  }
}

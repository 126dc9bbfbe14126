import type { ProjectContext } from '../../core/context.ts';
import { replaceSsoRoles } from '../users/sso-roles.ts';
import { mappedRoleIds } from './role-mapping.ts';
import { listConnections } from './store.ts';
import { lockIdentities } from './store-identities.ts';

/**
 * Gives users the roles that the groups of their last sign-in mean now. Part of a transaction. Whoever has come
 * through several connections of the tenant has the roles of each; whoever is no member any more has none.
 */
export async function refreshSsoRoles(
  ctx: ProjectContext,
  tenantId: string,
  userIds: string[],
): Promise<void> {
  const identities = await lockIdentities(ctx.db, ctx.project.id, tenantId, userIds);
  const connections = await listConnections(ctx.db, ctx.project.id, tenantId);
  const settings = new Map(connections.map((connection) => [connection.id, connection.settings]));
  for (const [userId, own] of Map.groupBy(identities, (identity) => identity.userId)) {
    const roleIds = own.flatMap(({ connectionId, groups }) => {
      const mapping = settings.get(connectionId);
      return mapping ? mappedRoleIds(mapping, groups) : [];
    });
    await replaceSsoRoles(ctx, userId, tenantId, [...new Set(roleIds)]);
  }
}

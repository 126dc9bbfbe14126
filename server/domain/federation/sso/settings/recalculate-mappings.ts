import type { ProjectContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { refreshSsoRoles } from '../identities/refresh-roles.ts';
import { listGroupedUsers, listIdentityPage } from '../identities/store.ts';
import { loadConnection } from '../load-connection.ts';

/** The size of one transaction: others can write between two of them. */
const pageSize = 200;

/** Gives all users who came through the connection the roles that their groups map to by the current settings. */
export async function recalculateMappings(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string = defaultConnectionId,
): Promise<void> {
  await loadConnection(ctx, tenantId, connectionId);
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    after = await transaction(ctx, (ctx) => recalculatePage(ctx, tenantId, connectionId, from));
  }
  if (connectionId === defaultConnectionId) await recalculateDirectory(ctx, tenantId);
}

/** Gives the users in groups of the tenant's directory the roles of these groups. */
async function recalculateDirectory(ctx: ProjectContext, tenantId: string): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const from: string = after;
    after = await transaction(ctx, async (ctx) => {
      const page = { tenantId, after: from, limit: pageSize };
      const userIds = await listGroupedUsers(ctx.db, ctx.project.id, page);
      if (userIds.length > 0) await refreshSsoRoles(ctx, tenantId, userIds);
      return userIds.length === pageSize ? userIds.at(-1) : undefined;
    });
  }
}

/** Recalculates a page of users. Returns the start of the next page, or `undefined` after the last one. */
async function recalculatePage(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string,
  after: string,
): Promise<string | undefined> {
  const page = await listIdentityPage(ctx.db, ctx.project.id, {
    tenantId,
    connectionId,
    after,
    limit: pageSize,
  });
  if (page.length === 0) return undefined;
  const userIds = [...new Set(page.map((identity) => identity.userId))];
  await refreshSsoRoles(ctx, tenantId, userIds);
  const data = { ssoId: connectionId, change: 'recalculated', users: userIds.length };
  await recordAudit(ctx, { action: 'SsoModified', tenantId, data });
  return page.length === pageSize ? page.at(-1)?.subject : undefined;
}

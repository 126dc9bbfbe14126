import type { ProjectContext } from '../../../../core/context.ts';
import { happen } from '../../../../core/event.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { changeTenant } from '../../../directory/tenants/change-tenant.ts';
import { loadTenant, lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { logHolders } from '../../../directory/users/search/log-users.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { voidExchangeCodes } from '../../../sessions/sessions/exchange-code.ts';
import { connectionDeleting } from '../events.ts';
import { noConnection } from '../load-connection.ts';
import { deleteConnectionRow as deleteRow } from '../store.ts';
import { prepareSuccessor, withProofsKept } from './proven-domains.ts';

/**
 * Deletes a connection with the domains that an administrator set for it, its key, and the links between users and the identity provider, so that users of
 * the next provider are not taken for them. The default connection becomes blank, and the tenant has no SSO; this succeeds
 * for a blank one, too. Roles that users got from it stay.
 */
export async function deleteConnection(
  ctx: ProjectContext,
  tenantId: string,
  id: string = defaultConnectionId,
): Promise<void> {
  const connection = { tenantId, connectionId: id };
  const key = await prepareSuccessor(ctx, connection);
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    // A setup link was issued for this connection, and not for another one that gets its ID later.
    await happen(ctx, connectionDeleting, connection);
    await logHolders(ctx, { table: 'ssoIdentities', ...connection });
    const deleted = await withProofsKept(ctx, connection, key, () =>
      deleteRow(ctx.db, ctx.project.id, tenantId, id),
    );
    // A code that waits for its exchange could come from this identity provider.
    if (deleted) await voidExchangeCodes(ctx);
    if (!deleted && id !== defaultConnectionId) throw noConnection(id);
    if (id === defaultConnectionId && (await loadTenant(ctx, tenantId)).authType !== 'none') {
      await changeTenant(ctx, tenantId, { authType: 'none' });
    }
    if (deleted)
      await recordAudit(ctx, { action: 'SsoModified', tenantId, data: { ssoId: id, change: 'deleted' } });
  });
}

import type { ProjectContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { changeTenant } from '../../../directory/tenants/change-tenant.ts';
import { loadTenant, lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { voidExchangeCodes } from '../../../sessions/sessions/exchange-code.ts';
import { revokeSetupLinks } from '../../sso-setup-links/setup-link.ts';
import { noConnection } from '../load-connection.ts';
import { deleteConnection as deleteRow } from '../store.ts';

/**
 * Deletes a connection with its domains, its key, and the bonds between users and the identity provider: whoever
 * comes from the next one is not taken for them. The default connection is blank afterwards, and the tenant has no
 * SSO; that it was blank already is no error. Roles stay with the users who were given them.
 */
export async function deleteConnection(
  ctx: ProjectContext,
  tenantId: string,
  id: string = defaultConnectionId,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    // A link was given for this connection, and not for another one that has its ID later.
    await revokeSetupLinks(ctx, tenantId, id);
    const deleted = await deleteRow(ctx.db, ctx.project.id, tenantId, id);
    // One that waits for its exchange could be of this identity provider.
    if (deleted) await voidExchangeCodes(ctx);
    if (!deleted && id !== defaultConnectionId) throw noConnection(id);
    if (id === defaultConnectionId && (await loadTenant(ctx, tenantId)).authType !== 'none') {
      await changeTenant(ctx, tenantId, { authType: 'none' });
    }
    if (deleted)
      await recordAudit(ctx, { action: 'SsoModified', tenantId, data: { ssoId: id, change: 'deleted' } });
  });
}

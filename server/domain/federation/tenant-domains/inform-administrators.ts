import type { ProjectContext } from '../../../core/context.ts';
import { canDeliver, enqueueMessage } from '../../../delivery/outbox.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import { listAdministratorAddresses } from './store.ts';

/** Tells the administrators of a tenant by mail that a domain is the tenant’s no longer. Part of the transaction that ends the proof. */
export async function informAdministrators(
  ctx: ProjectContext,
  { tenantId, domain }: { tenantId: string; domain: string },
): Promise<void> {
  if (!(await canDeliver(ctx, 'email'))) return;
  const [tenant] = await findTenants(ctx, [tenantId]);
  const data = { tenant: tenant?.name ?? '', domain };
  for (const { userId, email } of await listAdministratorAddresses(ctx.db, ctx.project.id, tenantId)) {
    await enqueueMessage(ctx, { kind: 'domainLost', channel: 'email', to: email, userId, data });
  }
}

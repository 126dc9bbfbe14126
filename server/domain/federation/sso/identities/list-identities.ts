import type { ProjectContext } from '../../../../core/context.ts';
import { listIdentitiesOfUser } from './store.ts';

/** Lists the identities of a user at the identity providers of tenants. */
export async function listSsoIdentities(
  ctx: ProjectContext,
  userId: string,
): Promise<{ tenantId: string; connectionId: string; subject: string; createdAt: number }[]> {
  const identities = await listIdentitiesOfUser(ctx.db, ctx.project.id, userId);
  return identities.map(({ tenantId, connectionId, subject, createdAt }) => ({
    ...{ tenantId, connectionId, subject, createdAt },
  }));
}

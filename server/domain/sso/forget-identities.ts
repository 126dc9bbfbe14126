import type { ProjectContext } from '../../core/context.ts';
import { voidExchangeCodes } from '../sessions/exchange-code.ts';
import { deleteAllIdentities, deleteIdentities } from './store-identities.ts';

/**
 * The bonds between a user and the identity providers of tenants that the user leaves. Part of the transaction in which
 * that happens. A code that waits for its exchange could still be of one of them: it is void as well.
 */
export async function forgetIdentities(
  ctx: ProjectContext,
  userId: string,
  tenantIds: string[],
): Promise<void> {
  await deleteIdentities(ctx.db, ctx.project.id, userId, tenantIds);
  await voidExchangeCodes(ctx, userId);
}

/** At all identity providers of all tenants. Part of a transaction. */
export function forgetAllIdentities(ctx: ProjectContext, userId: string): Promise<void> {
  return deleteAllIdentities(ctx.db, ctx.project.id, userId);
}

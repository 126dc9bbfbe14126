import type { ProjectData } from '../../../../core/context.ts';
import { listIdentityPage } from './store.ts';

/** Reports whether a user has come by the connection. */
export async function hasIdentities(
  ctx: ProjectData,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
): Promise<boolean> {
  const first = { tenantId, connectionId, after: '', limit: 1 };
  return (await listIdentityPage(ctx.db, ctx.project.id, first)).length > 0;
}

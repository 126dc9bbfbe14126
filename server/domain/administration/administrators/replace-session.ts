import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { findLiveSession } from '../../sessions/sessions/authenticate.ts';
import { endSession } from '../../sessions/sessions/end-session.ts';

/**
 * Ends the console session whose cookie a browser sent with a sign-in, because the new cookie overwrites it (ASVS
 * V7.2.4). A call with `refresh` continues that session.
 */
export async function endReplacedSession(
  ctx: ProjectContext,
  { auth }: Pick<Endpoint, 'auth'>,
  token?: string,
): Promise<void> {
  if (!token || ctx.project.id !== administrationProjectId || auth === 'refresh') return;
  const live = await findLiveSession(ctx, token).catch((error) => {
    if (error instanceof ServiceError && error.status === 401) return undefined;
    throw error;
  });
  const userId = live?.row.userId;
  if (!live || !userId) return;
  await transaction({ ...ctx, actor: { type: 'user' as const, id: userId } }, async (ctx) => {
    if (await endSession(ctx, live.row.id)) await recordAudit(ctx, { action: 'Logout', userId });
  });
}

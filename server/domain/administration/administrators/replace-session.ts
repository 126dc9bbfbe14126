import { administrationProjectId } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { findSessionOfRefreshJwt } from '../../sessions/sessions/authenticate.ts';
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
  const live = await findSessionOfRefreshJwt(ctx, token).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  });
  if (!live?.userId) return;
  const { id, userId } = live;
  await transaction({ ...ctx, actor: { type: 'user' as const, id: userId } }, async (ctx) => {
    if (await endSession(ctx, id)) await recordAudit(ctx, { action: 'Logout', userId });
  });
}

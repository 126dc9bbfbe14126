import type { ProjectContext } from '../../core/context.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { loadUser, loadUserById } from './load-user.ts';

/** Ends all sessions of somebody; tokens cannot be refreshed any more. */
export async function logoutUser(
  ctx: ProjectContext,
  by: { loginId?: string; userId?: string },
): Promise<void> {
  const { id } = by.userId ? await loadUserById(ctx, by.userId) : await loadUser(ctx, by.loginId ?? '');
  await endSessionsOf(ctx, id);
}

import { userAdmin } from '../../../core/built-in-rights.ts';
import { holdUsers } from '../../directory/users/revocations.ts';
import { endSessionsById, endSessionsOf } from '../sessions/end-session.ts';
import { type ListedSession, listSessionsOf } from '../sessions/lists/list-sessions.ts';
import type { AdministratorContext } from './administrator-context.ts';
import { isOwn, loadMember, requireOwn } from './checks.ts';
import { changeTenant } from './handle-call.ts';

/**
 * Returns the sessions of a member, or `undefined` if the member also belongs to another tenant or has a role in the project: such sessions
 * are not the tenant's alone, and would show where the member works for others.
 */
export async function sessionsOfMember(
  ctx: AdministratorContext,
  userId: string,
): Promise<ListedSession[] | undefined> {
  const user = await loadMember(ctx, { userId });
  return (await isOwn(ctx, user)) ? listSessionsOf(ctx, user.id) : undefined;
}

/** Ends sessions of a member who is the tenant's alone: those with these IDs, or all of them. Ignores IDs of others' sessions. */
export function endSessionsOfMember(
  ctx: AdministratorContext,
  { userId, sessionIds }: { userId: string; sessionIds?: string[] },
): Promise<void> {
  return changeTenant(ctx, [userAdmin.id], async (ctx) => {
    await loadMember(ctx, { userId });
    await holdUsers(ctx, [userId]);
    const user = await loadMember(ctx, { userId });
    await requireOwn(ctx, user);
    if (sessionIds) await endSessionsById(ctx, sessionIds, userId);
    else await endSessionsOf(ctx, userId);
  });
}

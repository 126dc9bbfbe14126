import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { authenticateRefresh } from '../../sessions/sessions/authenticate.ts';
import { type Administrator, toAdministrator } from './administrator.ts';

/** Authenticates the refresh JWT of a console session, with the current role. `ctx` is the administration project's. */
export async function authenticateAdministrator(ctx: ProjectContext, token: string): Promise<Administrator> {
  return loadAdministrator(await authenticateRefresh(ctx, token));
}

export async function loadAdministrator(ctx: UserContext): Promise<Administrator> {
  const user = await findUser(ctx, ctx.session.userId);
  // Deleted since the session was found.
  if (!user) throw new ServiceError('E064002');
  return toAdministrator(user, ctx.session);
}

/** Requires an owner with a second factor, for the console's own operations. */
export async function requireOwner(ctx: UserContext): Promise<Administrator> {
  const administrator = await loadAdministrator(ctx);
  if (!administrator.isComplete) throw new ServiceError('E064011');
  if (administrator.role !== 'owner')
    throw new ServiceError('E064010', 'Only owners can do this. Ask an owner of this instance');
  return administrator;
}

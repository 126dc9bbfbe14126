import type { ProjectContext, UserContext } from '../../../core/context.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { userInReach } from '../sessions/in-reach.ts';
import { requireEnough } from '../sign-in-policy/apply-policy.ts';
import { rightsFor } from './allowed-calls.ts';
import { notAllowed } from './refusal.ts';
import { requireStill } from './still-administrator.ts';
import { holdsRight } from './store.ts';

/** Authenticates the caller of an endpoint as an administrator of the tenant that the request names, with the right that it needs. */
export function authenticateTenantAdministrator(
  caller: UserContext,
  { name = '', tenant }: { name?: string | undefined; tenant: unknown },
): Promise<ProjectContext> {
  return actAsAdministrator(caller, tenant, rightsFor(name));
}

/**
 * Authenticates a signed-in user as an administrator of a tenant. Throws E064013 unless the user is a member, holds one of
 * the permissions in the tenant itself, and the session reaches the tenant; and E064007 if the session does not satisfy the sign-in
 * policies that apply to the user now. Reads everything from the database, so what an administrator loses counts at the next call.
 */
export async function actAsAdministrator(
  caller: UserContext,
  named: unknown,
  rights: readonly string[],
): Promise<ProjectContext> {
  if (typeof named !== 'string' || named === '')
    throw notAllowed('Name one tenant in the query: ?tenant=<tenant ID>');
  const { userId } = caller.session;
  const user = await loadUserById(caller, userId);
  const { ownTenants } = await userInReach(caller, caller.session, user);
  const tenant = ownTenants.find(({ tenantId }) => tenantId === named);
  if (!tenant || !(await holdsRight(caller.db, caller.project.id, { tenantId: named, userId, rights })))
    throw notAllowed('You are not an administrator of this tenant, or your session does not reach it');
  await requireEnough(caller, { user, session: caller.session });
  const acting = {
    ...caller,
    actor: { ...caller.actor, tenantId: named },
    tenantAdministrator: {
      userId,
      tenantId: named,
      permissions: tenant.permissions,
      roleNames: tenant.roleNames,
    },
  };
  return { ...acting, stillAllowed: ({ db }) => requireStill({ ...acting, db }, rights) };
}

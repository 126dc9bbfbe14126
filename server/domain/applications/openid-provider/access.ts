import type { ProjectContext } from '../../../core/context.ts';
import { defaultSsoApp, type SsoApp } from '../../directory/sso-apps/sso-app.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import type { User } from '../../directory/users/user.ts';

/**
 * Reports whether a user may sign in to an application: it was granted to them or to one of their tenants. Every user may
 * use the default application, which stands for the project's own.
 */
export async function maySignInTo(ctx: ProjectContext, user: User, app: SsoApp): Promise<boolean> {
  if (app.id === defaultSsoApp.id || user.ssoAppIds.includes(app.id)) return true;
  const tenants = await findTenants(
    ctx,
    user.tenants.map(({ tenantId }) => tenantId),
  );
  return tenants.some(({ settings }) => !settings.disabled && settings.federatedAppIds.includes(app.id));
}

import type { ProjectData } from '../../../core/context.ts';
import { defaultSsoApp } from '../../directory/applications/sso/sso-app.ts';
import { isInboundAppRef } from '../../directory/applications/third-party/inbound-app.ts';
import { findTenantSettings } from '../../directory/tenants/load-tenant.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import type { ClientApp } from './client.ts';

/**
 * Reports whether a user may sign in to an application: it was granted to them or to one of their tenants. Every user may
 * use the default application, which stands for the project's own. A third-party application needs the user's consent instead.
 */
export async function maySignInTo(
  ctx: ProjectData,
  user: InReach,
  app: Pick<ClientApp, 'id'>,
): Promise<boolean> {
  if (isInboundAppRef(app.id)) return true;
  if (app.id === defaultSsoApp.id || user.ssoAppIds.includes(app.id)) return true;
  return (await appIdsOfTenants(ctx, user)).includes(app.id);
}

/** Returns the IDs of the applications that were granted to the user, or to one of their tenants. */
export async function grantedAppIds(ctx: ProjectData, user: InReach): Promise<string[]> {
  return [...new Set([...user.ssoAppIds, ...(await appIdsOfTenants(ctx, user))])];
}

async function appIdsOfTenants(ctx: ProjectData, user: InReach): Promise<string[]> {
  const settings = await findTenantSettings(
    ctx,
    user.tenants.map(({ tenantId }) => tenantId),
  );
  return settings.flatMap(({ disabled, federatedAppIds }) => (disabled ? [] : federatedAppIds));
}

/** Reports whether the user belongs to the tenant for which they signed in, if there is one. */
export function isMemberOf({ tenants }: InReach, tenantId: string | undefined): boolean {
  return !tenantId || tenants.some((tenant) => tenant.tenantId === tenantId);
}

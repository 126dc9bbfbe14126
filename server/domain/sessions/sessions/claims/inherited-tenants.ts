import type { ProjectContext } from '../../../../core/context.ts';
import { findHeirs } from '../../../directory/tenants/role-inheritance.ts';
import { tenantsInReach } from '../enforce-sso.ts';
import type { Session } from '../session.ts';
import type { Holder } from './holder.ts';

type Reach = Pick<Session, 'userId' | 'ssoTenantIds'>;

/**
 * Adds the sub-tenants in which the holder has the roles of an ancestor tenant. Costs nothing for users whose
 * tenants have no sub-tenants. A tenant outside of the session's reach passes no roles on. Always queries for
 * access keys, because they get single tokens without a refresh.
 */
export async function withInheritedTenants<H extends Holder>(
  ctx: ProjectContext,
  holder: H,
  { kind = 'user', session }: { kind?: 'user' | 'accessKey'; session?: Reach } = {},
): Promise<H> {
  const sources = holder.tenants.filter(
    ({ roleNames, passesRoles, isInherited }) =>
      !isInherited &&
      roleNames.length > 0 &&
      (kind === 'accessKey' ? passesRoles === 'all' : passesRoles && passesRoles !== 'none'),
  );
  const passing = session ? await tenantsInReach(ctx, session, sources) : sources;
  if (passing.length === 0) return holder;
  const tenants = new Map(holder.tenants.map((tenant) => [tenant.tenantId, { ...tenant }]));
  const heirs = await findHeirs(
    ctx,
    passing.map(({ tenantId }) => tenantId),
    kind,
  );
  for (const { tenantId, tenantName, from, sessionLimits } of heirs) {
    const source = passing.find((tenant) => tenant.tenantId === from);
    if (!source) continue;
    const own = tenants.get(tenantId) ?? {
      ...{ tenantId, tenantName, roleNames: [], permissions: [], isInherited: true },
      ...(sessionLimits && { sessionLimits }),
    };
    own.roleNames = [...new Set([...own.roleNames, ...source.roleNames])];
    own.permissions = [...new Set([...own.permissions, ...source.permissions])].sort();
    tenants.set(tenantId, own);
  }
  return { ...holder, tenants: [...tenants.values()] };
}

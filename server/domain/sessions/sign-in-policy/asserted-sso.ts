import type { ProjectData } from '../../../core/context.ts';
import type { PolicyScope, SignInPolicy } from './policy.ts';
import { listSsoPolicies } from './store.ts';

/**
 * Reports whether a tenant's identity provider must assert a second factor, so that it is asked for one. A role counts only
 * for its users, who are not known yet, and an application is not known here.
 */
export async function asksForFactors(ctx: ProjectData, tenantId: string): Promise<boolean> {
  return hasAsserted(ctx, ['project', 'tenant'], tenantId);
}

/** Reports whether any policy counts what the identity provider of this tenant asserts. */
export async function countsAssertedFactors(ctx: ProjectData, tenantId: string): Promise<boolean> {
  return hasAsserted(ctx, ['project', 'tenant', 'role', 'application'], tenantId);
}

async function hasAsserted(ctx: ProjectData, scopes: PolicyScope[], tenantId: string): Promise<boolean> {
  if (ctx.project.hasSignInPolicies === false) return false;
  const rows = await listSsoPolicies(ctx.db, ctx.project.id, scopes);
  return rows.some(({ scope, subjectId, policy }) => {
    const { sso, secondFactor } = JSON.parse(policy) as SignInPolicy;
    const isMeant = scope !== 'tenant' || subjectId === tenantId;
    return isMeant && sso === 'asserted' && secondFactor.when !== 'never';
  });
}

import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loadRoles } from '../../directory/roles/load-roles.ts';
import { resolveRoleIds } from '../../directory/roles/resolve-roles.ts';
import { findTenants, requireTenants } from '../../directory/tenants/load-tenant.ts';
import { sessionLimitsOf } from '../../directory/tenants/session-limits.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { readCustomClaims } from './claims/custom-claims.ts';
import type { Subject, TokenFacts } from './claims/tokens.ts';
import { createSession } from './create-session.ts';
import { holderInReach } from './in-reach.ts';
import type { Session } from './session.ts';

export interface NewAnonymousSession {
  customClaims?: Record<string, unknown>;
  /** The tenant of the roles; absent or empty: the project. */
  tenantId?: string;
  roleNames?: string[];
  lifetimeSeconds?: number | undefined;
}

/**
 * Starts a session without a user. E011004 names an unknown tenant or role. It is refreshed and ended like a user's
 * session.
 */
export async function startAnonymousSession(
  ctx: ProjectContext,
  input: NewAnonymousSession,
): Promise<TokenFacts> {
  const { tenantId = '', roleNames = [], lifetimeSeconds } = input;
  const customClaims = readCustomClaims(input.customClaims);
  return transaction(ctx, async (ctx) => {
    if (tenantId) await requireTenants(ctx, [tenantId]);
    const roleIds = await resolveRoleIds(ctx, tenantId, roleNames);
    const created = await createSession(ctx, {
      userId: '',
      roleIds,
      amr: [],
      tenantId,
      customClaims,
      lifetimeSeconds,
    });
    const { id } = created.session;
    await recordAudit(ctx, { action: 'AnonymousSessionStarted', tenantId, data: { sessionId: id } });
    const user = await holderInReach(ctx, await anonymousSubject(ctx, created.session));
    return { ...created, user };
  });
}

/**
 * Returns the rights of an anonymous session: its current roles, in its tenant while that exists. Tokens identify
 * the session, whose ID cannot be a user's.
 */
export async function anonymousSubject(
  ctx: ProjectContext,
  { id, tenantId, roleIds }: Session,
): Promise<Subject> {
  const roles = roleIds.length > 0 ? await loadRoles(ctx, roleIds) : [];
  const held = {
    roleNames: roles.map(({ name }) => name),
    permissions: [...new Set(roles.flatMap(({ permissionNames }) => permissionNames))].sort(),
  };
  if (!tenantId) return { id, ...held, tenants: [] };
  const tenants = await findTenants(ctx, [tenantId]);
  return {
    id,
    roleNames: [],
    permissions: [],
    tenants: tenants.map(({ name: tenantName, settings }) => {
      const sessionLimits = sessionLimitsOf(settings);
      return {
        ...{ tenantId, tenantName, ...held },
        ...(sessionLimits && { sessionLimits }),
        ...(settings.disabled && { isDisabled: true }),
      };
    }),
  };
}

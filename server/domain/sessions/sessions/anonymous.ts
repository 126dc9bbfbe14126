import type { ProjectContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { resolveRoleIds } from '../../directory/roles/resolve-roles.ts';
import { requireTenants } from '../../directory/tenants/load-tenant.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { anonymousSubject } from './anonymous-subject.ts';
import { readCustomClaims } from './claims/custom-claims.ts';
import type { TokenFacts } from './claims/tokens.ts';
import { createSession } from './create-session.ts';
import { holderInReach } from './in-reach.ts';

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

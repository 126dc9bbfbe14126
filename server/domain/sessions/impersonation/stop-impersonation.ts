import type { Actor, ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { findSessionOfRefreshJwt } from '../sessions/authenticate.ts';
import { readCustomClaims } from '../sessions/claims/custom-claims.ts';
import { signRefreshToken } from '../sessions/claims/tokens.ts';
import { createSession } from '../sessions/create-session.ts';
import { endSession } from '../sessions/end-session.ts';
import { newReach, userInReach } from '../sessions/in-reach.ts';

/**
 * Ends an impersonation and returns a refresh JWT of a new session of the impersonator. Only one of two concurrent
 * calls gets it. Works for an impersonator who has lost the right, too. For a disabled one it only ends the
 * session.
 */
export async function stopImpersonation(
  ctx: ProjectContext,
  request: {
    jwt: string;
    customClaims?: Record<string, unknown>;
    selectedTenant?: string | undefined;
    lifetimeSeconds?: number;
  },
): Promise<string> {
  const customClaims = readCustomClaims(request.customClaims);
  const { id, impersonatorId, userId } = await findSessionOfRefreshJwt(ctx, request.jwt, {
    withoutRight: true,
  });
  if (!impersonatorId || !userId) {
    throw new ServiceError('E011004', 'jwt must be the refresh JWT of an impersonation');
  }
  const impersonator = await findUser(ctx, impersonatorId);
  const { selectedTenant: tenantId = '', lifetimeSeconds } = request;
  const reach = newReach(ctx, impersonatorId);
  const reached = impersonator && (await userInReach(ctx, reach, impersonator));
  if (tenantId && !reached?.tenants.some((tenant) => tenant.tenantId === tenantId)) {
    throw new ServiceError(
      'E064003',
      'selectedTenant is not a tenant that the impersonator reaches without its SSO. Select another of their tenants',
    );
  }
  const user = reached && isDisabled(reached) ? undefined : reached;
  const started = await transaction(ctx, async (ctx) => {
    if (!(await endSession(ctx, id))) throw new ServiceError('E064001', 'The session has ended');
    const actor: Actor = { type: 'user', id: impersonatorId, actingAs: userId };
    const data = { sessionId: id, managementKeyId: ctx.actor.id };
    await recordAudit({ ...ctx, actor }, { action: 'ImpersonationStopped', userId, data });
    return (
      user && createSession(ctx, { userId: user.id, amr: ['mgmt'], tenantId, customClaims, lifetimeSeconds })
    );
  });
  if (!user || !started) {
    throw new ServiceError('E062109', 'The impersonation has ended; the impersonator is disabled or deleted');
  }
  return signRefreshToken(ctx, { ...started, user });
}

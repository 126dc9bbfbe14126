import { ServiceError } from '../core/errors.ts';
import type { Authenticators } from './authenticators.ts';

/**
 * Wraps the authenticators so that they refuse impersonators. Credentials, addresses and consent belong to the
 * user, so an endpoint is closed to impersonators unless it sets `takesImpersonated`.
 */
export function refuseImpersonated(authenticators: Authenticators): Authenticators {
  const refresh =
    (authenticate: Authenticators['refresh']): Authenticators['refresh'] =>
    async (ctx, token) => {
      const caller = await authenticate(ctx, token);
      if (caller.session.impersonatorId) throw refusal();
      return caller;
    };
  return {
    ...authenticators,
    refresh: refresh(authenticators.refresh),
    anyRefresh: refresh(authenticators.anyRefresh),
    async session(ctx, token) {
      const caller = await authenticators.session(ctx, token);
      if (caller.claims['act'] !== undefined) throw refusal();
      return caller;
    },
  };
}

function refusal(): ServiceError {
  return new ServiceError('E064006', 'Stop the impersonation first: only the user can do this');
}

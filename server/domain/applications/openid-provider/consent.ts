import type { ProjectContext } from '../../../core/context.ts';
import { consentedScopes } from '../../directory/application-consents/give-consent.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { ThirdParty } from './third-party.ts';

/** A scope of a request, as the consent page shows it. */
export interface AskedScope {
  name: string;
  /** In the words of who defined it; empty for the scopes of OpenID Connect. */
  description: string;
  /** The user may refuse it and allow the rest. */
  isOptional: boolean;
}

/** Returns what the application asks for and the user can give: a scope that stands for roles needs one of them. */
export function askedScopes(
  { scopes: own }: ThirdParty,
  { scopes, tenantId }: Pick<AuthorizationRequest, 'scopes' | 'tenantId'>,
  user: InReach,
): AskedScope[] {
  const holder = tenantId ? user.tenants.find((tenant) => tenant.tenantId === tenantId) : user;
  const held = holder?.roleNames ?? [];
  return scopes.flatMap((name) => {
    const {
      description = '',
      isOptional = false,
      roleNames = [],
    } = own.find((scope) => scope.name === name) ?? {};
    const canGive = roleNames.length === 0 || roleNames.some((role) => held.includes(role));
    return canGive ? [{ name, description, isOptional }] : [];
  });
}

/**
 * Returns those of the scopes that the user has allowed, or `undefined` if the user must be asked: at the first sign-in, and when
 * the application asks for more. A scope that the user refused is not asked for again.
 */
export async function allowedScopes(
  ctx: ProjectContext,
  thirdParty: ThirdParty,
  request: AuthorizationRequest,
  user: InReach,
): Promise<string[] | undefined> {
  const { tenantId } = request;
  const allowed = await consentedScopes(ctx, { appId: thirdParty.inboundApp.id, userId: user.id, tenantId });
  if (!allowed) return undefined;
  const asked = askedScopes(thirdParty, request, user);
  if (asked.some(({ name, isOptional }) => !isOptional && !allowed.includes(name))) return undefined;
  return asked.map(({ name }) => name).filter((name) => allowed.includes(name));
}

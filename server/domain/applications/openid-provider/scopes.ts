import { profileFields, type TextField, textFields } from '../../../core/profile-fields.ts';
import { type ClaimName, profileClaims, userClaims } from '../../../core/user-claims.ts';
import type { InReach } from '../../sessions/sessions/in-reach.ts';
import type { Session } from '../../sessions/sessions/session.ts';
import type { Client } from './client.ts';
import type { Grant } from './grant.ts';

/** The scopes that a client can ask for (OpenID Connect Core §5.4), and ours. Others are ignored (RFC 6749 §3.3). */
export const scopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'roles',
  'tenants',
  'descope.claims',
  'descope.custom_claims',
  'offline_access',
] as const;

/** Scopes that say who a user is. Of what the user may do, a third-party application gets only what its own scopes name. */
export const personScopes = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;

/** Returns those of the scopes in a request that the client can get. */
export function knownScopes({ thirdParty }: Pick<Client, 'thirdParty'>, text: string): string[] {
  const asked = new Set(text.split(' '));
  const known = thirdParty ? [...personScopes, ...thirdParty.scopes.map(({ name }) => name)] : scopes;
  return known.filter((scope) => asked.has(scope));
}

const claimsOfScope: Record<string, readonly ClaimName[]> = {
  profile: profileClaims,
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  roles: ['roles', 'permissions'],
  tenants: ['tenants'],
  'descope.claims': ['roles', 'permissions', 'tenants'],
};

/**
 * Returns the part of a grant that a token with these scopes stands for (RFC 6749 §6). Claims that were asked for by name go with
 * their scope.
 */
export function narrowedTo(grant: Grant, scopes: readonly string[]): Grant {
  const dropped = grant.scopes.filter((scope) => !scopes.includes(scope));
  const claims = new Set<string>(dropped.flatMap((scope) => claimsOfScope[scope] ?? []));
  return {
    ...grant,
    scopes: grant.scopes.filter((scope) => scopes.includes(scope)),
    idTokenClaims: grant.idTokenClaims.filter((claim) => !claims.has(claim)),
    userInfoClaims: grant.userInfoClaims.filter((claim) => !claims.has(claim)),
  };
}

/** Returns the claims about the user that the scopes and the single requests name. What a user does not have is left out. */
export function claimsOf(
  user: InReach,
  session: Pick<Session, 'customClaims'>,
  asked: { scopes: readonly string[]; claims: readonly string[] },
): Record<string, unknown> {
  const names = new Set<string>([
    ...asked.scopes.flatMap((scope) => (Object.hasOwn(claimsOfScope, scope) && claimsOfScope[scope]) || []),
    ...asked.claims,
  ]);
  const all = allClaims(user);
  const known = userClaims.filter((name) => names.has(name) && all[name] !== undefined);
  return {
    ...(asked.scopes.includes('descope.custom_claims') && session.customClaims),
    ...Object.fromEntries(known.map((name) => [name, all[name]])),
  };
}

/** Returns the plain texts of a profile as claims; `undefined` for an empty one. */
function textClaims(user: InReach): Record<(typeof profileFields)[TextField]['claim'], string | undefined> {
  const claims = textFields.map((field) => [profileFields[field].claim, user[field] || undefined]);
  return Object.fromEntries(claims) as ReturnType<typeof textClaims>;
}

function allClaims(user: InReach): Record<ClaimName, unknown> {
  const tenants = user.tenants.map(({ tenantId, roleNames, permissions }) => [
    tenantId,
    { roles: roleNames, permissions },
  ]);
  return {
    ...textClaims(user),
    preferred_username: user.loginIds[0],
    updated_at: Math.floor(user.modifiedAt / 1000),
    email: user.email || undefined,
    email_verified: user.email ? user.verifiedEmail : undefined,
    phone_number: user.phone || undefined,
    phone_number_verified: user.phone ? user.verifiedPhone : undefined,
    roles: user.roleNames,
    permissions: user.permissions,
    tenants: Object.fromEntries(tenants),
  };
}

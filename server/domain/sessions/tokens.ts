import type { ProjectContext } from '../../core/context.ts';
import { signJwt } from '../../protocols/jwt/sign.ts';
import { currentSigningKey } from '../projects/signing-keys.ts';
import type { Membership, User } from '../users/user.ts';
import type { Session } from './session.ts';

/** Both tokens of a session at one moment, and what they say. */
export interface SessionTokens {
  sessionJwt: string;
  refreshJwt: string;
  claims: Record<string, unknown>;
  sessionExpiresAt: number;
  refreshExpiresAt: number;
}

/**
 * Signs the tokens of `session` for `user`: two signatures, made side by side in the thread pool. The refresh token
 * depends on nothing but the session and `tokenId`, so signing it again gives the same token (RS256).
 */
export async function signTokens(
  ctx: ProjectContext,
  { session, user, tokenId }: { session: Session; user: User; tokenId: string },
): Promise<SessionTokens> {
  const { settings, id: projectId } = ctx.project;
  const key = await currentSigningKey(ctx);
  const refreshExpiresAt = Math.min(
    session.rotatedAt + settings.refreshIdleSeconds * 1000,
    session.expiresAt,
  );
  const sessionExpiresAt = Math.min(ctx.now() + settings.sessionLifetimeSeconds * 1000, refreshExpiresAt);
  const issuer = `${ctx.baseUrl}/v1/apps/${projectId}`;
  const claims = {
    // First, so that a custom claim can never stand in for one of ours.
    ...session.customClaims,
    ...authorizationClaims(session, user),
    drn: 'DS',
    iss: issuer,
    sub: user.id,
    amr: session.amr,
    sid: session.id,
    iat: seconds(ctx.now()),
    exp: seconds(sessionExpiresAt),
    rexp: new Date(seconds(refreshExpiresAt) * 1000).toISOString().replace('.000Z', 'Z'),
  };
  const refreshClaims = {
    drn: 'DSR',
    iss: issuer,
    sub: user.id,
    amr: session.amr,
    sid: session.id,
    jti: tokenId,
    iat: seconds(session.rotatedAt),
    exp: seconds(refreshExpiresAt),
  };
  const [sessionJwt, refreshJwt] = await Promise.all([signJwt(claims, key), signJwt(refreshClaims, key)]);
  return { sessionJwt, refreshJwt, claims, sessionExpiresAt, refreshExpiresAt };
}

/** Names that custom claims cannot take. */
export const reservedClaims = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'amr', 'act', 'azp', 'cnf', 'sid', 'su'],
  ...['drn', 'dct', 'dsub', 'rexp', 'tenants', 'roles', 'permissions', 'nsec'],
]);

function authorizationClaims(session: Session, user: User): Record<string, unknown> {
  const tenants = user.tenants.map(({ tenantId, roleNames, permissions }) => [
    tenantId,
    { roles: roleNames, permissions },
  ]);
  const current = currentTenant(user, session.tenantId);
  return {
    tenants: Object.fromEntries(tenants) as Record<string, unknown>,
    roles: user.roleNames,
    permissions: user.permissions,
    ...(current && { dct: current.tenantId }),
  };
}

/** A tenant that the user has left is not selected any more; the only tenant is selected by itself. */
export function currentTenant(user: User, selectedId: string): Membership | undefined {
  const selected = user.tenants.find((tenant) => tenant.tenantId === selectedId);
  return selected ?? (user.tenants.length === 1 ? user.tenants[0] : undefined);
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

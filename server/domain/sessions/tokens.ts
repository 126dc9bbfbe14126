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
  const { settings } = ctx.project;
  const key = await currentSigningKey(ctx);
  const refreshExpiresAt = Math.min(
    session.rotatedAt + settings.refreshIdleSeconds * 1000,
    session.expiresAt,
  );
  const isSteppedUp = session.stepUpUntil > ctx.now();
  const sessionExpiresAt = Math.min(
    ctx.now() + settings.sessionLifetimeSeconds * 1000,
    refreshExpiresAt,
    ...(isSteppedUp ? [session.stepUpUntil] : []),
  );
  const { impersonatorId } = session;
  const both = {
    amr: session.amr,
    sid: session.id,
    ...(impersonatorId && { act: { sub: impersonatorId } }),
  };
  const claims = {
    ...sessionClaims(ctx, {
      subject: user.id,
      holder: user,
      tenantId: session.tenantId,
      customClaims: session.customClaims,
      expiresAt: sessionExpiresAt,
    }),
    ...both,
    ...(isSteppedUp && { su: true }),
    rexp: new Date(seconds(refreshExpiresAt) * 1000).toISOString().replace('.000Z', 'Z'),
  };
  const refreshClaims = {
    drn: 'DSR',
    iss: issuerOf(ctx),
    sub: user.id,
    ...both,
    jti: tokenId,
    iat: seconds(session.rotatedAt),
    exp: seconds(refreshExpiresAt),
  };
  const [sessionJwt, refreshJwt] = await Promise.all([signJwt(claims, key), signJwt(refreshClaims, key)]);
  return { sessionJwt, refreshJwt, claims, sessionExpiresAt, refreshExpiresAt };
}

/** A session JWT alone: who has it can get no other one by it. */
export async function signSessionToken(ctx: ProjectContext, facts: SessionFacts): Promise<string> {
  return signJwt(sessionClaims(ctx, facts), await currentSigningKey(ctx));
}

/** Names that custom claims cannot take. */
export const reservedClaims = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'amr', 'act', 'azp', 'cnf', 'sid', 'su'],
  ...['drn', 'dct', 'dsub', 'rexp', 'tenants', 'roles', 'permissions', 'nsec'],
]);

/** What a session JWT says of whoever has it: the one place that makes these claims. */
export function sessionClaims(
  ctx: ProjectContext,
  { subject, holder, tenantId, customClaims, expiresAt }: SessionFacts,
): Record<string, unknown> {
  const tenants = holder.tenants.map(({ tenantId, roleNames, permissions }) => [
    tenantId,
    { roles: roleNames, permissions },
  ]);
  const current = currentTenant(holder, tenantId);
  return {
    // First, so that a custom claim can never stand in for one of ours.
    ...customClaims,
    tenants: Object.fromEntries(tenants) as Record<string, unknown>,
    roles: holder.roleNames,
    permissions: holder.permissions,
    ...(current && { dct: current.tenantId }),
    drn: 'DS',
    iss: issuerOf(ctx),
    sub: subject,
    iat: seconds(ctx.now()),
    exp: seconds(expiresAt),
  };
}

/** Who may do what: a user, or an access key. */
export type Holder = Pick<User, 'roleNames' | 'permissions' | 'tenants'>;

export interface SessionFacts {
  /** The ID of the user or the access key. */
  subject: string;
  holder: Holder;
  /** The selected tenant, or empty. */
  tenantId: string;
  customClaims: Record<string, unknown>;
  expiresAt: number;
}

/** A tenant that the holder has left is not selected any more; the only tenant is selected by itself. */
export function currentTenant(holder: Holder, selectedId: string): Membership | undefined {
  const selected = holder.tenants.find((tenant) => tenant.tenantId === selectedId);
  return selected ?? (holder.tenants.length === 1 ? holder.tenants[0] : undefined);
}

function issuerOf(ctx: ProjectContext): string {
  return `${ctx.baseUrl}/v1/apps/${ctx.project.id}`;
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

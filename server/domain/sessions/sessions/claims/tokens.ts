import type { ProjectContext, TimedProjectData } from '../../../../core/context.ts';
import type { ServiceError } from '../../../../core/errors.ts';
import { signJwt } from '../../../../protocols/jwt/sign.ts';
import type { Membership } from '../../../directory/users/user.ts';
import { currentOtherKey } from '../../../project/projects/keys/application-keys.ts';
import { currentSigningKey } from '../../../project/projects/keys/signing-keys.ts';
import { needsFactors } from '../../sign-in-policy/more-factors.ts';
import type { InReach } from '../in-reach.ts';
import { endOf } from '../lifetimes.ts';
import { seenSessions } from '../seen-sessions.ts';
import type { AwaitedSignIn, Session } from '../session.ts';
import type { Holder } from './holder.ts';

/** Both tokens of a session, and their contents. */
export interface SessionTokens {
  sessionJwt: string;
  refreshJwt: string;
  claims: Record<string, unknown>;
  sessionExpiresAt: number;
  refreshExpiresAt: number;
}

/** A session at the moment when its tokens are created. */
export interface TokenFacts {
  session: Session;
  /** The current user, or the current rights of an anonymous session. */
  user: InReach<Subject>;
  /** The ID of the refresh token. */
  tokenId: string;
}

/**
 * Signs both tokens of `session` for `user`, in parallel in the thread pool. The refresh token depends only on the
 * session and `tokenId`, so signing it again returns the same token (RS256).
 */
export async function signTokens(ctx: ProjectContext, facts: TokenFacts): Promise<SessionTokens> {
  if (facts.session.awaits) throw await secondFactorNeeded(ctx, facts, facts.session.awaits);
  const key = await currentSigningKey(ctx);
  const { sessionExpiresAt, refreshExpiresAt } = expiriesOf(ctx, facts);
  const claims = sessionJwtClaims(ctx, facts);
  const refreshClaims = refreshJwtClaims(ctx, facts);
  seenSessions(ctx).sawAlive(facts.session.id, sessionExpiresAt);
  const [sessionJwt, refreshJwt] = await Promise.all([signJwt(claims, key), signJwt(refreshClaims, key)]);
  return { sessionJwt, refreshJwt, claims, sessionExpiresAt, refreshExpiresAt };
}

/** Returns the refusal of a sign-in that awaits its second factor, with the token that completes it. */
async function secondFactorNeeded(
  ctx: ProjectContext,
  facts: TokenFacts,
  { methods, enrol }: AwaitedSignIn,
): Promise<ServiceError> {
  const refreshJwt = await signRefreshToken(ctx, facts);
  const { expiresAt } = facts.session;
  const message = enrol
    ? `The sign-in requires a second factor. Add one of these with \`mfa.refreshJwt\`: ${methods.join(', ')}`
    : `The sign-in requires a second factor. Prove one of these with loginOptions.mfa and \`mfa.refreshJwt\`: ${methods.join(', ')}`;
  return needsFactors(message, { refreshJwt, methods, enrol, expiresAt });
}

function expiriesOf(ctx: TimedProjectData, { session, user }: TokenFacts) {
  const { lifetimes } = user;
  const refreshExpiresAt = endOf(session, lifetimes);
  const isSteppedUp = session.stepUpUntil > ctx.now();
  const sessionExpiresAt = Math.min(
    ctx.now() + lifetimes.sessionSeconds * 1000,
    refreshExpiresAt,
    ...(isSteppedUp ? [session.stepUpUntil] : []),
  );
  return { sessionExpiresAt, refreshExpiresAt, isSteppedUp };
}

/** Signs only the session JWT, which expires at `until` or before. */
export async function signSessionJwt(ctx: ProjectContext, facts: TokenFacts, until: number): Promise<string> {
  return signJwt(sessionJwtClaims(ctx, facts, until), await currentSigningKey(ctx));
}

function sessionJwtClaims(
  ctx: ProjectContext,
  facts: TokenFacts,
  until = Number.POSITIVE_INFINITY,
): Record<string, unknown> {
  const { session, user } = facts;
  const { sessionExpiresAt, refreshExpiresAt, isSteppedUp } = expiriesOf(ctx, facts);
  return {
    ...sessionClaims(ctx, {
      subject: user.id,
      holder: user,
      tenantId: session.tenantId,
      customClaims: session.customClaims,
      expiresAt: Math.min(sessionExpiresAt, until),
    }),
    ...commonClaims(session),
    ...(isSteppedUp && { su: true }),
    rexp: new Date(seconds(refreshExpiresAt) * 1000).toISOString().replace('.000Z', 'Z'),
  };
}

function refreshJwtClaims(ctx: ProjectContext, facts: TokenFacts): Record<string, unknown> {
  const { session, user, tokenId } = facts;
  const { customClaims } = session;
  return {
    // The session keeps them anyway. A refresh JWT has them for reading only, and must stay small enough for a
    // cookie.
    ...(Buffer.byteLength(JSON.stringify(customClaims)) <= maxRefreshClaimsBytes && customClaims),
    drn: session.awaits ? 'DSM' : 'DSR',
    iss: issuerOf(ctx),
    ...(!session.awaits && audienceOf(ctx)),
    sub: user.id,
    ...commonClaims(session),
    jti: tokenId,
    iat: seconds(session.rotatedAt),
    exp: seconds(expiriesOf(ctx, facts).refreshExpiresAt),
  };
}

const maxRefreshClaimsBytes = 1_500;

function commonClaims({ id, userId, amr, impersonatorId }: Session): Record<string, unknown> {
  return {
    amr,
    sid: id,
    ...(!userId && { anonymous: true }),
    ...(impersonatorId && { act: { sub: impersonatorId } }),
  };
}

/** Signs only the refresh JWT. The SDKs would accept that of a sign-in which awaits its second factor as a session if it had its key. */
export async function signRefreshToken(ctx: ProjectContext, facts: TokenFacts): Promise<string> {
  const key = await (facts.session.awaits ? currentOtherKey(ctx) : currentSigningKey(ctx));
  return signJwt(refreshJwtClaims(ctx, facts), key);
}

/** Signs a session JWT that has no refresh JWT. */
export async function signSessionToken(
  ctx: ProjectContext,
  facts: SessionFacts,
  further: Record<string, unknown> = {},
): Promise<string> {
  return signJwt({ ...sessionClaims(ctx, facts), ...further }, await currentSigningKey(ctx));
}

/** Names that custom claims cannot have. */
export const reservedClaims = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'amr', 'act', 'azp', 'cnf', 'sid', 'su', 'anonymous'],
  ...['drn', 'dct', 'dsub', 'rexp', 'tenants', 'roles', 'permissions', 'nsec'],
]);

/** Returns the claims of a session JWT. No other code creates these claims. */
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
    // First, so that a custom claim can never replace a reserved one.
    ...customClaims,
    tenants: Object.fromEntries(tenants) as Record<string, unknown>,
    roles: holder.roleNames,
    permissions: holder.permissions,
    ...(current && { dct: current.tenantId }),
    drn: 'DS',
    iss: issuerOf(ctx),
    ...audienceOf(ctx),
    sub: subject,
    iat: seconds(ctx.now()),
    exp: seconds(expiresAt),
  };
}

/** The subject of a session's tokens: a user, or an anonymous session itself. */
export type Subject = Holder & { id: string };

export interface SessionFacts {
  /** The ID of the user or the access key. */
  subject: string;
  holder: InReach<Holder>;
  /** The selected tenant, or empty. */
  tenantId: string;
  customClaims: Record<string, unknown>;
  expiresAt: number;
}

/** Returns the selected tenant unless the holder has left it; without a selection, the holder's only tenant. */
export function currentTenant(holder: Pick<Holder, 'tenants'>, selectedId: string): Membership | undefined {
  const selected = holder.tenants.find((tenant) => tenant.tenantId === selectedId);
  const own = holder.tenants.filter(({ isInherited }) => !isInherited);
  return selected ?? (own.length === 1 ? own[0] : undefined);
}

function issuerOf(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>): string {
  return `${ctx.baseUrl}/v1/apps/${ctx.project.id}`;
}

/** Returns the audience of session and refresh JWTs, by which the SDKs recognize them if the caller names it. */
function audienceOf({ project }: ProjectContext): { aud?: string } {
  return project.settings.sessionAudience ? { aud: project.id } : {};
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

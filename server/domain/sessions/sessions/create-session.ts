import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { justStored } from './live-session.ts';
import type { LiveSession } from './session.ts';
import { type AwaitedSignIn, awaitingSeconds, hashTokenId, newTokenId, type Session } from './session.ts';
import { insertSession } from './store.ts';

export interface SessionFields {
  /** Default: a new one. */
  id?: string;
  /** The user, or empty for an anonymous session. */
  userId: string;
  /** The roles of an anonymous session. */
  roleIds?: string[];
  amr: string[];
  tenantId?: string;
  ssoTenantIds?: string[];
  customClaims?: Record<string, unknown>;
  stepUpUntil?: number;
  impersonatorId?: string;
  resetsPassword?: boolean;
  /** The impersonation lasts no longer than the user's consent. */
  needsConsent?: boolean;
  /** Default: now. */
  provenAt?: number;
  /** Defaults to the project's maximum. */
  lifetimeSeconds?: number | undefined;
  awaits?: AwaitedSignIn;
}

/** Stores a session of a user who has already been authorized; checks nothing itself. Costs one insert. */
export async function createSession(
  ctx: ProjectContext,
  fields: SessionFields,
): Promise<{ session: LiveSession; tokenId: string }> {
  const now = ctx.now();
  const tokenId = newTokenId();
  const { refreshLifetimeSeconds } = ctx.project.settings;
  const { awaits } = fields;
  const wanted = awaits ? awaitingSeconds : fields.lifetimeSeconds || refreshLifetimeSeconds;
  const lifetimeSeconds = Math.min(wanted, refreshLifetimeSeconds);
  const session: Session = {
    id: fields.id ?? newId('S', now),
    userId: fields.userId,
    roleIds: fields.roleIds ?? [],
    amr: fields.amr,
    tenantId: fields.tenantId ?? '',
    ssoTenantIds: fields.ssoTenantIds ?? [],
    customClaims: fields.customClaims ?? {},
    stepUpUntil: fields.stepUpUntil ?? 0,
    impersonatorId: fields.impersonatorId ?? '',
    resetsPassword: fields.resetsPassword === true,
    createdAt: now,
    provenAt: fields.provenAt ?? now,
    expiresAt: now + lifetimeSeconds * 1000,
    rotatedAt: now,
    ...(awaits && { awaits }),
  };
  await insertSession(ctx.db, {
    ...session,
    projectId: ctx.project.id,
    userId: session.userId || null,
    needsConsent: fields.needsConsent ? 1 : 0,
    resetsPassword: session.resetsPassword ? 1 : 0,
    roleIds: JSON.stringify(session.roleIds),
    amr: JSON.stringify(session.amr),
    ssoTenantIds: JSON.stringify(session.ssoTenantIds),
    customClaims: JSON.stringify(session.customClaims),
    awaits: awaits ? JSON.stringify(awaits) : null,
    tokenHash: hashTokenId(tokenId),
    previousTokenHash: '',
    remoteAddress: ctx.request.remoteAddress,
    userAgent: ctx.request.userAgent,
  });
  if (!awaits) ctx.counters.count('latchkey_sessions_total', { event: 'started' });
  return { session: justStored(session), tokenId };
}

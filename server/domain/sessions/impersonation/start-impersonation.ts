import type { Actor, ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { readCustomClaims } from '../sessions/claims/custom-claims.ts';
import { signRefreshToken, signSessionToken } from '../sessions/claims/tokens.ts';
import { createSession } from '../sessions/create-session.ts';
import { lifetimesOf } from '../sessions/lifetimes.ts';
import { checkImpersonation, type Impersonation, type Refusal } from './check-impersonation.ts';
import { isImpersonated } from './store.ts';

/** In all, however often its token is refreshed. */
export const maxLifetimeSeconds = 30 * 60;

export interface ImpersonationRequest {
  /** Login ID or user ID, as is `loginId`. */
  impersonatorId: string;
  loginId: string;
  validateConsent: boolean;
  customClaims?: Record<string, unknown>;
  selectedTenant?: string | undefined;
  /** 0: as long as it may be. */
  lifetimeSeconds?: number;
}

/**
 * A refresh JWT of one user for another, who acts in their name: it says so in `act` (RFC 8693 §4.1). The user does
 * not sign in by it: one who is invited stays so, and no factor counts as proven.
 */
export async function impersonate(
  ctx: ProjectContext,
  request: ImpersonationRequest & { stepUp: boolean },
): Promise<string> {
  const { customClaims, tenantId, lifetimeSeconds, ...impersonation } = await permit(ctx, request);
  const { impersonator, user, consent } = impersonation;
  const started = await transaction(ctx, async (ctx) => {
    const created = await createSession(ctx, {
      userId: user.id,
      amr: ['mgmt'],
      tenantId,
      customClaims,
      stepUpUntil: request.stepUp ? ctx.now() + lifetimesOf(ctx, user).stepUpSeconds * 1000 : 0,
      impersonatorId: impersonator.id,
      needsConsent: consent !== undefined,
      lifetimeSeconds,
    });
    const { id: sessionId, expiresAt } = created.session;
    await record(ctx, 'Impersonated', impersonation, { sessionId, expiresAt, stepUp: request.stepUp });
    return created;
  });
  return signRefreshToken(ctx, { ...started, user });
}

/** A session JWT of the user that says `su`, for one sensitive action: it cannot be refreshed. */
export async function impersonateStepUp(ctx: ProjectContext, request: ImpersonationRequest): Promise<string> {
  const { customClaims, tenantId, lifetimeSeconds, ...impersonation } = await permit(ctx, request);
  const { impersonator, user } = impersonation;
  const { sessionSeconds, stepUpSeconds } = lifetimesOf(ctx, user);
  const expiresAt = ctx.now() + Math.min(lifetimeSeconds, sessionSeconds, stepUpSeconds) * 1000;
  await record(ctx, 'Impersonated', impersonation, { expiresAt, stepUp: true });
  return signSessionToken(
    ctx,
    { subject: user.id, holder: user, tenantId, customClaims, expiresAt },
    { amr: ['mgmt'], act: { sub: impersonator.id }, su: true },
  );
}

interface Permitted extends Impersonation {
  customClaims: Record<string, unknown>;
  tenantId: string;
  lifetimeSeconds: number;
}

/** Everything that can be refused. Who was refused what is in the audit log. */
async function permit(ctx: ProjectContext, request: ImpersonationRequest): Promise<Permitted> {
  const customClaims = readCustomClaims(request.customClaims);
  const impersonator = await load(ctx, 'impersonatorId', request.impersonatorId);
  const user = await load(ctx, 'loginId', request.loginId);
  const checked = await check(ctx, impersonator, user, request.validateConsent);
  if ('reason' in checked) {
    const { code, reason } = checked;
    await record(ctx, 'ImpersonationRefused', { impersonator, user }, { reason });
    throw new ServiceError(code, reason);
  }
  const { selectedTenant: tenantId = '' } = request;
  if (tenantId && !user.tenants.some((tenant) => tenant.tenantId === tenantId)) {
    throw new ServiceError('E064003', 'The user does not belong to the selected tenant');
  }
  const consentedSeconds = checked.consent
    ? Math.ceil((checked.consent.expiresAt - ctx.now()) / 1000)
    : maxLifetimeSeconds;
  const lifetimeSeconds = Math.min(
    request.lifetimeSeconds || maxLifetimeSeconds,
    maxLifetimeSeconds,
    consentedSeconds,
  );
  return { ...checked, customClaims, tenantId, lifetimeSeconds };
}

/** Says which of the two there is not. */
async function load(ctx: ProjectContext, field: string, value: string): Promise<User> {
  return loadUser(ctx, value).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'E112102') throw error;
    throw new ServiceError('E112102', `${field} is the login ID or user ID of nobody`);
  });
}

async function check(
  ctx: ProjectContext,
  impersonator: User,
  user: User,
  needsConsent: boolean,
): Promise<Impersonation | Refusal> {
  if (impersonator.id === user.id) return { code: 'E011004', reason: 'Nobody can impersonate themselves' };
  // The application reads who asks from a token. When that is an impersonated user's, the name is not the asker's.
  if (await isImpersonated(ctx.db, ctx.project.id, impersonator.id, ctx.now())) {
    const reason =
      'Somebody acts in the name of the impersonator at the moment: that has to be stopped first';
    return { code: 'E064006', reason };
  }
  return checkImpersonation(ctx, impersonator, user, { needsConsent });
}

/** The management key is what asked, so it is named beside the two. */
async function record(
  ctx: ProjectContext,
  action: 'Impersonated' | 'ImpersonationRefused',
  { impersonator, user, consent }: Pick<Impersonation, 'impersonator' | 'user'> & Partial<Impersonation>,
  facts: Record<string, unknown>,
): Promise<void> {
  const actor: Actor = { type: 'user', id: impersonator.id, actingAs: user.id };
  const data = { ...facts, ...(consent && { consentId: consent.id }), managementKeyId: ctx.actor.id };
  await recordAudit({ ...ctx, actor }, { action, userId: user.id, data });
}

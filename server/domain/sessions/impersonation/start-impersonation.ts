import type { Actor, ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { loadUser } from '../../directory/users/load-user.ts';
import type { User } from '../../directory/users/user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import {
  checkImpersonation,
  type Impersonation,
  type Refusal,
} from '../impersonation-rights/check-impersonation.ts';
import { readCustomClaims } from '../sessions/claims/custom-claims.ts';
import { signRefreshToken, signSessionToken } from '../sessions/claims/tokens.ts';
import { createSession } from '../sessions/create-session.ts';
import { type InReach, newReach, userInReach } from '../sessions/in-reach.ts';
import { isImpersonated } from './store.ts';

/** The total lifetime, however often the token is refreshed. */
export const maxLifetimeSeconds = 30 * 60;

export interface ImpersonationRequest {
  /** A login ID or user ID, like `loginId`. */
  impersonatorId: string;
  loginId: string;
  validateConsent: boolean;
  customClaims?: Record<string, unknown>;
  selectedTenant?: string | undefined;
  /** 0: the maximum. */
  lifetimeSeconds?: number;
}

/**
 * Starts an impersonation. Its refresh JWT belongs to the user and names the impersonator in `act` (RFC 8693 §4.1).
 * It does not count as a sign-in of the user: an invited user stays invited, and no factor counts as proven.
 */
export async function impersonate(
  ctx: ProjectContext,
  request: ImpersonationRequest & { stepUp: boolean },
): Promise<string> {
  const { customClaims, tenantId, lifetimeSeconds, ...impersonation } = await permit(ctx, request);
  const { impersonator, user, consent } = impersonation;
  const { stepUpSeconds } = user.lifetimes;
  const started = await transaction(ctx, async (ctx) => {
    const created = await createSession(ctx, {
      userId: user.id,
      amr: ['mgmt'],
      tenantId,
      customClaims,
      stepUpUntil: request.stepUp ? ctx.now() + stepUpSeconds * 1000 : 0,
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

/** Returns a session JWT of the user with `su`, for one sensitive action. It cannot be refreshed. */
export async function impersonateStepUp(ctx: ProjectContext, request: ImpersonationRequest): Promise<string> {
  const { customClaims, tenantId, lifetimeSeconds, ...impersonation } = await permit(ctx, request);
  const { impersonator, user } = impersonation;
  const { sessionSeconds, stepUpSeconds } = user.lifetimes;
  const expiresAt = ctx.now() + Math.min(lifetimeSeconds, sessionSeconds, stepUpSeconds) * 1000;
  await record(ctx, 'Impersonated', impersonation, { expiresAt, stepUp: true });
  return signSessionToken(
    ctx,
    { subject: user.id, holder: user, tenantId, customClaims, expiresAt },
    { amr: ['mgmt'], act: { sub: impersonator.id }, su: true },
  );
}

interface Permitted extends Impersonation {
  /** The impersonated user, with the tenants that the impersonation reaches. */
  user: InReach;
  customClaims: Record<string, unknown>;
  tenantId: string;
  lifetimeSeconds: number;
}

/** Checks every condition of an impersonation. The audit log records refusals. */
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
  const reached = await userInReach(ctx, newReach(ctx, user.id, impersonator.id), user);
  if (tenantId && !reached.tenants.some((tenant) => tenant.tenantId === tenantId)) {
    throw new ServiceError(
      'E064003',
      'selectedTenant is not a tenant that the impersonation reaches. Select one of the user’s tenants that is not disabled',
    );
  }
  const consentedSeconds = checked.consent
    ? Math.ceil((checked.consent.expiresAt - ctx.now()) / 1000)
    : maxLifetimeSeconds;
  const lifetimeSeconds = Math.min(
    request.lifetimeSeconds || maxLifetimeSeconds,
    maxLifetimeSeconds,
    consentedSeconds,
  );
  return { ...checked, user: reached, customClaims, tenantId, lifetimeSeconds };
}

/** Loads a user. The error names the field of the unknown one. */
async function load(ctx: ProjectContext, field: string, value: string): Promise<User> {
  return loadUser(ctx, value).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'E112102') throw error;
    throw new ServiceError('E112102', `${field} is not the login ID or user ID of any user`);
  });
}

async function check(
  ctx: TimedProjectData,
  impersonator: User,
  user: User,
  needsConsent: boolean,
): Promise<Impersonation | Refusal> {
  if (impersonator.id === user.id) return { code: 'E011004', reason: 'Users cannot impersonate themselves' };
  // The application reads the impersonator from a token. If that token belongs to an impersonated user, it names
  // the wrong person.
  if (await isImpersonated(ctx.db, ctx.project.id, impersonator.id, ctx.now())) {
    const reason = 'The impersonator is being impersonated. Stop that impersonation first';
    return { code: 'E064006', reason };
  }
  return checkImpersonation(ctx, impersonator, user, { needsConsent });
}

/** Records both users, and the management key as the caller. */
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

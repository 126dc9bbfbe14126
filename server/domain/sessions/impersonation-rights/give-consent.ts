import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser, loadUserById } from '../../directory/users/load-user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { reaches } from './authorize-impersonation.ts';
import { type Consent, type ConsentScope, consentLimits, keepExpiredMs } from './consent.ts';
import { deleteConsents, deleteOldConsents, listConsents, putConsent } from './store.ts';

/**
 * Stores a consent. Only the user can give it: `userId` is always the signed-in user, never a value from the
 * request.
 */
export async function giveConsent(
  ctx: ProjectContext,
  userId: string,
  { lifetimeSeconds, ...scope }: ConsentScope & { lifetimeSeconds: number },
): Promise<Consent> {
  return transaction(ctx, async (ctx) => {
    await checkScope(ctx, userId, scope);
    const before = await listConsents(ctx.db, ctx.project.id, userId);
    const isNew = !before.some((consent) => isSameScope(consent, scope));
    if (isNew && before.length >= consentLimits.count) {
      throw new ServiceError(
        'E011003',
        `A user can have at most ${consentLimits.count} consents. Withdraw one first`,
      );
    }
    const now = ctx.now();
    const consent = await putConsent(ctx.db, {
      ...scope,
      projectId: ctx.project.id,
      userId,
      id: newId('C', now),
      createdAt: now,
      expiresAt: now + lifetimeSeconds * 1000,
    });
    await recordConsent(ctx, 'ConsentGiven', userId, consent);
    return consent;
  });
}

/** Lists the user's consents, newest first, including expired ones. */
export function loadConsents(ctx: ProjectData, userId: string): Promise<Consent[]> {
  return listConsents(ctx.db, ctx.project.id, userId);
}

/** Withdraws all consents of the user, or the one with this ID. Throws E063302 for an unknown ID. */
export async function withdrawConsents(ctx: ProjectContext, userId: string, id?: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const withdrawn = await deleteConsents(ctx.db, ctx.project.id, userId, id);
    if (id !== undefined && withdrawn.length === 0) throw new ServiceError('E063302');
    for (const consent of withdrawn) await recordConsent(ctx, 'ConsentWithdrawn', userId, consent);
  });
}

/** Withdraws all consents that a user has given to be impersonated. Part of a transaction. */
export async function withdrawAllConsents(
  ctx: ProjectContext,
  { userId }: { userId: string },
): Promise<void> {
  await withdrawConsents(ctx, userId);
}

/**
 * Throws E011004 unless the user can know of the scope. A user who may not impersonate this user is refused like an
 * unknown ID, because the consent page shows a name.
 */
export async function checkScope(
  ctx: ProjectContext,
  userId: string,
  { impersonatorId, tenantId }: ConsentScope,
): Promise<void> {
  if (impersonatorId && tenantId)
    throw new ServiceError('E011004', 'impersonatorId and tenantId are both given. Give only one of them');
  if (!impersonatorId && !tenantId) return;
  const user = await loadUserById(ctx, userId);
  if (tenantId && !user.tenants.some((tenant) => tenant.tenantId === tenantId)) {
    throw new ServiceError('E011004', 'tenantId must be a tenant of the user');
  }
  if (!impersonatorId) return;
  const impersonator = impersonatorId === userId ? undefined : await findUser(ctx, impersonatorId);
  if (!impersonator || !reaches(impersonator, user)) {
    throw new ServiceError(
      'E011004',
      'impersonatorId must be the ID of a user who is allowed to impersonate the signed-in user',
    );
  }
}

/** Deletes consents that expired a while ago; until then, a refusal can name the expiry. */
export function deleteForgottenConsents(ctx: ServiceContext): Promise<void> {
  return deleteOldConsents(ctx.db, ctx.now() - keepExpiredMs);
}

function isSameScope(a: ConsentScope, b: ConsentScope): boolean {
  return a.impersonatorId === b.impersonatorId && a.tenantId === b.tenantId;
}

function recordConsent(
  ctx: ProjectContext,
  action: 'ConsentGiven' | 'ConsentWithdrawn',
  userId: string,
  { id: consentId, tenantId, impersonatorId, expiresAt }: Consent,
): Promise<void> {
  return recordAudit(ctx, { action, userId, tenantId, data: { consentId, impersonatorId, expiresAt } });
}

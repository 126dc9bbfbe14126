import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser, loadUserById } from '../../directory/users/load-user.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type Consent, type ConsentScope, consentLimits, keepExpiredMs } from './consent.ts';
import { reaches } from './right.ts';
import { deleteConsents, deleteOldConsents, listConsents, putConsent } from './store.ts';

/** What a user allows is the user's word alone: `userId` is always who is signed in, never what a request says. */
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
      throw new ServiceError('E011003', `A user gives at most ${consentLimits.count} consents at a time`);
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

/** The newest first, those that have expired too. */
export function loadConsents(ctx: ProjectContext, userId: string): Promise<Consent[]> {
  return listConsents(ctx.db, ctx.project.id, userId);
}

/** All of the user's, or the one with this ID: E063302 when there is none. */
export async function withdrawConsents(ctx: ProjectContext, userId: string, id?: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const withdrawn = await deleteConsents(ctx.db, ctx.project.id, userId, id);
    if (id !== undefined && withdrawn.length === 0) throw new ServiceError('E063302');
    for (const consent of withdrawn) await recordConsent(ctx, 'ConsentWithdrawn', userId, consent);
  });
}

/**
 * E011004 unless the scope is one that the user can know of. Whoever cannot impersonate this user is answered like an
 * ID of nobody: the consent page shows a name.
 */
export async function checkScope(
  ctx: ProjectContext,
  userId: string,
  { impersonatorId, tenantId }: ConsentScope,
): Promise<void> {
  if (impersonatorId && tenantId) throw new ServiceError('E011004', 'Give either impersonatorId or tenantId');
  if (!impersonatorId && !tenantId) return;
  const user = await loadUserById(ctx, userId);
  if (tenantId && !user.tenants.some((tenant) => tenant.tenantId === tenantId)) {
    throw new ServiceError('E011004', 'tenantId has to be a tenant of the user');
  }
  if (!impersonatorId) return;
  const impersonator = impersonatorId === userId ? undefined : await findUser(ctx, impersonatorId);
  if (!impersonator || !reaches(impersonator, user)) {
    throw new ServiceError(
      'E011004',
      'impersonatorId has to be the ID of somebody who may impersonate the user',
    );
  }
}

/** Those that expired a while ago; until then it can be said that they have. */
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

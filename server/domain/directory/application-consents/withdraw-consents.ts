import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { happen } from '../../../core/event.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { EndingMemberships } from '../tenants/ending-memberships.ts';
import { findLostPlaces } from '../users/lost-places.ts';
import type { Consent } from './consent.ts';
import { consentWithdrawn } from './events.ts';
import { type ConsentFilter, deleteConsents, listConsentsInTenants } from './store.ts';

/** At most this many are withdrawn in one call. Each ends the sessions that stand on it. */
const maxWithdrawn = 10_000;

/**
 * Withdraws consents and ends the sessions that applications have because of them. E011002 without a criterion, because that would withdraw
 * all consents of the project.
 */
export async function withdrawApplicationConsents(
  ctx: ProjectContext,
  filter: ConsentFilter,
): Promise<Consent[]> {
  const { ids = [], appId, userIds = [], tenantId } = filter;
  if (ids.length === 0 && userIds.length === 0 && !appId && !tenantId)
    throw new ServiceError(
      'E011002',
      'consentIds, appId, userIds or tenantId is required. Give at least one of them',
    );
  return transaction(ctx, async (ctx) => {
    const withdrawn = await deleteConsents(ctx.db, ctx.project.id, filter);
    if (withdrawn.length > maxWithdrawn)
      throw new ServiceError('E011004', `More than ${maxWithdrawn} consents match. Withdraw them in parts`);
    await endWithdrawn(ctx, withdrawn);
    return withdrawn;
  });
}

/**
 * Withdraws everything that a user has allowed applications, however much it is, and what they have allowed them for all members
 * of these tenants. Part of a transaction.
 */
export async function withdrawConsentsGivenBy(
  ctx: ProjectContext,
  { userId, tenantIds = [] }: { userId: string; tenantIds?: string[] },
): Promise<void> {
  await endWithdrawn(ctx, await deleteConsents(ctx.db, ctx.project.id, { userIds: [userId] }));
  if (tenantIds.length === 0) return;
  const forTenants = { tenantIds, grantedBy: userId, for: 'tenants' } as const;
  await endWithdrawn(ctx, await deleteConsents(ctx.db, ctx.project.id, forTenants));
}

/** Withdraws what users have allowed applications to do for them in tenants, with their memberships. Part of a transaction. */
export async function withdrawConsentsInTenants(
  ctx: ProjectContext,
  ending: EndingMemberships,
): Promise<void> {
  const given = await listConsentsInTenants(ctx.db, ctx.project.id, ending.of);
  const lost = await findLostPlaces(ctx, given, ending.tenantIds);
  if (lost.length === 0) return;
  const ids = lost.map(({ id }) => id);
  await endWithdrawn(ctx, await deleteConsents(ctx.db, ctx.project.id, { ids }));
}

async function endWithdrawn(ctx: ProjectContext, withdrawn: Consent[]): Promise<void> {
  for (const consent of withdrawn) await happen(ctx, consentWithdrawn, consent);
  for (const { appId, userId, tenantId, scopes } of withdrawn) {
    await recordAudit(ctx, {
      action: 'ApplicationConsentWithdrawn',
      ...(userId && { userId }),
      ...(tenantId && { tenantId }),
      data: { application: appId, scopes },
    });
  }
}

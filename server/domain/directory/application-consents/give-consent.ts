import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { holdUser } from '../users/revocations.ts';
import {
  type AllowedAt,
  type Answered,
  type Consent,
  type ConsentSubject,
  scopeNames,
  withAnswer,
} from './consent.ts';
import { holdConsent, listConsentsFor, listConsentsOf, updateConsent } from './store.ts';

/** Returns the consents that count for the user in the tenant: their own, and the tenant's for everyone. */
export function consentsFor(ctx: ProjectData, subject: ConsentSubject): Promise<Consent[]> {
  return listConsentsFor(ctx.db, ctx.project.id, subject);
}

/** Lists what the user has allowed applications, and what their tenants have allowed for all members; newest first. */
export function loadConsentsOf(
  ctx: ProjectData,
  { id, tenants }: { id: string; tenants: { tenantId: string }[] },
): Promise<Consent[]> {
  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  return listConsentsOf(ctx.db, ctx.project.id, { userId: id, tenantIds });
}

/** Adds an answer to what the user allows the application. `forEveryone`: for all members of the tenant. */
export async function giveConsent(
  ctx: ProjectContext,
  {
    appId,
    userId,
    tenantId,
    answered,
    forEveryone,
    shownBefore = () => [],
  }: ConsentSubject & {
    answered: Answered;
    forEveryone: boolean;
    /** Returns what a consent of an earlier version has shown, which it did not keep. */
    shownBefore?: (consent: Consent) => AllowedAt[];
  },
): Promise<Consent> {
  return transaction(ctx, async (ctx) => {
    const [projectId, now] = [ctx.project.id, ctx.now()];
    // The user before the consent, as revocations do.
    await holdUser(ctx, userId);
    const before = await holdConsent(ctx.db, {
      projectId,
      appId,
      tenantId,
      userId: forEveryone ? '' : userId,
      id: newId('N', now),
      scopes: '[]',
      allowed: '[]',
      grantedBy: userId,
      createdAt: now,
      modifiedAt: now,
    });
    const allowed = withAnswer(before.allowed ?? shownBefore(before), answered);
    const consent = await updateConsent(
      ctx.db,
      { projectId, id: before.id },
      {
        scopes: JSON.stringify(scopeNames(allowed)),
        allowed: JSON.stringify(allowed),
        grantedBy: userId,
        modifiedAt: now,
      },
    );
    await recordAudit(ctx, {
      action: 'ApplicationConsentGiven',
      userId,
      ...(tenantId && { tenantId }),
      data: { application: appId, scopes: consent.scopes, resources: answered.resources, forEveryone },
    });
    return consent;
  });
}

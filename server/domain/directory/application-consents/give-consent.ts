import type { ProjectContext } from '../../../core/context.ts';
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
import { listConsentsFor, listConsentsOf, putConsent } from './store.ts';

/** Returns the consents that count for the user in the tenant: their own, and the tenant's for everyone. */
export function consentsFor(ctx: ProjectContext, subject: ConsentSubject): Promise<Consent[]> {
  return listConsentsFor(ctx.db, ctx.project.id, subject);
}

/** Lists what the user has allowed applications, and what their tenants have allowed for all members; newest first. */
export function loadConsentsOf(
  ctx: ProjectContext,
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
    // Of two answers at the same time, the second sees what the first allowed.
    await holdUser(ctx, userId);
    const subject = { appId, tenantId, userId: forEveryone ? '' : userId };
    const before = await listConsentsFor(ctx.db, ctx.project.id, subject);
    const own = before.find((consent) => consent.userId === subject.userId);
    const allowed = withAnswer(own ? (own.allowed ?? shownBefore(own)) : [], answered);
    const consent = await putConsent(ctx.db, {
      ...subject,
      projectId: ctx.project.id,
      id: newId('N', ctx.now()),
      scopes: JSON.stringify(scopeNames(allowed)),
      allowed: JSON.stringify(allowed),
      grantedBy: userId,
      createdAt: ctx.now(),
      modifiedAt: ctx.now(),
    });
    await recordAudit(ctx, {
      action: 'ApplicationConsentGiven',
      userId,
      ...(tenantId && { tenantId }),
      data: { application: appId, scopes: consent.scopes, resources: answered.resources, forEveryone },
    });
    return consent;
  });
}

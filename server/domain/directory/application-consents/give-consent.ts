import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { holdUser } from '../users/revocations.ts';
import type { Consent, ConsentSubject } from './consent.ts';
import { listConsentsFor, listConsentsOf, putConsent } from './store.ts';

/** Returns the scopes that the user, or the tenant for everyone, has allowed the application; `undefined` without a consent. */
export async function consentedScopes(
  ctx: ProjectContext,
  subject: ConsentSubject,
): Promise<string[] | undefined> {
  const consents = await listConsentsFor(ctx.db, ctx.project.id, subject);
  if (consents.length === 0) return undefined;
  return [...new Set(consents.flatMap(({ scopes }) => scopes))];
}

/** Lists what the user has allowed applications, and what their tenants have allowed for all members; newest first. */
export function loadConsentsOf(
  ctx: ProjectContext,
  { id, tenants }: { id: string; tenants: { tenantId: string }[] },
): Promise<Consent[]> {
  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  return listConsentsOf(ctx.db, ctx.project.id, { userId: id, tenantIds });
}

/** Adds scopes to what the user allows the application. `forEveryone`: for all members of the tenant. */
export async function giveConsent(
  ctx: ProjectContext,
  {
    appId,
    userId,
    tenantId,
    scopes,
    forEveryone,
  }: ConsentSubject & { scopes: string[]; forEveryone: boolean },
): Promise<Consent> {
  return transaction(ctx, async (ctx) => {
    // Of two answers at the same time, the second sees the scopes of the first.
    await holdUser(ctx, userId);
    const subject = { appId, tenantId, userId: forEveryone ? '' : userId };
    const before = await listConsentsFor(ctx.db, ctx.project.id, subject);
    const own = before.find((consent) => consent.userId === subject.userId);
    const consent = await putConsent(ctx.db, {
      ...subject,
      projectId: ctx.project.id,
      id: newId('N', ctx.now()),
      scopes: JSON.stringify([...new Set([...(own?.scopes ?? []), ...scopes])]),
      grantedBy: userId,
      createdAt: ctx.now(),
      modifiedAt: ctx.now(),
    });
    await recordAudit(ctx, {
      action: 'ApplicationConsentGiven',
      userId,
      ...(tenantId && { tenantId }),
      data: { application: appId, scopes: consent.scopes, forEveryone },
    });
    return consent;
  });
}

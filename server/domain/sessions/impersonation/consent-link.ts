import type { ProjectContext, ServiceContext, UserContext } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { withQuery } from '../../../core/url.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { isDisabled, type User } from '../../directory/users/user.ts';
import { isAllowedRedirect } from '../../project/projects/redirect-urls.ts';
import type { ConsentScope } from '../impersonation-rights/consent.ts';
import { checkScope, giveConsent, withdrawConsents } from '../impersonation-rights/give-consent.ts';
import { holdSession } from '../sessions/live-session.ts';
import { type ConsentLinkRow, deleteExpiredLinks, findLink, insertLink, takeLink } from './store.ts';
import { requireTenantInReach } from './tenant-of-consent.ts';

export const consentPath = '/v1/auth/impersonation-consent';

/** The time within which the page can be answered. */
export const linkLifetimeSeconds = 10 * 60;

/**
 * Creates a link to the consent page for the signed-in user. Anyone with the link can answer once in the user's
 * place. It ends with the session that requested it.
 */
export async function createConsentLink(
  ctx: UserContext,
  { redirectUrl, ...scope }: ConsentScope & { redirectUrl: string },
): Promise<{ url: string; expiresAt: number }> {
  if (!isAllowedRedirect(ctx, redirectUrl)) {
    throw new ServiceError(
      'E011004',
      'redirectUrl is not on the project’s list of redirect URLs. Add it to the list, or use another URL',
    );
  }
  const { userId, id: sessionId } = ctx.session;
  await requireTenantInReach(ctx, ctx.session, scope);
  await checkScope(ctx, userId, scope);
  const token = newSecret();
  const expiresAt = ctx.now() + linkLifetimeSeconds * 1000;
  const projectId = ctx.project.id;
  await insertLink(ctx.db, {
    ...scope,
    projectId,
    tokenHash: hashSecret(token),
    userId,
    sessionId,
    redirectUrl,
    expiresAt,
  });
  return { url: withQuery(`${ctx.baseUrl}${consentPath}`, { projectId, link: token }), expiresAt };
}

export interface OpenLink {
  user: User;
  scope: ConsentScope;
  redirectUrl: string;
}

/**
 * Returns the request behind a link, or undefined if the link is unknown, answered or expired. Does not use the
 * link up.
 */
export async function openConsentLink(ctx: ProjectContext, token: string): Promise<OpenLink | undefined> {
  const link = await findLink(ctx.db, ctx.project.id, hashSecret(token), ctx.now());
  const user = link && (await findUser(ctx, link.userId));
  if (!user || isDisabled(user)) return undefined;
  return { user, scope: scopeOf(link), redirectUrl: link.redirectUrl };
}

export type ConsentAnswer =
  | { kind: 'given'; lifetimeSeconds: number }
  | { kind: 'declined' }
  | { kind: 'withdrawn'; consentId: string };

/** Uses the link up and returns the URL to redirect to, or undefined if the link is no longer valid. */
export async function answerConsentLink(
  ctx: ProjectContext,
  token: string,
  answer: ConsentAnswer,
): Promise<string | undefined> {
  return transaction(ctx, async (ctx) => {
    const tokenHash = hashSecret(token);
    const found = await findLink(ctx.db, ctx.project.id, tokenHash, ctx.now());
    // Locks the user before deleting the link, in the same order as ending the link's session does.
    const session = found && (await holdSession(ctx, found.sessionId));
    if (!session) return undefined;
    const link = await takeLink(ctx.db, ctx.project.id, tokenHash, ctx.now());
    const user = link && (await findUser(ctx, link.userId));
    if (!user || isDisabled(user)) return undefined;
    const signedIn: ProjectContext = { ...ctx, actor: { type: 'user', id: user.id } };
    if (answer.kind === 'given') {
      await requireTenantInReach(ctx, session, scopeOf(link));
      await giveConsent(signedIn, user.id, { ...scopeOf(link), lifetimeSeconds: answer.lifetimeSeconds });
    }
    if (answer.kind === 'withdrawn') await withdrawConsents(signedIn, user.id, answer.consentId);
    return withQuery(link.redirectUrl, { consent: answer.kind });
  });
}

export function deleteExpiredConsentLinks(ctx: ServiceContext): Promise<void> {
  return deleteExpiredLinks(ctx.db, ctx.now());
}

function scopeOf({ impersonatorId, tenantId }: ConsentLinkRow): ConsentScope {
  return { impersonatorId, tenantId };
}

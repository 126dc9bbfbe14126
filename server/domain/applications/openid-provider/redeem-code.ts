import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { answersChallenge } from '../../../protocols/oauth/pkce.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findUser } from '../../directory/users/load-user.ts';
import { wasRevoked } from '../../directory/users/revocations.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { createSession } from '../../sessions/sessions/create-session.ts';
import { endSession } from '../../sessions/sessions/end-session.ts';
import { holdSession } from '../../sessions/sessions/session-alive.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { isMemberOf, maySignInTo } from './access.ts';
import type { Client } from './client.ts';
import type { CodeGrant, Grant } from './grant.ts';
import { narrowResources } from './resources.ts';
import { findCode, insertApplicationSession, useCode } from './store.ts';

/**
 * Redeems a code for a session of the application (RFC 6749 §4.1.3). One statement marks the code as used, so exactly one of
 * many requests gets the session. A second use ends that session, because two parties know the code (RFC 9700 §4.5).
 */
export async function redeemCode(
  ctx: ProjectContext,
  client: Client,
  given: { code: string; redirectUri: string; codeVerifier: string; resources: string[] },
): Promise<{ started: StartedSession; grant: Grant }> {
  const codeHash = hashSecret(given.code);
  const row = await findCode(ctx.db, ctx.project.id, codeHash);
  if (!row || row.appId !== client.app.id) throw notValid();
  const stored = JSON.parse(row.grant) as CodeGrant;
  const { redirectUri, codeChallenge, browserSessionId, revocations, ...grant } = stored;
  if (grant.clientId !== client.id || grant.issuer !== client.issuer.url) throw notValid();
  if (redirectUri !== given.redirectUri)
    throw new OAuthError('invalid_grant', 'redirect_uri is not the one of the authorization request');
  if (!answers(given.codeVerifier, codeChallenge))
    throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge of the request');
  const resources = narrowResources(client, grant.resources, given.resources);
  const started = await transaction(ctx, async (ctx) => {
    // Locks the user first, as revocations do, so that the two cannot wait for each other.
    const isRevoked = await wasRevoked(ctx, row.userId, revocations);
    if (!(await useCode(ctx.db, ctx.project.id, codeHash, ctx.now()))) return undefined;
    if (isRevoked) throw notValid();
    return startApplicationSession(ctx, client, row, { grant, browserSessionId });
  });
  if (started) return { started, grant: { ...grant, resources } };
  const now = await findCode(ctx.db, ctx.project.id, codeHash);
  if (now && now.usedAt !== null) await endReused(ctx, row);
  throw notValid();
}

/** Without a challenge there must be no verifier either: a request without PKCE may be an attacker's (RFC 9700 §4.8.2). */
function answers(verifier: string, challenge: string): boolean {
  return challenge === '' ? verifier === '' : answersChallenge(verifier, challenge);
}

/** The session has the factors and limits of the browser's, and lasts no longer unless the user need not be present. */
async function startApplicationSession(
  ctx: ProjectContext,
  client: Client,
  { userId, sessionId }: Row<'authorizationCodes'>,
  { grant, browserSessionId }: { grant: Grant; browserSessionId: string },
): Promise<StartedSession> {
  const [before, user] = [await holdSession(ctx, browserSessionId), await findUser(ctx, userId)];
  if (!before || !user || user.status === 'disabled' || !isMemberOf(user, grant.tenantId)) throw notValid();
  if (!(await maySignInTo(ctx, user, client.app))) throw notValid();
  const isOffline = grant.scopes.includes('offline_access') && before.ssoTenantIds.length === 0;
  const { amr, ssoTenantIds, customClaims, expiresAt } = before;
  const tenantId = grant.tenantId ?? before.tenantId;
  const created = await createSession(ctx, {
    ...{ id: sessionId, userId, amr, tenantId, ssoTenantIds, customClaims },
    lifetimeSeconds: isOffline ? undefined : Math.max(1, Math.floor((expiresAt - ctx.now()) / 1000)),
  });
  await insertApplicationSession(ctx.db, {
    projectId: ctx.project.id,
    sessionId,
    appId: client.app.id,
    grant: JSON.stringify(grant),
    browserSessionId,
    endsWithBrowser: isOffline ? 0 : 1,
  });
  return { ...created, user };
}

/** Commits the end before the refusal, so that it stays. */
async function endReused(ctx: ProjectContext, { sessionId, userId, appId }: Row<'authorizationCodes'>) {
  await transaction(ctx, async (ctx) => {
    await endSession(ctx, sessionId);
    await recordAudit(ctx, {
      action: 'RefreshReused',
      userId,
      data: { sessionId, application: appId, token: 'authorization code' },
    });
  });
}

function notValid(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The code is unknown, older than a minute, was used, or belongs to another client',
  );
}

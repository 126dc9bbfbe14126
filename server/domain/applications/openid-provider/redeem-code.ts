import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { answersChallenge } from '../../../protocols/oauth/pkce.ts';
import type { Row } from '../../../storage/tables.ts';
import { transaction } from '../../../storage/transaction.ts';
import { wasRevoked } from '../../directory/users/revocations.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { endSession } from '../../sessions/sessions/end-session.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import type { Client } from './client.ts';
import { isAllowedKnown } from './consent.ts';
import { bindGrant, type CodeGrant, type Grant } from './grant.ts';
import { isIssuer } from './place.ts';
import { narrowResources } from './resources.ts';
import { startApplicationSession } from './start-application-session.ts';
import { findCode, useCode } from './store.ts';

/**
 * Redeems a code for a session of the application (RFC 6749 §4.1.3). One statement marks the code as used, so exactly one of
 * many requests gets the session. A second use ends that session, because two parties know the code (RFC 9700 §4.5).
 */
export async function redeemCode(
  ctx: ProjectContext,
  client: Client,
  given: {
    code: string;
    redirectUri: string;
    codeVerifier: string;
    resources: string[];
    keyThumbprint: string;
  },
): Promise<{ started: StartedSession; grant: Grant }> {
  const codeHash = hashSecret(given.code);
  const row = await findCode(ctx.db, ctx.project.id, codeHash);
  if (!row || row.appId !== client.app.id) throw notValid();
  const stored = JSON.parse(row.grant) as CodeGrant;
  const { redirectUri, codeChallenge, dpopJkt, browserSessionId, revocations, ...rest } = stored;
  const grant = bindGrant(client, rest, given.keyThumbprint);
  if (grant.clientId !== client.id || !isIssuer(grant.issuer, client.issuer)) throw notValid();
  if (redirectUri !== given.redirectUri)
    throw new OAuthError('invalid_grant', 'redirect_uri does not match the authorization request');
  if (!answers(given.codeVerifier, codeChallenge))
    throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge of the request');
  if (dpopJkt && dpopJkt !== given.keyThumbprint)
    throw new OAuthError('invalid_grant', 'The code needs a DPoP proof of the key in dpop_jkt');
  const resources = narrowResources(client, grant.resources, given.resources);
  if (!(await isAllowedKnown(ctx, client, grant, row.userId))) throw notValid();
  const started = await transaction(ctx, async (ctx) => {
    // Locks the user first, as revocations do, so that the two cannot wait for each other.
    const isRevoked = await wasRevoked(ctx, row.userId, revocations);
    if (!(await useCode(ctx.db, ctx.project.id, codeHash, ctx.now()))) return undefined;
    if (isRevoked) throw notValid();
    const { userId, sessionId } = row;
    const started = await startApplicationSession(ctx, client, {
      userId,
      sessionId,
      grant,
      browserSessionId,
    });
    if (!started) throw notValid();
    return started;
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
    'The code is unknown, has expired or already been used, or belongs to another client',
  );
}

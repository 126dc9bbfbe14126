import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { authenticateRefresh, authenticateTokenId } from '../../sessions/sessions/authenticate.ts';
import { endSessionsById } from '../../sessions/sessions/end-session.ts';
import type { Client } from './client.ts';
import type { Grant } from './grant.ts';
import { findApplicationSessionOf, verifyAccessToken } from './read-access-token.ts';
import { findApplicationSession } from './store.ts';
import { readRefreshToken } from './tokens.ts';

/**
 * Revokes a token of the client by ending its session, and with it all tokens of the same sign-in (RFC 7009 §2.1). A token
 * that is unknown, or another client's, changes nothing, and the answer is the same (§2.2).
 */
export async function revokeToken(ctx: ProjectContext, client: Client, token: string): Promise<void> {
  try {
    const sessionId = await sessionOf(ctx, client, token);
    const stored = sessionId && (await findApplicationSession(ctx.db, ctx.project.id, sessionId));
    if (!stored || (JSON.parse(stored.grant) as Grant).clientId !== client.id) return;
    await endSessionsById(ctx, [stored.sessionId]);
  } catch (error) {
    if (error instanceof OAuthError || (error instanceof ServiceError && error.status < 500)) return;
    throw error;
  }
}

async function sessionOf(ctx: ProjectContext, client: Client, token: string): Promise<string> {
  const handle = readRefreshToken(token);
  if (handle) return (await authenticateTokenId(ctx, handle)).session.id;
  if (!client.isProject) return sessionOfAccessToken(ctx, token);
  try {
    return (await authenticateRefresh(ctx, token)).session.id;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return sessionOfAccessToken(ctx, token);
    throw error;
  }
}

async function sessionOfAccessToken(ctx: ProjectContext, token: string): Promise<string> {
  return (await findApplicationSessionOf(ctx, await verifyAccessToken(ctx, token))).session.id;
}

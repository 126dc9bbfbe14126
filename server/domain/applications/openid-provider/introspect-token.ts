import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { authenticateTokenId } from '../../sessions/sessions/authenticate.ts';
import type { Client } from './client.ts';
import { requireCurrentSignIn } from './current-sign-in.ts';
import { thumbprintIn } from './dpop/take-proof.ts';
import type { Grant } from './grant.ts';
import { findApplicationSessionOf, verifyAccessToken } from './read-access-token.ts';
import { findApplicationSession } from './store.ts';
import { readRefreshToken, tokenTypeOf } from './tokens.ts';

type Introspection = { active: boolean } & Record<string, unknown>;

const inactive = { active: false };

/**
 * Says whether a token is valid now, and what it stands for (RFC 7662 §2.2). A client learns about its own tokens, and about
 * access tokens whose audience it is; for others the answer is the same as for an unknown token.
 */
export async function introspectToken(
  ctx: ProjectContext,
  client: Client,
  token: string,
): Promise<Introspection> {
  try {
    const handle = readRefreshToken(token);
    return handle ? await refreshToken(ctx, client, handle) : await accessToken(ctx, client, token);
  } catch (error) {
    const isRefusal = error instanceof OAuthError || (error instanceof ServiceError && error.status < 500);
    if (isRefusal) return inactive;
    throw error;
  }
}

async function accessToken(ctx: ProjectContext, client: Client, token: string): Promise<Introspection> {
  const claims = await verifyAccessToken(ctx, token);
  const { client_id: owner, aud, sid } = claims;
  if (owner !== client.id && ![aud].flat().includes(client.id)) return inactive;
  // A token of an application for itself has no session that could end.
  if (sid !== undefined) await requireCurrentSignIn(ctx, await findApplicationSessionOf(ctx, claims), client);
  return { active: true, ...claims, token_type: tokenTypeOf(thumbprintIn(claims) ?? '') };
}

async function refreshToken(
  ctx: ProjectContext,
  client: Client,
  handle: { sessionId: string; tokenId: string },
): Promise<Introspection> {
  const { session } = await authenticateTokenId(ctx, handle);
  const stored = await findApplicationSession(ctx.db, ctx.project.id, session.id);
  const grant = stored && (JSON.parse(stored.grant) as Grant);
  if (!grant || grant.clientId !== client.id) return inactive;
  const { appId, isAppEnabled } = stored;
  await requireCurrentSignIn(ctx, { session, appId, isAppEnabled: isAppEnabled === 1, grant }, client);
  return {
    active: true,
    iss: grant.issuer,
    sub: grant.subject,
    client_id: grant.clientId,
    scope: grant.scopes.join(' '),
    iat: Math.floor(session.rotatedAt / 1000),
    exp: Math.floor(session.expiresAt / 1000),
    sid: session.id,
  };
}

import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { authenticateAccessKey, exchangeAccessKey } from '../../sessions/access-keys/exchange-key.ts';
import { authenticateRefresh, authenticateTokenId } from '../../sessions/sessions/authenticate.ts';
import { refreshSession } from '../../sessions/sessions/refresh-session.ts';
import { isMemberOf, maySignInTo } from './access.ts';
import { serverOf } from './allowed.ts';
import type { Client } from './client.ts';
import { isAllowedKnown } from './consent.ts';
import { deviceGrantType } from './device/device-request.ts';
import { redeemDeviceCode } from './device/redeem-device-code.ts';
import type { Grant } from './grant.ts';
import { isIssuer } from './place.ts';
import { redeemCode } from './redeem-code.ts';
import { narrowResources } from './resources.ts';
import { knownScopes } from './scopes.ts';
import { findApplicationSession, updateGrant } from './store.ts';
import {
  audienceOf,
  confirmationOf,
  readRefreshToken,
  signAccessToken,
  type TokenAnswer,
  tokensFor,
  tokenTypeOf,
} from './tokens.ts';

/** The fields of a token request. An absent one is empty. */
export interface TokenRequest {
  grantType: string;
  code: string;
  redirectUri: string;
  codeVerifier: string;
  refreshToken: string;
  scope: string;
  resources: string[];
  deviceCode: string;
  /** The key of the DPoP proof, to which the access token is bound; empty: none. */
  keyThumbprint: string;
  /** The client's secret, which for the project's own client is an access key. */
  clientSecret: string;
}

/** Answers a token request of an authenticated client (RFC 6749 §4.1.3, §6, §4.4). */
export async function grantTokens(
  ctx: ProjectContext,
  client: Client,
  request: TokenRequest,
): Promise<TokenAnswer> {
  const { settings } = client;
  const { keyThumbprint } = request;
  switch (request.grantType) {
    case 'authorization_code':
      if (settings.authorizationCodeDisabled) throw notAllowed(request.grantType);
      return tokensFor(ctx, client, { ...(await redeemCode(ctx, client, request)), keyThumbprint });
    case 'refresh_token':
      if (settings.refreshTokenDisabled) throw notAllowed(request.grantType);
      return refreshTokens(ctx, client, request);
    case 'client_credentials':
      if (settings.clientCredentialsDisabled) throw notAllowed(request.grantType);
      return client.isProject ? tokensForKey(ctx, request) : tokensForClient(ctx, client, request);
    case deviceGrantType:
      if (settings.deviceCodeDisabled) throw notAllowed(request.grantType);
      return tokensFor(ctx, client, { ...(await redeemDeviceCode(ctx, client, request)), keyThumbprint });
    case '':
      throw new OAuthError('invalid_request', 'grant_type is missing');
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        `grant_type must be \`authorization_code\`, \`refresh_token\`, \`client_credentials\` or \`${deviceGrantType}\``,
      );
  }
}

function notAllowed(grantType: string): OAuthError {
  return new OAuthError('unauthorized_client', `The application does not allow ${grantType}`);
}

/** Rotates the refresh token. One that was used before ends the session (RFC 9700 §4.14.2). */
async function refreshTokens(
  ctx: ProjectContext,
  client: Client,
  { refreshToken, scope, resources: asked, keyThumbprint }: TokenRequest,
): Promise<TokenAnswer> {
  const handle = client.isProject ? undefined : readRefreshToken(refreshToken);
  if (!refreshToken) throw new OAuthError('invalid_request', 'refresh_token is missing');
  if (!client.isProject && !handle) throw endedSession();
  try {
    const caller = handle
      ? await authenticateTokenId(ctx, handle)
      : await authenticateRefresh(ctx, refreshToken);
    const stored = await findApplicationSession(ctx.db, ctx.project.id, caller.session.id);
    const grant = stored && (JSON.parse(stored.grant) as Grant);
    if (!grant || grant.clientId !== client.id || stored.appId !== client.app.id) throw endedSession();
    if (!isIssuer(grant.issuer, client.issuer)) throw endedSession();
    if (grant.keyThumbprint && grant.keyThumbprint !== keyThumbprint) throw otherKey();
    const { id: sessionId, userId } = caller.session;
    await requireAllowed(ctx, client, { sessionId, userId }, grant);
    const resources = narrowResources(client, grant.resources, asked);
    const scopes = narrow(client, grant.scopes, scope);
    const started = await refreshSession(caller);
    if (!isMemberOf(started.user, grant.tenantId)) throw endedSession();
    if (!(await maySignInTo(ctx, started.user, client.app))) throw endedSession();
    return await tokensFor(ctx, client, {
      started,
      grant: { ...grant, nonce: '', resources },
      scopes,
      keyThumbprint,
    });
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) throw endedSession(error);
    throw error;
  }
}

/**
 * Requires that it is known what the user allowed a third-party application, and keeps it if the sign-in is from before it was kept. The
 * tokens have no more than that, so a grant must not go on at an address that the user did not read.
 */
async function requireAllowed(
  ctx: ProjectData,
  { thirdParty }: Client,
  { sessionId, userId }: { sessionId: string; userId: string },
  grant: Grant,
): Promise<void> {
  if (!thirdParty) return;
  if (!grant.allowed) {
    if (!(await isAllowedKnown(ctx, { thirdParty }, grant, userId))) throw askAgain();
    await updateGrant(ctx.db, ctx.project.id, sessionId, JSON.stringify(grant));
  }
  if (grant.allowed?.server !== serverOf(thirdParty)) throw askAgain();
}

function askAgain(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The application’s access has changed since the user consented. Send the user to sign in again',
  );
}

/** The client may ask for less than it has, and never for more (RFC 6749 §6). */
function narrow(client: Client, granted: string[], text: string): string[] {
  if (!text) return granted;
  const asked = knownScopes(client, text);
  if (!asked.every((scope) => granted.includes(scope)))
    throw new OAuthError('invalid_scope', 'scope contains more than the user granted');
  return asked;
}

function endedSession(cause?: unknown): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked or already used, or belongs to another client',
    { cause },
  );
}

function otherKey(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The refresh token needs a DPoP proof of the key that it is bound to',
  );
}

/** A token for the application itself, without a user. */
async function tokensForClient(
  ctx: ProjectContext,
  client: Client,
  { scope, resources, keyThumbprint }: TokenRequest,
): Promise<TokenAnswer> {
  if (client.isPublic)
    throw new OAuthError('unauthorized_client', 'A client without a secret cannot act for itself');
  const seconds = ctx.project.settings.sessionLifetimeSeconds;
  // Scopes about a user have no meaning here.
  const scopes = knownScopes(client, scope).filter((name) => name === 'roles');
  const claims = {
    iss: client.issuer.url,
    sub: client.id,
    aud: audienceOf(ctx, client, { resources: narrowResources(client, undefined, resources), scopes: [] }),
    client_id: client.id,
    scope: scopes.join(' '),
    ...confirmationOf(keyThumbprint),
  };
  const token = await signAccessToken(ctx, claims, ctx.now() + seconds * 1000);
  await recordAudit(ctx, {
    action: 'ApplicationSignIn',
    data: { application: client.app.id, grant: 'client_credentials' },
  });
  return {
    access_token: token,
    token_type: tokenTypeOf(keyThumbprint),
    expires_in: seconds,
    scope: scopes.join(' '),
  };
}

/** The project's own client has no secret; a program proves itself by an access key. */
async function tokensForKey(ctx: ProjectContext, { clientSecret }: TokenRequest): Promise<TokenAnswer> {
  try {
    const { sessionJwt, expiresAt } = await exchangeAccessKey(
      await authenticateAccessKey(ctx, clientSecret),
      {},
    );
    const seconds = Math.floor((expiresAt - ctx.now()) / 1000);
    return { access_token: sessionJwt, token_type: 'Bearer', expires_in: seconds, scope: '' };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401)
      throw new OAuthError('invalid_client', 'client_secret must be a valid access key', { cause: error });
    throw error;
  }
}

import type { ProjectContext, TimedProjectData } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { signJwt } from '../../../protocols/jwt/sign.ts';
import {
  currentApplicationKey,
  hasApplicationKeys,
  idTokenSeconds,
} from '../../project/projects/keys/application-keys.ts';
import { signTokens } from '../../sessions/sessions/claims/tokens.ts';
import { endOf } from '../../sessions/sessions/lifetimes.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import type { Client } from './client.ts';
import type { Grant } from './grant.ts';
import { claimsOf, narrowedTo } from './scopes.ts';
import { type OwnClaims, ownClaims } from './third-party.ts';

/** `DPoP`: the access token is bound to a key (RFC 9449 §5). */
type TokenKind = 'Bearer' | 'DPoP';

/** A successful answer of the token endpoint (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3). */
export interface TokenAnswer {
  access_token: string;
  token_type: TokenKind;
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
  /** Not in a standard: the public SDK for browsers reads it. */
  refresh_expire_in?: number;
}

/**
 * Signs the tokens of an application's session. Applications of the project's own get its session and refresh JWTs, as the
 * public SDK for browsers expects. Others get an access token for resource servers (RFC 9068), and a refresh token
 * that only the token endpoint accepts.
 */
export async function tokensFor(
  ctx: ProjectContext,
  client: Client,
  {
    started,
    grant: granted,
    scopes = granted.scopes,
    keyThumbprint,
  }: {
    started: StartedSession;
    grant: Grant;
    /** The scopes of these tokens, if they have fewer than the grant. The refresh token keeps those of the grant (RFC 6749 §6). */
    scopes?: string[];
    /** The thumbprint of the client's key; empty for tokens without a key. */
    keyThumbprint: string;
  },
): Promise<TokenAnswer> {
  const grant = narrowedTo(granted, scopes);
  const seconds = (until: number) => Math.max(0, Math.floor((until - ctx.now()) / 1000));
  const own = await ownClaims(ctx, client.thirdParty, started.user, grant);
  const idToken = grant.scopes.includes('openid') && signIdToken(ctx, client, { started, grant, own });
  const common = { token_type: tokenTypeOf(keyThumbprint), scope: grant.scopes.join(' ') };
  if (client.isProject) {
    const [tokens, id] = await Promise.all([signTokens(ctx, started), idToken]);
    return {
      ...common,
      access_token: tokens.sessionJwt,
      expires_in: seconds(tokens.sessionExpiresAt),
      refresh_token: tokens.refreshJwt,
      refresh_expire_in: seconds(tokens.refreshExpiresAt),
      ...(id && { id_token: id }),
    };
  }
  const { expiresAt, ...claims } = accessTokenClaims(ctx, client, { started, grant, own });
  const [accessToken, id] = await Promise.all([
    signAccessToken(ctx, { ...claims, ...confirmationOf(keyThumbprint) }, expiresAt),
    idToken,
  ]);
  const mayRefresh = granted.scopes.includes('offline_access') && !client.settings.refreshTokenDisabled;
  return {
    ...common,
    access_token: accessToken,
    expires_in: seconds(expiresAt),
    ...(mayRefresh && { refresh_token: `${started.session.id}.${started.tokenId}` }),
    ...(id && { id_token: id }),
  };
}

export function tokenTypeOf(keyThumbprint: string): TokenKind {
  return keyThumbprint ? 'DPoP' : 'Bearer';
}

/** Returns the claim that binds an access token to a key (RFC 9449 §6.1). */
export function confirmationOf(keyThumbprint: string): { cnf?: { jkt: string } } {
  return keyThumbprint ? { cnf: { jkt: keyThumbprint } } : {};
}

interface Signed {
  started: StartedSession;
  grant: Grant;
  own: OwnClaims;
}

/** Takes a refresh token of an application apart. */
export function readRefreshToken(token: string): { sessionId: string; tokenId: string } | undefined {
  const [, sessionId, tokenId] = /^(S[0-9A-Za-z]{27})\.([\w-]{43})$/.exec(token) ?? [];
  return sessionId && tokenId ? { sessionId, tokenId } : undefined;
}

function accessTokenClaims(
  ctx: TimedProjectData,
  client: Client,
  { started: { session, user }, grant, own }: Signed,
) {
  const { lifetimes } = user;
  return {
    ...claimsOf(user, session, { scopes: withoutPersonal(grant.scopes), claims: [] }),
    ...own.rights,
    iss: grant.issuer,
    sub: grant.subject,
    aud: audienceOf(ctx, client, grant),
    client_id: client.id,
    scope: grant.scopes.join(' '),
    sid: session.id,
    auth_time: Math.floor(grant.authenticatedAt / 1000),
    amr: session.amr,
    ...(grant.acr && { acr: grant.acr }),
    expiresAt: Math.min(ctx.now() + lifetimes.sessionSeconds * 1000, endOf(session, lifetimes)),
  };
}

const personal = new Set(['profile', 'email', 'phone']);

/** Name and address are at `userinfo`: resource servers need the rights of a user, and ID tokens lie in browsers. */
function withoutPersonal(scopes: string[]): string[] {
  return scopes.filter((scope) => !personal.has(scope));
}

/**
 * Returns the audience of an access token. One for another resource names the provider, too, if it has the scope `openid`: it is meant
 * for `userinfo` then (RFC 9068 §4).
 */
export function audienceOf(
  ctx: TimedProjectData,
  { id, settings, thirdParty, issuer }: Client,
  { resources, scopes }: Pick<Grant, 'resources' | 'scopes'>,
): string | string[] {
  const isSeparate = hasApplicationKeys(ctx, ctx.now());
  const named = thirdParty?.mcpServer ? [thirdParty.mcpServer.url] : resources;
  if (named.length > 0) {
    const all = isSeparate && scopes.includes('openid') ? [...named, issuer.url] : named;
    return all.length === 1 ? (all[0] as string) : all;
  }
  if (settings.defaultAudience === 'projectId') return ctx.project.id;
  // The project's own servers must not take the token of a third party for one of their own.
  if (settings.defaultAudience === 'clientId' || (isSeparate && thirdParty)) return id;
  return [id, ctx.project.id];
}

/** Signs an access token with the type that keeps the project's own API from accepting it (RFC 9068 §2.1). */
export async function signAccessToken(
  ctx: ProjectContext,
  claims: Record<string, unknown>,
  expiresAt: number,
): Promise<string> {
  const times = { iat: Math.floor(ctx.now() / 1000), exp: Math.floor(expiresAt / 1000) };
  const token = { ...claims, ...times, jti: newId('T', ctx.now()) };
  return signJwt(token, await currentApplicationKey(ctx), 'at+jwt');
}

/**
 * Signs an ID token (OpenID Connect Core §2). Its audience is the client alone, which clients check (§3.1.3.7). There is always an access
 * token, too, so what the scopes say about a person is at `userinfo` (§5.4), unless the application's settings want it here, or single claims.
 */
async function signIdToken(
  ctx: ProjectContext,
  { settings }: Client,
  { started: { session, user }, grant, own }: Signed,
): Promise<string> {
  const now = Math.floor(ctx.now() / 1000);
  const claims = {
    ...claimsOf(user, session, {
      scopes: settings.userClaimsInIdToken ? grant.scopes : withoutPersonal(grant.scopes),
      claims: [...grant.idTokenClaims, ...settings.claims],
    }),
    ...own.attributes,
    ...own.rights,
    iss: grant.issuer,
    sub: grant.subject,
    aud: grant.clientId,
    iat: now,
    exp: now + idTokenSeconds,
    auth_time: Math.floor(grant.authenticatedAt / 1000),
    amr: session.amr,
    ...(grant.acr && { acr: grant.acr }),
    sid: session.id,
    ...(grant.nonce && { nonce: grant.nonce }),
  };
  return signJwt(claims, await currentApplicationKey(ctx));
}

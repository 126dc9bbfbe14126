import type { IncomingHttpHeaders } from 'node:http';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { administrationProjectId } from '../core/administration.ts';
import { isAllowedOrigin } from '../core/allowed-origin.ts';
import type { ProjectContext, UserContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { lastSignInCookie } from '../core/last-sign-in.ts';
import { trustedDeviceCookie, trustedDeviceCookieName } from '../core/trusted-device-cookie.ts';
import { isLoopbackUrl } from '../core/url.ts';
import type { Authenticators } from './authenticators.ts';
import type { Endpoint } from './endpoint.ts';
import { isFromOwnPage } from './same-origin.ts';
import { asJsonSchema } from './schema.ts';

/** The SDKs' default name. */
const defaultRefreshCookie = 'DSR';

/** RFC 6265bis §5.6: browsers drop a cookie whose name and value are longer. */
const maxCookieBytes = 4_096;

/** A trusted device proves nothing alone, so a cookie of its own name is accepted from everywhere. */
export function trustedDeviceToken(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-descope-trusted-device-token'];
  return typeof header === 'string' && header ? header : cookieValue(headers, trustedDeviceCookieName);
}

/** The token fields of a sign-in response. */
interface TokenAnswer {
  sessionJwt?: string;
  refreshJwt?: string;
  cookieMaxAge?: number;
  sessionExpiration?: number;
  trustedDeviceJwt?: string;
  jwt?: TokenAnswer | string;
  authInfo?: TokenAnswer;
  user?: { userId?: string };
}

/**
 * Reports whether the endpoint's responses sign the caller in. For a server that calls with a key, tokens are
 * data.
 */
export function startsSession({ auth, output }: Endpoint): boolean {
  if (auth === 'management' || auth === 'accessKey') return false;
  const { properties } = asJsonSchema(output);
  const parts = [properties, properties?.['jwt']?.properties, properties?.['authInfo']?.properties];
  return parts.some((fields) => fields?.['refreshJwt'] !== undefined);
}

/** Reports whether this response contains a refresh token. */
export function bringsToken(output: unknown): boolean {
  const { refreshJwt, jwt, authInfo } = output as TokenAnswer;
  return Boolean(refreshJwt) || (typeof jwt === 'object' && bringsToken(jwt)) || bringsTokenIn(authInfo);
}

function bringsTokenIn(part: TokenAnswer | undefined): boolean {
  return part !== undefined && bringsToken(part);
}

/**
 * Moves the refresh token from the response into a cookie if the project uses cookies. A caller that sent its
 * refresh token in the Authorization header stores the token itself, so the response keeps the new token as
 * well.
 */
export function deliverTokens<T>(
  ctx: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  output: T,
): T {
  const { refreshJwt, jwt, authInfo, trustedDeviceJwt, ...rest } = output as TokenAnswer;
  // The session is only part of the response.
  if (authInfo) return { ...output, authInfo: deliverTokens(ctx, request, reply, authInfo) };
  if (typeof jwt === 'object') return { ...output, jwt: deliverTokens(ctx, request, reply, jwt) };
  if (!usesCookies(ctx) || !refreshJwt) return output;
  if (mayKeepCookies(ctx, request.headers))
    setCookies(ctx, reply, { ...rest, refreshJwt, ...(trustedDeviceJwt && { trustedDeviceJwt }) });
  // No endpoint accepts a session JWT of the administration project, so the response leaves it out.
  if (ctx.project.id === administrationProjectId) return { ...rest, sessionJwt: '' } as T;
  return request.holdsRefreshToken ? output : (rest as T);
}

/** Deletes the browser's cookies of a session that has ended. */
export function clearCookies(ctx: ProjectContext, request: FastifyRequest, reply: FastifyReply): void {
  if (!usesCookies(ctx) || !mayKeepCookies(ctx, request.headers)) return;
  const { cookieName, sessionCookieName } = ctx.project.settings;
  const options = cookieOptions(ctx);
  reply.clearCookie(cookieName, options);
  if (sessionCookieName) reply.clearCookie(sessionCookieName, options);
}

/**
 * Authenticates the caller by a refresh JWT in a cookie. Browsers attach cookies to requests from any page, so
 * the request must come from an allowed origin (cross-site request forgery).
 */
export async function authenticateByCookie(
  ctx: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { refresh }: Pick<Authenticators, 'refresh'>,
): Promise<UserContext> {
  const token = refreshCookie(ctx, request.headers);
  if (!token) throw missingRefreshToken();
  if (!isFromAllowedPage(ctx, request.headers)) {
    throw new ServiceError('E064002', 'A refresh JWT in a cookie is accepted from an allowed origin only');
  }
  try {
    return await refresh(ctx, token);
  } catch (error) {
    // Otherwise the session cookie would look valid until it expires, because the page cannot delete it.
    if (error instanceof ServiceError && error.status === 401) clearCookies(ctx, request, reply);
    throw error;
  }
}

export function missingRefreshToken(): ServiceError {
  return new ServiceError('E064002', 'A refresh JWT is required: Bearer <project ID>:<refresh JWT>');
}

function usesCookies({ project }: ProjectContext): boolean {
  return project.settings.tokenDelivery === 'cookies';
}

function isFromAllowedPage(ctx: ProjectContext, headers: IncomingHttpHeaders): boolean {
  if (ctx.project.id === administrationProjectId) return isFromOwnPage(headers, ctx.baseUrl);
  const { origin } = headers;
  if (origin !== undefined) return isAllowedOrigin(ctx, ctx.project.settings, origin);
  // A page's GET to its own origin has no Origin header (Fetch standard, "append a request Origin header").
  return headers['sec-fetch-site'] === 'same-origin';
}

/**
 * A foreign page must not sign its visitor in or out. A request with neither header does not come from a
 * browser, and its sender reads the cookies itself.
 */
function mayKeepCookies(ctx: ProjectContext, headers: IncomingHttpHeaders): boolean {
  const isBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return !isBrowser || isFromAllowedPage(ctx, headers);
}

/** Returns the refresh JWT from the cookie, without checking where the request comes from. */
export function refreshCookie(ctx: ProjectContext, headers: IncomingHttpHeaders): string | undefined {
  if (!usesCookies(ctx)) return undefined;
  const { cookieName } = ctx.project.settings;
  // A page on a neighbouring host could set any other name (RFC 6265bis §4.1.3.2).
  if (ctx.project.id === administrationProjectId) return cookieValue(headers, cookieName) || undefined;
  return namedCookie(cookieName, headers);
}

/** Returns the refresh JWT from the cookie if the request comes from a page that may use it. */
export function usableRefreshCookie(ctx: ProjectContext, headers: IncomingHttpHeaders): string | undefined {
  if (headers.cookie === undefined || !isFromAllowedPage(ctx, headers)) return undefined;
  return refreshCookie(ctx, headers);
}

function namedCookie(cookieName: string, headers: IncomingHttpHeaders): string | undefined {
  const asked = headers['x-descope-refresh-cookie-name'];
  for (const name of [asked, cookieName, defaultRefreshCookie]) {
    const value =
      name === cookieName || name === defaultRefreshCookie ? cookieValue(headers, name) : undefined;
    if (value) return value;
  }
  return undefined;
}

/**
 * Returns the last cookie of that name. Browsers send the older one first (RFC 6265 §5.4), and have two after
 * the project has changed the cookies' domain.
 */
export function cookieValue({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim());
  return pairs.findLast((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function setCookies(ctx: ProjectContext, reply: FastifyReply, answer: TokenAnswer): void {
  const { cookieName, sessionCookieName } = ctx.project.settings;
  const { refreshJwt = '', sessionJwt = '', cookieMaxAge = 0, sessionExpiration = 0 } = answer;
  const options = cookieOptions(ctx);
  reply.setCookie(cookieName, refreshJwt, { ...options, maxAge: cookieMaxAge });
  if (answer.trustedDeviceJwt) {
    const device = trustedDeviceCookie(ctx, answer.trustedDeviceJwt);
    reply.setCookie(device.name, device.value, device.options);
  }
  const { userId } = answer.user ?? {};
  if (userId && ctx.project.id !== administrationProjectId) {
    const last = lastSignInCookie(ctx, userId);
    reply.setCookie(last.name, last.value, last.options);
  }
  if (!sessionCookieName) return;
  if (sessionCookieName.length + sessionJwt.length > maxCookieBytes) {
    reply.clearCookie(sessionCookieName, options);
  } else {
    const maxAge = Math.max(0, sessionExpiration - Math.floor(ctx.now() / 1000));
    reply.setCookie(sessionCookieName, sessionJwt, { ...options, maxAge });
  }
}

function cookieOptions({ baseUrl, project }: ProjectContext): CookieSerializeOptions {
  const { cookieDomain, cookieSameSite } = project.settings;
  const isPlainLoopback = baseUrl.startsWith('http:') && isLoopbackUrl(baseUrl);
  return {
    path: '/',
    httpOnly: true,
    // Browsers accept `None` only with `Secure`, which they allow on loopback.
    secure: !isPlainLoopback || cookieSameSite === 'none',
    sameSite: cookieSameSite,
    ...(cookieDomain && { domain: cookieDomain }),
  };
}

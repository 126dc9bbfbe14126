import type { ServiceContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { isLoopbackUrl, isWebUrl } from '../../../core/url.ts';

/**
 * Reports whether a browser may be redirected to `url` with a credential. Production accepts only URLs on the
 * project's list; development accepts every loopback address, too.
 */
export function isAllowedRedirect(ctx: ServiceContext & { project: Project }, url: string): boolean {
  if (!isWebUrl(url)) return false;
  if (ctx.mode === 'development' && isLoopbackUrl(url)) return true;
  if (matchesUrl(`${ctx.baseUrl}${ownLandingPath(ctx.project.id)}`, url)) return true;
  return ctx.project.settings.redirectUrls.some((allowed) => matchesUrl(allowed, url));
}

/** Returns the settings that send users to a page which the project does not allow, so that each use would be refused. */
export function pagesNotAllowed(ctx: ServiceContext & { project: Project }): string[] {
  const { inviteUrl, hostedPages } = ctx.project.settings;
  const pages = { inviteUrl, 'hostedPages.redirectUrl': hostedPages.redirectUrl };
  return Object.entries(pages).flatMap(([name, url]) =>
    url === '' || isAllowedRedirect(ctx, url) ? [] : [name],
  );
}

/**
 * Returns the path of the page of ours on which a sign-in for another page of ours ends. It accepts a code only in the browser in
 * which the sign-in was begun.
 */
export function ownLandingPath(projectId: string): string {
  return `/signed-in/${projectId}`;
}

/**
 * Compares a URL with an entry. An entry matches only itself, except for the query, where integrators put their
 * state. `*` as the leftmost label of the host matches exactly one label, `*` at the end of the path any
 * continuation.
 */
export function matchesUrl(allowed: string, text: string): boolean {
  const url = new URL(text);
  const entry = /^(https?:)\/\/(\*\.)?([^/?#]+)([^?#]*)/i.exec(allowed);
  if (!entry) return false;
  const [, protocol, wildcard, host, path = ''] = entry;
  const ownHost = wildcard ? /^[^.]+\.(.*)$/.exec(url.host)?.[1] : url.host;
  // Parsed again, so that both sides have the form that browsers use.
  const expected = new URL(`${protocol}//${host}${path || '/'}`);
  if (url.protocol !== expected.protocol || ownHost !== expected.host) return false;
  if (!expected.pathname.endsWith('*')) return url.pathname === expected.pathname;
  // Some servers decode `..%2f` and then leave the folder.
  return url.pathname.startsWith(expected.pathname.slice(0, -1)) && !/%2f|%5c/i.test(url.pathname);
}

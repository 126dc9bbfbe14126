import type { Project, ServiceContext } from '../../../core/context.ts';
import { isLoopbackUrl, isWebUrl } from '../../../core/url.ts';

/**
 * Whether a browser may be sent to `url` with something that signs in. Production asks the project's list only; in
 * development every loopback address is allowed too.
 */
export function isAllowedRedirect(ctx: ServiceContext & { project: Project }, url: string): boolean {
  if (!isWebUrl(url)) return false;
  if (ctx.mode === 'development' && isLoopbackUrl(url)) return true;
  return ctx.project.settings.redirectUrls.some((allowed) => matches(allowed, url));
}

/**
 * An entry allows exactly itself; the query may differ, because integrators put their state there. `*` as the
 * leftmost label of the host stands for exactly one label, `*` at the end of the path for every continuation.
 */
function matches(allowed: string, text: string): boolean {
  const url = new URL(text);
  const entry = /^(https?:)\/\/(\*\.)?([^/?#]+)([^?#]*)/i.exec(allowed);
  if (!entry) return false;
  const [, protocol, wildcard, host, path = ''] = entry;
  const ownHost = wildcard ? /^[^.]+\.(.*)$/.exec(url.host)?.[1] : url.host;
  // Parsed once more, so that both sides are in the form that browsers use.
  const expected = new URL(`${protocol}//${host}${path || '/'}`);
  if (url.protocol !== expected.protocol || ownHost !== expected.host) return false;
  if (!expected.pathname.endsWith('*')) return url.pathname === expected.pathname;
  // Some servers decode `..%2f` and then climb out of the folder.
  return url.pathname.startsWith(expected.pathname.slice(0, -1)) && !/%2f|%5c/i.test(url.pathname);
}

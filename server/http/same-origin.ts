import type { IncomingHttpHeaders } from 'node:http';

/**
 * Reports whether one of our own pages sent this form. Browsers state it in `Sec-Fetch-Site`; old ones, and all
 * without TLS, state only the origin. A request with neither does not come from one of our pages.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}

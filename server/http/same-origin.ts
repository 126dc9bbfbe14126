import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether one of our own pages sent this form. Browsers say it in `Sec-Fetch-Site`; where they do not, on addresses
 * without TLS and in old ones, the origin says it. What says neither comes from no page of ours.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}

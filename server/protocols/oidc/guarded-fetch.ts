import type { CustomFetch } from 'openid-client';
import { OutboundError, type OutboundFetch } from '../../core/outbound.ts';

const maxBytes = 256 * 1024;
const longestMs = 5_000;

/**
 * Lets openid-client send its requests through our own guard. All requests of one step share `budgetMs`, so
 * that a provider that answers each of them slowly does not delay its user longer.
 */
export function guardedFetch(fetch: OutboundFetch, budgetMs: number): CustomFetch {
  const deadline = performance.now() + budgetMs;
  return async (url, { method, headers, body }) => {
    const timeoutMs = Math.min(longestMs, Math.ceil(deadline - performance.now()));
    if (timeoutMs <= 0) throw new OutboundError(`${new URL(url).host} did not respond in time`);
    const answer = await fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== null && body !== undefined && { body: String(body) }),
      maxBytes,
      timeoutMs,
    });
    const { status } = answer;
    if (status < 200 || status > 599) throw new OutboundError(`the status ${status} is not a valid one`);
    const content = [204, 205, 304].includes(status) ? null : new Uint8Array(answer.body);
    const type = String(answer.headers['content-type'] ?? '');
    const challenge = answer.headers['www-authenticate'];
    return new Response(content, {
      status: isErrorIn(status, answer.body) ? 400 : status,
      headers: {
        'content-type': type,
        ...(typeof challenge === 'string' && { 'www-authenticate': challenge }),
      },
    });
  };
}

/** GitHub and Slack report refusals with status 200; RFC 6749 §5.2 requires 400. */
function isErrorIn(status: number, body: Buffer): boolean {
  if (status !== 200 || body.length > 4_096) return false;
  try {
    const value = JSON.parse(body.toString('utf8')) as Record<string, unknown> | null;
    return typeof value?.['error'] === 'string' && value['access_token'] === undefined;
  } catch {
    return false;
  }
}

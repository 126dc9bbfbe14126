import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';

/**
 * Whether an allow-list may hold it: an absolute http(s) URL without credentials or fragment, in which `*` stands
 * only for the leftmost label of the host or at the end of the path.
 */
export function isRedirectPattern(text: string): boolean {
  if (text.length > 2048 || text.includes('#') || !isWebUrl(text)) return false;
  // A `*` elsewhere in the authority would let others choose the domain that a code is sent to.
  const withoutLabel = text.replace(/^(https?:\/\/)\*\./i, '$1any.');
  const fixed = withoutLabel.replace(/(?<=^https?:\/\/[^/?]+\/[^?]*)\*$/i, '');
  if (fixed.includes('*')) return false;
  return withoutLabel === text || isRegistrable(new URL(withoutLabel).hostname.slice('any.'.length));
}

/** Keeps `*.com` out. Suffixes like `co.uk` need the list that browsers have: the operator answers for those. */
function isRegistrable(hostname: string): boolean {
  return hostname === 'localhost' || /^[^.]+(\.[^.]+)+\.?$/.test(hostname);
}

/** Without repetitions. E011004 when one cannot be on the list. */
export function readRedirectUrls(urls: string[]): string[] {
  const wrong = urls.find((url) => !isRedirectPattern(url));
  if (wrong === undefined) return [...new Set(urls)];
  throw new ServiceError(
    'E011004',
    `${JSON.stringify(wrong)} cannot be a redirect URL: it must be an absolute http or https URL without user ` +
      'or fragment, with * only as the whole leftmost host label or at the end of the path',
  );
}

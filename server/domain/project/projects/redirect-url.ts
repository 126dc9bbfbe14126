import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';

/**
 * Reports whether an allow-list may contain the URL: it must be an absolute http(s) URL without credentials or
 * fragment, with `*` only as the leftmost label of the host or at the end of the path.
 */
export function isRedirectPattern(text: string): boolean {
  if (text.length > 2048 || text.includes('#') || !isWebUrl(text)) return false;
  // A `*` elsewhere in the authority would let others choose the domain that receives a code.
  const withoutLabel = text.replace(/^(https?:\/\/)\*\./i, '$1any.');
  const fixed = withoutLabel.replace(/^(https?:\/\/[^/?]+\/[^?*]*)\*$/i, '$1');
  if (fixed.includes('*')) return false;
  return withoutLabel === text || isRegistrable(new URL(withoutLabel).hostname.slice('any.'.length));
}

/**
 * Excludes `*.com`. Recognising suffixes such as `co.uk` requires the public suffix list of browsers; the operator
 * is responsible for those.
 */
function isRegistrable(hostname: string): boolean {
  return hostname === 'localhost' || /^[^.]+(\.[^.]+)+\.?$/.test(hostname);
}

/** Validates redirect URLs and removes duplicates. Throws E011004 for an invalid one. */
export function readRedirectUrls(urls: string[]): string[] {
  const wrong = urls.find((url) => !isRedirectPattern(url));
  if (wrong === undefined) return [...new Set(urls)];
  throw new ServiceError(
    'E011004',
    `${JSON.stringify(wrong)} cannot be a redirect URL. Give an absolute http or https URL without ` +
      'user or fragment, with * only as the whole leftmost host label or at the end of the path',
  );
}

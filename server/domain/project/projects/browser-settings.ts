import { isAppOrigin } from '../../../core/allowed-origin.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { ProjectSettings } from '../../../core/project.ts';
import { isWebUrl } from '../../../core/url.ts';

/** Settings for browsers; see `docs/security.md`. */
export type BrowserSettings = Pick<
  ProjectSettings,
  | 'allowedOrigins'
  | 'passkeyDomain'
  | 'tokenDelivery'
  | 'cookieDomain'
  | 'cookieSameSite'
  | 'cookieName'
  | 'sessionCookieName'
>;

export const maxOrigins = 100;

/** Validates the given changes. Throws E011004 for a value that is invalid by itself. */
export function readBrowserSettings(changes: Partial<BrowserSettings>): Partial<BrowserSettings> {
  const { allowedOrigins, tokenDelivery, cookieDomain, cookieSameSite } = changes;
  const { cookieName, sessionCookieName, passkeyDomain } = changes;
  return {
    ...(allowedOrigins && { allowedOrigins: readOrigins(allowedOrigins) }),
    ...(passkeyDomain !== undefined && { passkeyDomain: readPasskeyDomain(passkeyDomain) }),
    ...(tokenDelivery && { tokenDelivery }),
    ...(cookieDomain !== undefined && { cookieDomain: readDomain(cookieDomain) }),
    ...(cookieSameSite && { cookieSameSite }),
    ...(cookieName !== undefined && { cookieName: readCookieName('cookieName', cookieName) }),
    ...(sessionCookieName !== undefined && {
      sessionCookieName: readCookieName('sessionCookieName', sessionCookieName),
    }),
  };
}

/** Throws E011004 for settings that contradict each other: browsers would drop a cookie, or confuse two. */
export function checkBrowserSettings(settings: BrowserSettings): void {
  const { cookieDomain, cookieName, sessionCookieName } = settings;
  if (cookieName === sessionCookieName || sessionCookieName === 'DSR') {
    throw new ServiceError(
      'E011004',
      'cookieName and sessionCookieName must differ, and only cookieName can be DSR',
    );
  }
  const isHostCookie = [cookieName, sessionCookieName].some((name) => /^__host-/i.test(name));
  if (isHostCookie && cookieDomain) {
    throw new ServiceError(
      'E011004',
      'cookieDomain must be empty for a cookie whose name begins with __Host-',
    );
  }
}

/** Returns origins in the form that browsers send. Refuses a path, because it would have no effect. */
function readOrigins(origins: string[]): string[] {
  const read = origins.map((text) => {
    if (isAppOrigin(text)) return text;
    const url = isWebUrl(text) && !text.includes('*') ? new URL(text) : undefined;
    if (url && url.pathname === '/' && !/[?#]/.test(text)) return url.origin;
    throw new ServiceError(
      'E011004',
      `${JSON.stringify(text)} is not an origin. Give scheme, host and port, such as ` +
        'https://app.example.com, or android:apk-key-hash: and the hash of an app’s certificate in base64url',
    );
  });
  if (read.length > maxOrigins)
    throw new ServiceError('E011004', `A project can have at most ${maxOrigins} origins`);
  return [...new Set(read)];
}

/** Excludes IP addresses and top-level domains, which browsers accept neither for cookies nor for passkeys. */
function isDomain(text: string): boolean {
  const labels = text.split('.');
  return (
    text.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    /^[a-z]/.test(labels.at(-1)!)
  );
}

function readPasskeyDomain(text: string): string {
  const domain = text.toLowerCase();
  if (domain === '' || domain === 'localhost' || isDomain(domain)) return domain;
  throw new ServiceError(
    'E011004',
    'passkeyDomain must be a domain such as example.com, or empty for the host of each page',
  );
}

/** Browsers accept only the host that sets a cookie, or a parent domain of it. */
function readDomain(text: string): string {
  const domain = text.toLowerCase().replace(/^\./, '');
  if (domain === '' || isDomain(domain)) return domain;
  throw new ServiceError(
    'E011004',
    'cookieDomain must be a domain such as example.com, or empty for this host only',
  );
}

/**
 * Refuses names that begin with `latchkey`, because the service's own cookies, including the console's, use that
 * prefix.
 */
function readCookieName(field: string, name: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name) && !/^(__host-|__secure-)?latchkey(-|$)/i.test(name)) return name;
  throw new ServiceError('E011004', `${field} must have at most 64 letters, digits, ".", "-" and "_"`);
}

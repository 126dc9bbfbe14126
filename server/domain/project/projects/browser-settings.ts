import type { ProjectSettings } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isWebUrl } from '../../../core/url.ts';

/** What concerns browsers; see `docs/security.md`. */
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

const maxOrigins = 100;

/** Only what is to change. E011004 when a value is not possible by itself. */
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

/** E011004 when the settings do not go together: browsers would drop a cookie, or take one for the other. */
export function checkBrowserSettings(settings: BrowserSettings): void {
  const { cookieDomain, cookieName, sessionCookieName } = settings;
  if (cookieName === sessionCookieName || sessionCookieName === 'DSR') {
    throw new ServiceError(
      'E011004',
      'cookieName and sessionCookieName must differ, and DSR is for refresh tokens',
    );
  }
  const isHostCookie = [cookieName, sessionCookieName].some((name) => /^__host-/i.test(name));
  if (isHostCookie && cookieDomain) {
    throw new ServiceError('E011004', 'A cookie whose name begins with __Host- has no cookieDomain');
  }
}

/** In the form that browsers send. A path would make people believe that it counts. */
function readOrigins(origins: string[]): string[] {
  const read = origins.map((text) => {
    const url = isWebUrl(text) && !text.includes('*') ? new URL(text) : undefined;
    if (url && url.pathname === '/' && !/[?#]/.test(text)) return url.origin;
    throw new ServiceError(
      'E011004',
      `${JSON.stringify(text)} is no origin: give scheme, host and port, like https://app.example.com`,
    );
  });
  if (read.length > maxOrigins)
    throw new ServiceError('E011004', `A project has at most ${maxOrigins} origins`);
  return [...new Set(read)];
}

/** Neither an address nor a top-level domain: browsers take those neither for cookies nor for passkeys. */
function isDomain(text: string): boolean {
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
  return text.length <= 253 && new RegExp(`^(${label}\\.)+[a-z]${label}$`).test(text);
}

function readPasskeyDomain(text: string): string {
  const domain = text.toLowerCase();
  if (domain === '' || domain === 'localhost' || isDomain(domain)) return domain;
  throw new ServiceError(
    'E011004',
    'passkeyDomain must be a domain like example.com, or empty for the host of each page',
  );
}

/** Browsers take the host that sets a cookie or a parent of it. */
function readDomain(text: string): string {
  const domain = text.toLowerCase().replace(/^\./, '');
  if (domain === '' || isDomain(domain)) return domain;
  throw new ServiceError(
    'E011004',
    'cookieDomain must be a domain like example.com, or empty for this host only',
  );
}

/** `latchkey` is what our own cookies are called, that of the console too, or begin with. */
function readCookieName(field: string, name: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name) && !/^(__host-|__secure-)?latchkey(-|$)/i.test(name)) return name;
  throw new ServiceError('E011004', `${field} has up to 64 letters, digits, ".", "-" and "_"`);
}

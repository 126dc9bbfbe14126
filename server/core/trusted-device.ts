import type { ProjectContext } from './context.ts';
import { isLoopbackUrl } from './url.ts';

/** The name of the cookie with the token of a trusted device, which the SDKs use. */
export const trustedDeviceCookieName = 'DTD';

/** Browsers keep a cookie for 400 days at most. The server decides when the trust ends. */
const lifetimeSeconds = 400 * 24 * 60 * 60;

/** Returns the cookie that keeps the token of a trusted device in a browser. */
export function trustedDeviceCookie({ baseUrl, project }: ProjectContext, token: string) {
  const { cookieDomain, cookieSameSite } = project.settings;
  const isPlainLoopback = baseUrl.startsWith('http:') && isLoopbackUrl(baseUrl);
  return {
    name: trustedDeviceCookieName,
    value: token,
    options: {
      path: '/',
      httpOnly: true,
      // Browsers accept `None` only with `Secure`, which they allow on loopback.
      secure: !isPlainLoopback || cookieSameSite === 'none',
      sameSite: cookieSameSite,
      maxAge: lifetimeSeconds,
      ...(cookieDomain && { domain: cookieDomain }),
    } as const,
  };
}

import type { ProjectContext } from './context.ts';
import { isLoopbackUrl } from './url.ts';

/** The name that the SDKs use. */
export const trustedDeviceCookieName = 'DTD';

/**
 * Returns the cookie with the token of a trusted device. Browsers keep it for 400 days at most. The server decides when the
 * trust ends. In `core`, because `http` reads and sets it.
 */
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
      ...(cookieDomain && { domain: cookieDomain }),
      maxAge: 400 * 24 * 60 * 60,
    },
  };
}

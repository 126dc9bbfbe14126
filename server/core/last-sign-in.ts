import type { ProjectContext } from './context.ts';
import { isLoopbackUrl } from './url.ts';

const lifetimeSeconds = 180 * 24 * 60 * 60;

/**
 * Returns a cookie that remembers the last user who signed in with this browser. It is not a session and proves
 * no identity: it only helps to recognise the user's own requests for messages. See decision 0031. In `core`, because `http` sets
 * the cookie.
 */
export function lastSignInCookie(ctx: ProjectContext, userId: string) {
  const { baseUrl, project } = ctx;
  const sameSite = project.settings.cookieSameSite;
  return {
    name: nameOf(ctx),
    value: ctx.sealer.mac(userId, purposeOf(ctx)),
    options: {
      path: '/',
      httpOnly: true,
      // Browsers accept `None` only with `Secure`, which they allow on loopback.
      secure: sameSite === 'none' || !isPlainLoopback(baseUrl),
      sameSite,
      maxAge: lifetimeSeconds,
    } as const,
  };
}

/** Reports whether the user was the last to sign in in the requesting browser. */
export function wasLastToSignIn(ctx: ProjectContext, userId: string): boolean {
  const shown = ctx.request.readCookie?.(nameOf(ctx));
  return shown !== undefined && ctx.sealer.verifyMac(shown, userId, purposeOf(ctx));
}

/**
 * Each project has its own name. `__Host-` keeps other hosts of the domain from setting the cookie, and needs
 * `Secure`.
 */
function nameOf({ baseUrl, project }: ProjectContext): string {
  return `${isPlainLoopback(baseUrl) ? '' : '__Host-'}latchkey-last-${project.id}`;
}

function isPlainLoopback(baseUrl: string): boolean {
  return baseUrl.startsWith('http:') && isLoopbackUrl(baseUrl);
}

function purposeOf({ project }: ProjectContext): string {
  return `lastSignIn/${project.id}`;
}

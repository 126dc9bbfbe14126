import type { ProjectContext } from './context.ts';
import { equalSecrets } from './crypto.ts';
import { isLoopbackUrl } from './url.ts';

const lifetimeSeconds = 180 * 24 * 60 * 60;

/**
 * Returns a cookie that remembers the last user who signed in with this browser. It is not a session and proves
 * no identity: it only helps to recognise the user's own requests for messages. See decision 0031.
 */
export function lastSignInCookie(ctx: ProjectContext, userId: string) {
  const { baseUrl, project } = ctx;
  const sameSite = project.settings.cookieSameSite;
  return {
    name: nameOf(ctx),
    value: valueFor(ctx, userId),
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
  return shown !== undefined && equalSecrets(shown, valueFor(ctx, userId));
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

function valueFor({ sealer, project }: ProjectContext, userId: string): string {
  return sealer.mac(userId, `lastSignIn/${project.id}`);
}

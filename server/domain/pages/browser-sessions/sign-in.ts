import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { withQuery } from '../../../core/url.ts';
import { askedLanguage } from '../../../http/language.ts';
import { browserSecret, ensureBrowserSecret } from '../../federation/relying-party/browser.ts';
import { ownLandingPath } from '../../project/projects/redirect-urls.ts';
import { exchangeCode } from '../../sessions/sessions/exchange-code.ts';
import { maxStateLength } from '../hosted-pages/target.ts';
import { keepBrowserSession } from './browser-session.ts';

/** Where a sign-in for one of our own pages goes on, sealed in its `state`. */
interface Begun {
  /** A path of ours with its query. */
  next: string;
  /** The hash of the secret in the browser's cookie. */
  browser: string;
  until: number;
}

const lifetimeMs = 60 * 60_000;

/** The purpose of a sign-in for one of our own pages, and the proofs that it needs. */
interface SignInWishes {
  /** A path of ours. */
  next: string;
  loginHint?: string | undefined;
  /** A user who has a second factor must prove it, whatever the policies say. */
  secondFactor?: boolean;
  /** The SSO application whose sign-in policy applies, too. */
  application?: string;
  /** The language of the pages, by its tag. Absent: the one that this request's address asks for, if it does. */
  locale?: string | undefined;
}

/** Sends the browser to sign in, and then to `next`, a path of ours. Returns `undefined` if `next` is too long. */
export function beginSignIn(
  ctx: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    next,
    loginHint,
    secondFactor,
    application,
    locale = askedLanguage(ctx.languages, request.query as Record<string, unknown>)?.tag,
  }: SignInWishes,
): string | undefined {
  const secret = ensureBrowserSecret(request, reply, ctx.baseUrl);
  const begun: Begun = { next, browser: hashSecret(secret), until: ctx.now() + lifetimeMs };
  const state = ctx.sealer.seal(JSON.stringify(begun), purposeOf(ctx));
  if (state.length > maxStateLength) return undefined;
  return withQuery(`${ctx.baseUrl}/login/${ctx.project.id}`, {
    redirectUrl: `${ctx.baseUrl}${ownLandingPath(ctx.project.id)}`,
    state,
    ...(loginHint && { loginHint }),
    ...(secondFactor && { secondFactor: 'yes' }),
    ...(application && { application }),
    ...(locale && { locale }),
  });
}

/**
 * Ends a sign-in that was begun in this browser: makes it the session of the browser, and returns the path where to go on.
 * Returns `undefined` if it was begun elsewhere or too long ago.
 */
export async function completeSignIn(
  ctx: ProjectContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, state }: { code: string; state: string },
): Promise<string | undefined> {
  const begun = readBegun(ctx, request, state);
  if (!begun) return undefined;
  const { started } = await exchangeCode(ctx, code);
  keepBrowserSession(ctx, reply, started);
  return begun.next;
}

/** Returns the path to go on at after a sign-in that was refused, so that it can be begun again. */
export function nextOf(ctx: ProjectContext, request: FastifyRequest, state: string): string | undefined {
  return readBegun(ctx, request, state)?.next;
}

function readBegun(ctx: ProjectContext, request: FastifyRequest, state: string): Begun | undefined {
  const secret = browserSecret(request, ctx.baseUrl);
  if (!secret) return undefined;
  try {
    const begun = JSON.parse(ctx.sealer.unseal(state, purposeOf(ctx))) as Begun;
    return begun.browser === hashSecret(secret) && begun.until > ctx.now() ? begun : undefined;
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext): string {
  return `own-sign-in:${project.id}`;
}

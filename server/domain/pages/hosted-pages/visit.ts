import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import type { SessionHandle } from '../../sessions/sessions/resume-session.ts';
import type { Problem } from './problems.ts';

/**
 * What a browser brings from one step of a sign-in to the next, sealed in a cookie: nothing is stored for people who
 * have only begun. It proves nothing but that our page was open in this browser.
 */
export interface Visit {
  /** What was typed; empty: nothing yet. */
  loginId: string;
  /** They are signing up, and said this of themselves. */
  signUp?: { name: string };
  /** The address belongs to an organization with a sign-in of its own. */
  sso?: boolean;
  channel?: 'email' | 'sms';
  /** Of the authenticator that is being set up. */
  totpSecret?: string;
  /** A link to set a new password was sent that is confirmed on another page, by this number. */
  pending?: { pendingRef: string; linkId: string };
  /** They came by an invitation or a reset, and say how they want to sign in from now on. */
  choosing?: {
    by: 'invite' | 'reset';
    /** Of the link, which is spent by what they choose. Empty: it is spent, and the session has begun. */
    secret: string;
  };
  /** Signed in, and not back at the application yet. */
  begun?: SessionHandle & { firstSeen: boolean };
  /** What went wrong, and at which step. */
  problem?: Problem & { step: string };
}

const lifetimeMs = 30 * 60_000;

type Sealed = Visit & { until: number };

/** `__Host-` ties it to this very host, and needs https. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-latchkey-visit' : 'latchkey-visit';
}

function purposeOf(ctx: ProjectContext): string {
  return `visit:${ctx.project.id}`;
}

export function readVisit(ctx: ProjectContext, request: FastifyRequest): Visit | undefined {
  const cookie = request.cookies[cookieName(ctx.baseUrl)];
  if (!cookie) return undefined;
  try {
    const { until, ...visit } = JSON.parse(ctx.sealer.unseal(cookie, purposeOf(ctx))) as Sealed;
    return until > ctx.now() ? visit : undefined;
  } catch {
    // Of another project, of another key, or made up.
    return undefined;
  }
}

export function keepVisit(ctx: ProjectContext, reply: FastifyReply, visit: Visit): void {
  const sealed: Sealed = { ...visit, until: ctx.now() + lifetimeMs };
  const value = ctx.sealer.seal(JSON.stringify(sealed), purposeOf(ctx));
  reply.setCookie(cookieName(ctx.baseUrl), value, { ...options(ctx), maxAge: lifetimeMs / 1000 });
}

export function endVisit(ctx: ProjectContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx.baseUrl), options(ctx));
}

/** `Lax`: it comes along when a link in a mail or the application leads here, and never with a foreign form. */
function options({ baseUrl }: ProjectContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}

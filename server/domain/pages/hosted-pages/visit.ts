import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import type { SessionHandle } from '../../sessions/sessions/live-session.ts';
import type { PageFactor } from './page-factor.ts';
import type { Problem } from './problems.ts';

/**
 * The data that a browser carries from one step of a sign-in to the next, sealed in a cookie, so that nothing is stored for
 * users who only begin. It proves nothing but that our page was open in this browser.
 */
export interface Visit {
  /** The entered login ID. Empty until it is entered. */
  loginId: string;
  /** The details of a user who signs up. */
  signUp?: { name: string };
  /** A code or link also signs up. */
  signUpOrIn?: true;
  /** True if the address belongs to an organization with its own sign-in. */
  sso?: boolean;
  /** The organization that the application names, by its tenant ID. */
  tenantId?: string;
  channel?: 'email' | 'sms';
  /** The secret of the authenticator that is being set up. */
  totpSecret?: string;
  /** The reset link that was sent and that another page confirms by this number. */
  pending?: { pendingRef: string; linkId: string };
  /** Set for a user with an invitation, a reset or a new account, who chooses how to sign in from now on. */
  choosing?: {
    by: 'invite' | 'reset' | 'signUp';
    /** The secret of the link, which the choice spends. Empty if it is spent and the session has begun. */
    secret: string;
  };
  /** The session of a user who is signed in, but not back at the application yet. */
  begun?: SessionHandle & { firstSeen: boolean };
  /** The sign-in that awaits its second factor. */
  awaiting?: SessionHandle & {
    userId: string;
    firstSeen: boolean;
    /** The factors to ask for, or to add if the user has none. */
    methods: PageFactor[];
    enrol: boolean;
    /** The user can trust this device, and is then asked less often. */
    mayTrust?: boolean;
    /** The session is complete, and its user confirms who they are. */
    stepUp?: boolean;
    /** The factor that is asked for now. Absent: the first one. */
    chosen?: PageFactor;
  };
  /** The factors that the signed-in user should add until a time. */
  offer?: { methods: PageFactor[]; until: number };
  /** The problem, and the step where it occurred. */
  problem?: Problem & { step: string };
}

const lifetimeMs = 30 * 60_000;

type Sealed = Visit & { until: number };

/** Returns the cookie's name. `__Host-` ties it to this very host, and requires https. */
function cookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-latchkey-visit' : 'latchkey-visit';
}

function purposeOf(ctx: ProjectData): string {
  return `visit:${ctx.project.id}`;
}

export function readVisit(ctx: ProjectContext, request: FastifyRequest): Visit | undefined {
  const cookie = request.cookies[cookieName(ctx.baseUrl)];
  if (!cookie) return undefined;
  try {
    const { until, ...visit } = JSON.parse(ctx.sealer.unseal(cookie, purposeOf(ctx))) as Sealed;
    return until > ctx.now() ? visit : undefined;
  } catch {
    // The cookie is another project's, sealed with another key, or forged.
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

/** The cookie's options. `Lax` sends it when a link in an email or the application leads here, but not with a foreign form. */
function options({ baseUrl }: ProjectContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}

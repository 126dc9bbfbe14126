import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, UserContext } from '../../../core/context.ts';
import type { Channel } from '../../credentials/challenges/challenge.ts';
import type { Problem } from '../hosted-pages/problems.ts';
import type { DoneName, SectionName } from './names.ts';

/** The data that a browser carries from a form to the page after it, sealed in a cookie for one session. */
export interface Kept {
  done?: DoneName;
  problem?: Problem | { name: 'lastWay' };
  /** The secret of the authenticator that is being set up. */
  totpSecret?: string;
  /** The new address to which a code was sent. */
  changing?: { channel: Channel; address: string; loginId: string };
}

interface Sealed extends Kept {
  sessionId: string;
  section: SectionName;
  until: number;
}

const lifetimeMs = 10 * 60_000;

/** Reads what the last form of this section has left, in this very session. */
export function readKept(ctx: UserContext, request: FastifyRequest, section: SectionName): Kept {
  const cookie = request.cookies[nameOf(ctx)];
  if (!cookie) return {};
  try {
    const sealed = JSON.parse(ctx.sealer.unseal(cookie, purposeOf(ctx))) as Sealed;
    const { sessionId, section: of, until, ...kept } = sealed;
    return sessionId === ctx.session.id && of === section && until > ctx.now() ? kept : {};
  } catch {
    // The cookie is sealed with another key, or forged.
    return {};
  }
}

export function keep(
  ctx: ProjectContext,
  reply: FastifyReply,
  { sessionId, section, ...kept }: Kept & { sessionId: string; section: SectionName },
): void {
  const sealed: Sealed = { ...kept, sessionId, section, until: ctx.now() + lifetimeMs };
  const value = ctx.sealer.seal(JSON.stringify(sealed), purposeOf(ctx));
  reply.setCookie(nameOf(ctx), value, { ...options(ctx), maxAge: lifetimeMs / 1000 });
}

export function forgetKept(ctx: ProjectContext, reply: FastifyReply): void {
  reply.clearCookie(nameOf(ctx), options(ctx));
}

/** Returns the cookie's name. `__Host-` ties it to this very host, and requires https. */
function nameOf({ baseUrl, project }: ProjectContext): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}latchkey-account-${project.id}`;
}

function purposeOf({ project }: ProjectContext): string {
  return `account-page:${project.id}`;
}

function options({ baseUrl }: ProjectContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') } as const;
}

import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';

const rememberedSeconds = 30 * 24 * 60 * 60;

/** Reports whether this browser was offered a passkey within a month. */
export function wasOfferedPasskey(ctx: ProjectContext): boolean {
  return ctx.request.readCookie?.(nameOf(ctx)) !== undefined;
}

export function noteOfferedPasskey(ctx: ProjectContext, reply: FastifyReply): void {
  const secure = ctx.baseUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: rememberedSeconds } as const;
  reply.setCookie(nameOf(ctx), 'yes', options);
}

function nameOf({ baseUrl, project }: ProjectContext): string {
  return `${baseUrl.startsWith('https:') ? '__Host-' : ''}latchkey-passkey-offered-${project.id}`;
}

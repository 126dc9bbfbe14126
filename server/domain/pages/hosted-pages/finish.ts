import type { FastifyReply } from 'fastify';
import { lastSignInCookie } from '../../../core/last-sign-in.ts';
import { trustedDeviceCookie } from '../../../core/trusted-device-cookie.ts';
import { logout } from '../../sessions/sessions/end-session.ts';
import { issueSessionCode } from '../../sessions/sessions/exchange-code.ts';
import { asSignedIn } from '../../sessions/sessions/resume-session.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { urlOf } from './flow.ts';
import { type Ending, nextStep } from './next-step.ts';
import { noteOfferedPasskey } from './offered-passkey.ts';
import { backTo } from './target.ts';
import { endVisit, keepVisit } from './visit.ts';

/**
 * Goes on to the step that the sign-in still needs, or returns to the application, with a code that it exchanges for the
 * session. Without an application, shows the end.
 */
export async function finish(
  ending: Ending,
  reply: FastifyReply,
  { started, firstSeen }: { started: StartedSession; firstSeen: boolean },
): Promise<FastifyReply> {
  const { ctx, target } = ending;
  if (started.trustedDevice) {
    const device = trustedDeviceCookie(ctx, started.trustedDevice);
    reply.setCookie(device.name, device.value, device.options);
  }
  const next = await nextStep(ending, { started, firstSeen });
  if (next) {
    keepVisit(ctx, reply, next.visit);
    if (next.step === 'offer-passkey') noteOfferedPasskey(ctx, reply);
    return reply.redirect(urlOf(ending, next.step), 303);
  }
  endVisit(ctx, reply);
  const last = lastSignInCookie(ctx, started.user.id);
  reply.setCookie(last.name, last.value, last.options);
  if (!target.redirectUrl) {
    await logout(asSignedIn(ctx, started));
    return reply.redirect(urlOf(ending, 'done'), 303);
  }
  const code = await issueSessionCode(ctx, started, { firstSeen });
  return reply.redirect(backTo(target, { code }), 303);
}

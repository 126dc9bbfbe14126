import type { FastifyReply } from 'fastify';
import { html } from '../../../http/page.ts';
import { maySignInTo } from '../../applications/openid-provider/access.ts';
import {
  answerRequest,
  answersContexts,
  type RefusalStatus,
  refusalFor,
  refuseRequest,
} from '../../applications/saml-provider/answer-request.ts';
import {
  type Received,
  readSignInRequest,
  type SignInRequest,
} from '../../applications/saml-provider/read-request.ts';
import { answerAddress } from '../../applications/saml-provider/service-provider.ts';
import { samlIdpUrls } from '../../directory/applications/sso/sso-app.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { isEnoughFor } from '../../sessions/sign-in-policy/apply-policy.ts';
import { answer } from '../application-sign-in/answer.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { hasSignedInFor, withNote } from '../browser-sessions/sign-in-again.ts';
import { sendDead, textOf } from '../hosted-pages/open-flow.ts';
import type { Opened } from './opened.ts';
import { type PendingRequest, sealRequest, unsealRequest } from './sealed-request.ts';

/** Reads and verifies a service provider's request, and sends the browser to our own address with what counts of it. */
export async function takeRequest(opened: Opened, received: Received): Promise<FastifyReply> {
  const { visitor, sp, reply } = opened;
  const { ctx } = visitor;
  const { ssoUrl } = samlIdpUrls(ctx, ctx.project.id, sp.app.id);
  const request = readSignInRequest(sp, received, { ssoUrl, now: ctx.now() });
  return reply.redirect(pathOf(opened, sealRequest(ctx, sp.app.id, request)), 303);
}

/** Begins a sign-in without a request of the service provider (saml-profiles §4.1.5). */
export async function beginHere(opened: Opened): Promise<FastifyReply> {
  const { visitor, sp, request, reply } = opened;
  const { query } = request as { query: Record<string, string | string[]> };
  const begun: SignInRequest = {
    acsUrl: answerAddress(sp, {}),
    relayState: textOf(query['RelayState']) || sp.settings.defaultRelayState,
    nameIdFormat: '',
    forceAuthn: false,
    isPassive: false,
    authnContexts: [],
  };
  return reply.redirect(pathOf(opened, sealRequest(visitor.ctx, sp.app.id, begun)), 303);
}

/** Goes on with a request that was taken: the user signs in, or has, and the service provider gets its answer. */
export async function goOn(opened: Opened): Promise<FastifyReply> {
  const { visitor, sp, request, reply } = opened;
  const { ctx, language } = visitor;
  const { query } = request as { query: Record<string, string | string[]> };
  const pending = unsealRequest(ctx, sp.app.id, textOf(query['request']));
  const words = language.texts.samlSignIn;
  if (!pending)
    return sendDead(reply.code(400), ctx.project, language, words.expired, { title: words.title });
  // The application may have been changed meanwhile.
  answerAddress(sp, pending);
  const browser = await findBrowserSession(ctx);
  if (!browser || !(await isGoodEnough(opened, pending, browser))) {
    if (pending.isPassive) return refuse(opened, pending, 'NoPassive');
    const signIn = beginSignIn(ctx, request, reply, {
      next: withNote(ctx, request, reply, request.url),
      application: sp.app.id,
      secondFactor: !answersContexts(pending, { amr: [] }),
    });
    if (signIn) return reply.redirect(signIn, 303);
    return sendDead(reply.code(400), ctx.project, language, words.tooLong, { title: words.title });
  }
  if (!(await maySignInTo(ctx, browser.user, sp.app))) return refuseUser(opened, pending, browser);
  const refusal = await refusalFor(ctx, sp, pending, browser);
  if (refusal) {
    await recordRefusedSignIn(ctx, {
      method: 'saml',
      cause: 'badRequest',
      userId: browser.user.id,
      data: { kind: refusal, reason: reasons[refusal], application: sp.app.id },
    });
    return refuse(opened, pending, refusal);
  }
  const xml = await answerRequest(ctx, sp, pending, browser);
  // A session that ended this very moment: the user signs in again.
  return xml ? send(opened, pending, xml) : reply.redirect(request.url, 303);
}

const reasons = {
  NoAuthnContext: 'The user has not signed in with a method that the application requires',
  InvalidNameIDPolicy:
    'The user has no identifier in the format that the application requests, or only an unverified address',
};

async function isGoodEnough(
  { visitor: { ctx }, sp, request }: Opened,
  { forceAuthn, isPassive, authnContexts }: PendingRequest,
  { session, user }: StartedSession,
): Promise<boolean> {
  // An impersonator must not get into other applications in the name of the user.
  if (session.impersonatorId) return false;
  if (!hasSignedInFor(ctx, request, request.url, session)) {
    // Also for a passive request, or anybody could switch the setting off with one that is not signed.
    if (forceAuthn || sp.settings.forceAuthentication) return false;
    // A user who has signed in for this request has no more to show.
    if (!isPassive && !answersContexts({ authnContexts }, session)) return false;
  }
  return isEnoughFor(ctx, sp.app.id, { user, session });
}

/** Says that this account may not use the application. The link leads to the same request with another account. */
async function refuseUser(
  opened: Opened,
  pending: PendingRequest,
  { user }: StartedSession,
): Promise<FastifyReply> {
  const { visitor, sp, request, reply } = opened;
  const { ctx, language } = visitor;
  await recordRefusedSignIn(ctx, {
    method: 'saml',
    cause: 'notGranted',
    userId: user.id,
    data: {
      kind: 'not-granted',
      reason: 'The user does not have access to the application',
      application: sp.app.id,
    },
  });
  if (pending.isPassive) return refuse(opened, pending, 'RequestDenied');
  const words = language.texts.samlSignIn;
  const beginAt = beginSignIn(ctx, request, reply, {
    next: withNote(ctx, request, reply, request.url),
    application: sp.app.id,
  });
  return sendDead(
    reply.code(403),
    ctx.project,
    language,
    words.notAllowed({ application: sp.app.name, loginId: user.loginIds[0] ?? '' }),
    {
      title: words.title,
      ...(beginAt && { more: html`<p><a class="button" href="${beginAt}">${words.otherAccount}</a></p>` }),
    },
  );
}

async function refuse(opened: Opened, pending: PendingRequest, status: RefusalStatus): Promise<FastifyReply> {
  const { visitor, sp } = opened;
  return send(opened, pending, await refuseRequest(visitor.ctx, sp, pending, status));
}

/** Sends the response in a form that submits itself (saml-bindings §3.5). */
function send({ visitor, reply }: Opened, { acsUrl, relayState }: PendingRequest, xml: string): FastifyReply {
  const { ctx, language } = visitor;
  const to = { redirectUri: acsUrl, responseMode: 'form_post' } as const;
  return answer(reply, { project: ctx.project, language }, to, {
    SAMLResponse: Buffer.from(xml, 'utf8').toString('base64'),
    ...(relayState && { RelayState: relayState }),
  });
}

/** Our own address, at which the sign-in goes on. */
function pathOf({ visitor: { ctx }, sp }: Opened, sealed: string): string {
  const query = new URLSearchParams({ app: `${ctx.project.id}-${sp.app.id}`, request: sealed });
  return `/v1/auth/saml/idp/sso?${query}`;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { askedLanguage } from '../../../http/language.ts';
import { html } from '../../../http/page.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { asksForTwoFactors } from '../../applications/openid-provider/assurance.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  readResponseMode,
} from '../../applications/openid-provider/authorization-request.ts';
import { askedOf } from '../../applications/openid-provider/consent.ts';
import type { Place } from '../../applications/openid-provider/place.ts';
import { recordRefusedRequest } from '../../applications/openid-provider/record-refusals.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { hasSignedInFor, withNote } from '../browser-sessions/sign-in-again.ts';
import { sendDead, type Visitor } from '../hosted-pages/open-flow.ts';
import { answer } from './answer.ts';
import { sealAsked } from './asked.ts';
import { sendConsentPage } from './consent-page.ts';
import { decide } from './decide.ts';
import type { FoundRequest } from './find-request.ts';

/** A valid request, and the exchange with the browser. */
export interface Asked extends FoundRequest {
  place: Place;
  /** The path of the request, with its query: the browser comes back to it after a sign-in. */
  path: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers an authorization request. `hasConsented`: the user has just allowed what the application asks for. */
export async function authorize(visitor: Visitor, asked: Asked, hasConsented = false): Promise<FastifyReply> {
  const { ctx } = visitor;
  const { client, parameters, pushedRequest } = asked;
  try {
    if (!pushedRequest && client.settings.requirePushedAuthorizationRequests)
      throw new OAuthError('invalid_request', 'This application must push its requests to `par` first');
    const wanted = {
      ...readAuthorizationRequest(client, parameters),
      ...(pushedRequest && { pushedRequest }),
    };
    const browser = await findBrowserSession(ctx);
    const hasSignedIn =
      browser !== undefined && hasSignedInFor(ctx, asked.request, asked.path, browser.session);
    const decision = await decide(ctx, client, wanted, { browser, hasSignedIn, hasConsented });
    if (typeof decision === 'object') return sendBack(visitor, asked, { code: decision.code });
    if (decision === 'signIn' || !browser) return toSignIn(visitor, asked, wanted);
    if (decision === 'consent') return toConsent(visitor, asked, wanted, browser);
    await recordRefusedSignIn(ctx, {
      method: 'oidc',
      cause: 'notGranted',
      userId: browser.user.id,
      data: {
        kind: 'not-granted',
        reason: 'The user does not have access to the application',
        application: client.app.id,
      },
    });
    return refuse(visitor, asked, browser.user.loginIds[0] ?? '');
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    await recordRefusedRequest(ctx, client.id, error);
    return sendBack(visitor, asked, { error: error.code, error_description: error.message });
  }
}

/** Sends the browser to the application, with the code or a refusal. */
export function sendBack(
  { ctx, language }: Visitor,
  { client, parameters, reply }: Asked,
  fields: Record<string, string>,
): FastifyReply {
  const state = typeof parameters['state'] === 'string' ? parameters['state'] : '';
  const to = { redirectUri: String(parameters['redirect_uri']), responseMode: readResponseMode(parameters) };
  // RFC 9207: `iss` tells a client with several providers which one has answered.
  return answer(reply, { project: ctx.project, language }, to, {
    ...fields,
    ...(state && { state }),
    iss: client.issuer.url,
  });
}

function toSignIn(
  { ctx, language }: Visitor,
  { client, parameters, path, request, reply }: Asked,
  { loginHint, assurance }: AuthorizationRequest,
): FastifyReply {
  const next = withNote(ctx, request, reply, path);
  const secondFactor = asksForTwoFactors(assurance);
  const application = client.app.id;
  const locale = askedLanguage(ctx.languages, parameters)?.tag;
  const url = beginSignIn(ctx, request, reply, { next, loginHint, secondFactor, application, locale });
  if (url) return reply.redirect(url, 303);
  const { cannotSignIn: title, tooLong } = language.texts.applicationSignIn;
  return sendDead(reply.code(400), ctx.project, language, tooLong, { title });
}

function toConsent(
  visitor: Visitor,
  asked: Asked,
  wanted: AuthorizationRequest,
  browser: StartedSession,
): FastifyReply {
  const { ctx } = visitor;
  const { client, path, place, request, reply } = asked;
  if (!client.thirdParty) throw new Error('Only third-party applications need a consent');
  const shown = askedOf(client.thirdParty, wanted, browser.user);
  const sealed = sealAsked(ctx, client, { path, place, sessionId: browser.session.id, shown });
  const next = withNote(ctx, request, reply, path);
  return sendConsentPage(visitor, { client, thirdParty: client.thirdParty, wanted, shown }, browser, {
    ...asked,
    next,
    sealed,
  });
}

/** Says that this account may not use the application. The link leads to the same request with another account. */
function refuse(
  { ctx, language }: Visitor,
  { client, path, request, reply }: Asked,
  loginId: string,
): FastifyReply {
  const words = language.texts.applicationSignIn;
  const beginAt = beginSignIn(ctx, request, reply, {
    next: withNote(ctx, request, reply, path),
    application: client.app.id,
  });
  const more = beginAt
    ? html`<p><a class="button" href="${beginAt}">${words.otherAccount}</a></p>`
    : undefined;
  return sendDead(
    reply.code(403),
    ctx.project,
    language,
    words.notAllowed({ application: client.app.name, loginId }),
    {
      title: words.cannotSignIn,
      ...(more && { more }),
    },
  );
}

import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { html, sendPage } from '../../../http/page.ts';
import { redirectBindingUrl } from '../../../protocols/saml/bindings.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { buildLogoutResponse } from '../../../protocols/saml/logout.ts';
import { endSignIn } from '../../applications/openid-provider/end-sign-in.ts';
import { newXmlId, signerOf } from '../../applications/saml-provider/answer-request.ts';
import { type Received, readLogoutRequest } from '../../applications/saml-provider/read-request.ts';
import type { ServiceProvider } from '../../applications/saml-provider/service-provider.ts';
import { samlIdpUrls } from '../../directory/sso-apps/sso-app.ts';
import { answer } from '../application-sign-in/answer.ts';
import { findBrowserSession, forgetBrowserSession } from '../browser-sessions/browser-session.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { sendDead, textOf } from '../hosted-pages/open-flow.ts';
import { markedCardOf } from '../hosted-pages/views.ts';
import type { Opened } from './opened.ts';

/** A logout that was read and verified. The browser brings it with its cookies, at our own address. */
interface PendingLogout {
  id: string;
  relayState: string;
  sessionIndexes: string[];
  until: number;
}

const lifetimeMs = 5 * 60_000;

/**
 * Signs the user out because their service provider asks for it (saml-profiles §4.4): ends the session of this browser and the sessions of
 * applications that were opened with it. Other SAML applications are not told.
 */
export async function signOut(opened: Opened, received: Received | undefined): Promise<FastifyReply> {
  const { visitor, sp, request, reply } = opened;
  const { ctx, language } = visitor;
  if (received) {
    const { logoutUrl } = samlIdpUrls(ctx, ctx.project.id, sp.app.id);
    const { request: message, relayState } = readLogoutRequest(sp, received, { logoutUrl, now: ctx.now() });
    const { id, sessionIndexes } = message;
    const pending: PendingLogout = { id, relayState, sessionIndexes, until: ctx.now() + lifetimeMs };
    const query = new URLSearchParams({
      app: `${ctx.project.id}-${sp.app.id}`,
      request: ctx.sealer.seal(JSON.stringify(pending), purposeOf(ctx, sp)),
    });
    return reply.redirect(`/v1/auth/idp/sso/logout?${query}`, 303);
  }
  const { query } = request as { query: Record<string, string | string[]> };
  const pending = unseal(ctx, sp, textOf(query['request']));
  const words = language.texts.samlSignIn;
  if (!pending)
    return sendDead(reply.code(400), ctx.project, language, words.expired, { title: words.title });
  const browser = await findBrowserSession(ctx);
  // The application names the session in which it got the user. Another one may be another person's.
  if (
    browser &&
    (pending.sessionIndexes.length === 0 || pending.sessionIndexes.includes(browser.session.id))
  ) {
    await endSignIn(ctx, { browserSessionId: browser.session.id, userId: browser.user.id });
    forgetBrowserSession(ctx, reply);
  }
  return sendAnswer(opened, pending);
}

async function sendAnswer(opened: Opened, { id, relayState }: PendingLogout): Promise<FastifyReply> {
  const { visitor, sp, reply } = opened;
  const { ctx, language } = visitor;
  const { logout } = sp.metadata;
  const signer = await signerOf(ctx, sp);
  const to =
    logout ?? (sp.settings.logoutRedirectUrl && { url: sp.settings.logoutRedirectUrl, binding: 'redirect' });
  if (!to) {
    const { done: title, doneLead } = language.texts.samlSignIn;
    const body = markedCardOf(
      { icon: 'success', look: 'good' },
      title,
      html`<p class="lead">${doneLead}</p>`,
    );
    return sendPage(reply, hostedPage(ctx.project, { language, title, body }));
  }
  if (!logout) return reply.redirect(to.url, 303);
  const xml = await buildLogoutResponse({
    id: newXmlId(ctx),
    issuer: samlIdpUrls(ctx, ctx.project.id, sp.app.id).entityId,
    issueInstant: ctx.now(),
    destination: logout.url,
    inResponseTo: id,
    ...(logout.binding === 'post' && { signer }),
  });
  if (logout.binding === 'redirect') {
    const url = await redirectBindingUrl({
      ...{ ssoUrl: logout.url, xml, parameter: 'SAMLResponse', signingKey: signer.privateKey },
      ...(relayState && { relayState }),
    });
    return reply.redirect(url, 303);
  }
  return answer(
    reply,
    { project: ctx.project, language },
    { redirectUri: logout.url, responseMode: 'form_post' },
    {
      SAMLResponse: Buffer.from(xml, 'utf8').toString('base64'),
      ...(relayState && { RelayState: relayState }),
    },
  );
}

function unseal(ctx: ProjectContext, sp: ServiceProvider, sealed: string): PendingLogout | undefined {
  if (!sealed) throw new SamlError('request', 'The parameter SAMLRequest is missing.');
  try {
    const pending = JSON.parse(ctx.sealer.unseal(sealed, purposeOf(ctx, sp))) as PendingLogout;
    return pending.until > ctx.now() ? pending : undefined;
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext, { app }: ServiceProvider): string {
  return `saml-logout:${project.id}:${app.id}`;
}

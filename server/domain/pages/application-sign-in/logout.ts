import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Project } from '../../../core/project.ts';
import { withQuery } from '../../../core/url.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import type { Parameters } from '../../applications/openid-provider/authorization-request.ts';
import {
  type Client,
  findClient,
  findProjectId,
  isRegisteredLogoutRedirect,
} from '../../applications/openid-provider/client.ts';
import { endApplicationSession, isOfSignIn } from '../../applications/openid-provider/end-sign-in.ts';
import { readIdTokenHint } from '../../applications/openid-provider/id-token-hint.ts';
import type { Place, PlaceParams, placePaths } from '../../applications/openid-provider/place.ts';
import { subjectOf } from '../../applications/openid-provider/subject.ts';
import type { CountRequest } from '../../group.ts';
import {
  findBrowserSession,
  forgetBrowserSession,
  projectsOfBrowser,
} from '../browser-sessions/browser-session.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { sendDead, textOf, type Visitor, withProject } from '../hosted-pages/open-flow.ts';
import { cardOf } from '../hosted-pages/views.ts';
import { signOut } from '../single-logout/sign-out.ts';

type Route = { Params: PlaceParams; Querystring: Parameters; Body: Parameters };

/**
 * Mounts the logout that an application begins (OpenID Connect RP-Initiated Logout). With the ID token of the browser's own sign-in
 * the session ends at once. Without it the user is asked, because any site could send a browser here.
 */
export function mountLogout(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
  { path, placeOf }: (typeof placePaths)[number],
): void {
  const url = `${path}/logout`;
  const run = async (request: FastifyRequest<Route>, reply: FastifyReply, fields: Parameters) => {
    const place = placeOf(request.params);
    const named = textOf(fields['client_id']) || clientIdIn(textOf(fields['id_token_hint']));
    // Without a name of an application, it is the sign-in of this browser that is meant.
    const [signedIn = ''] = projectsOfBrowser(request.headers.cookie);
    const projectId = (await findProjectId(service, named, place)) || signedIn;
    if (!projectId) return answerUnnamed(service, { request, reply, fields });
    return withProject(service, request, reply, projectId, async (visitor) => {
      await count(visitor.ctx, 'authorize');
      return leaveApplication(visitor, { request, reply, fields, place });
    });
  };
  app.get<Route>(url, (request, reply) => run(request, reply, request.query));
  app.post<Route>(url, (request, reply) => run(request, reply, request.body ?? {}));
}

interface LogoutRequest {
  request: FastifyRequest<Route>;
  reply: FastifyReply;
  fields: Parameters;
  place: Place;
}

/** Answers a request that names no project, from a browser in which nobody has signed in. */
function answerUnnamed(
  service: ServiceContext,
  { request, reply, fields }: Omit<LogoutRequest, 'place'>,
): FastifyReply {
  const language = languageOf(service.languages, request);
  const { failed: title, wrongHint, noHint } = language.texts.applicationSignIn.signOut;
  const refuse = (words: string) => sendDead(reply.code(400), undefined, language, words, { title });
  if (textOf(fields['id_token_hint'])) return refuse(wrongHint);
  if (textOf(fields['client_id'])) return refuse(language.texts.applicationSignIn.unknownClient);
  return textOf(fields['post_logout_redirect_uri']) ? refuse(noHint) : sendDone(reply, undefined, language);
}

async function leaveApplication(
  { ctx, language }: Visitor,
  { request, reply, fields, place }: LogoutRequest,
): Promise<FastifyReply> {
  const words = language.texts.applicationSignIn;
  const refuse = (text: string) =>
    sendDead(reply.code(400), ctx.project, language, text, { title: words.signOut.failed });
  const hint = textOf(fields['id_token_hint']);
  const redirectUri = textOf(fields['post_logout_redirect_uri']);
  const hinted = hint ? await readIdTokenHint(ctx, hint) : undefined;
  const clientId = textOf(fields['client_id']) || hinted?.clientId || '';
  if (hint && (!hinted || hinted.clientId !== clientId)) return refuse(words.signOut.wrongHint);
  const client = clientId ? await findLeft(ctx, clientId, place) : undefined;
  if (clientId && !client) return refuse(words.unknownClient);
  if (redirectUri && !client) return refuse(words.signOut.noHint);
  if (client && redirectUri && !isRegisteredLogoutRedirect(ctx, client, redirectUri))
    return refuse(words.wrongRedirect({ application: client.app.name }));

  const browser = await findBrowserSession(ctx);
  const isConfirmed = textOf(fields['confirmed']) === 'yes' && isFromOwnPage(request.headers, ctx.baseUrl);
  const isKnown =
    client !== undefined &&
    hinted !== undefined &&
    browser !== undefined &&
    hinted.subject === (await subjectOf(ctx, client, browser.user.id)) &&
    (await isOfSignIn(ctx, hinted, browser.session));
  if (browser && !isKnown && !isConfirmed) return askUser({ ctx, language }, { request, reply, fields });
  if (!browser && hinted) {
    // A form of another site comes without the cookie, a link with it.
    if (request.method === 'POST') return reply.redirect(linkTo(request, fields), 303);
    await endApplicationSession(ctx, hinted);
  }
  const state = textOf(fields['state']);
  const endUrl = redirectUri && withQuery(redirectUri, { ...(state && { state }) });
  const end = endUrl ? ({ kind: 'redirect', url: endUrl } as const) : ({ kind: 'page' } as const);
  const signIn = browser && { browserSessionId: browser.session.id, userId: browser.user.id };
  const next = signIn && (await signOut(ctx, reply, signIn, end));
  forgetBrowserSession(ctx, reply);
  if (next || endUrl) return reply.redirect(next || endUrl, 303);
  return sendDone(reply, ctx.project, language);
}

function linkTo({ url }: FastifyRequest<Route>, fields: Parameters): string {
  const given = keptNames.map((name) => [name, textOf(fields[name])]).filter(([, value]) => value);
  return `${url.split('?', 1)[0]}?${new URLSearchParams(given)}`;
}

function askUser(
  { ctx, language }: Visitor,
  { request, reply, fields }: Omit<LogoutRequest, 'place'>,
): FastifyReply {
  const words = language.texts.applicationSignIn.signOut;
  const title = words.title({ project: ctx.project.name });
  const body = cardOf(
    title,
    html`<p class="lead">${words.lead}</p>
<form method="post" action="${request.url.split('?', 1)[0]}">
${keptFields(fields)}<input type="hidden" name="confirmed" value="yes">
<p><button>${words.submit}</button></p>
</form>`,
  );
  const endsAt = textOf(fields['post_logout_redirect_uri']) || undefined;
  return sendPage(reply, hostedPage(ctx.project, { language, title, body, endsAt }));
}

function sendDone(reply: FastifyReply, project: Project | undefined, language: Language): FastifyReply {
  const { done: title, doneLead } = language.texts.applicationSignIn.signOut;
  const body = cardOf(title, html`<p class="lead">${doneLead}</p>`);
  return sendPage(reply, hostedPage(project, { language, title, body }));
}

const keptNames = ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state'];

function keptFields(fields: Parameters) {
  return keptNames.map((name) => {
    const value = textOf(fields[name]);
    return value
      ? html`<input type="hidden" name="${name}" value="${value}">
`
      : html``;
  });
}

async function findLeft(ctx: ProjectContext, clientId: string, place: Place): Promise<Client | undefined> {
  try {
    return await findClient(ctx, clientId, place);
  } catch (error) {
    if (error instanceof OAuthError) return undefined;
    throw error;
  }
}

/** The client of an ID token, before its signature is checked. */
function clientIdIn(hint: string): string {
  try {
    const { aud } = JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()) as {
      aud?: unknown;
    };
    return typeof aud === 'string' ? aud : '';
  } catch {
    return '';
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { html, sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import type { Parameters } from '../../applications/openid-provider/authorization-request.ts';
import {
  type Client,
  findClient,
  findProjectId,
  isRegisteredRedirect,
} from '../../applications/openid-provider/client.ts';
import { browserSessionOf, endSignIn } from '../../applications/openid-provider/end-sign-in.ts';
import { readIdTokenHint } from '../../applications/openid-provider/id-token-hint.ts';
import type { Place, PlaceParams, placePaths } from '../../applications/openid-provider/place.ts';
import { subjectOf } from '../../applications/openid-provider/subject.ts';
import { findBrowserSession, forgetBrowserSession } from '../browser-sessions/browser-session.ts';
import type { CountRequest } from '../hosted-pages/flow.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { sendDead, textOf, withProject } from '../hosted-pages/open-flow.ts';
import { cardOf, markedCardOf } from '../hosted-pages/views.ts';

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
    const hint = textOf(fields['id_token_hint']);
    const place = placeOf(request.params);
    const projectId = await findProjectId(service, textOf(fields['client_id']) || clientIdIn(hint), place);
    return withProject(service, request, reply, projectId, async ({ ctx, language }) => {
      await count(ctx, 'ssoPage');
      const hinted = hint ? await readIdTokenHint(ctx, hint) : undefined;
      const clientId = textOf(fields['client_id']) || hinted?.clientId || '';
      const client = await findLeft(ctx, clientId, place);
      const words = language.texts.applicationSignIn;
      const isWrongHint = hint !== '' && (!hinted || hinted.clientId !== clientId);
      if (!client || isWrongHint)
        return sendDead(reply.code(400), ctx.project, language, words.unknownClient, {
          title: words.cannotSignIn,
        });
      const redirectUri = textOf(fields['post_logout_redirect_uri']);
      if (redirectUri && !isRegisteredRedirect(ctx, client, redirectUri))
        return sendDead(
          reply.code(400),
          ctx.project,
          language,
          words.wrongRedirect({ application: client.app.name }),
          {
            title: words.cannotSignIn,
          },
        );
      const browser = await findBrowserSession(ctx);
      const isConfirmed =
        textOf(fields['confirmed']) === 'yes' && isFromOwnPage(request.headers, ctx.baseUrl);
      const isKnown =
        hinted !== undefined &&
        browser !== undefined &&
        hinted.subject === (await subjectOf(ctx, client, browser.user.id));
      if (browser && !isKnown && !isConfirmed) {
        const title = words.signOut.title({ project: ctx.project.name });
        const body = cardOf(
          title,
          html`<p class="lead">${words.signOut.lead}</p>
<form method="post" action="${request.url.split('?', 1)[0]}">
${keptFields(fields)}<input type="hidden" name="confirmed" value="yes">
<p><button>${words.signOut.submit}</button></p>
</form>`,
        );
        const endsAt = redirectUri || undefined;
        return sendPage(reply, hostedPage(ctx.project, { language, title, body, endsAt }));
      }
      // Without its cookie, the browser's session is found through the application's.
      const signIn = browser
        ? { browserSessionId: browser.session.id, userId: browser.user.id }
        : hinted && (await browserSessionOf(ctx, hinted.sessionId));
      if (signIn) await endSignIn(ctx, signIn);
      forgetBrowserSession(ctx, reply);
      const state = textOf(fields['state']);
      if (redirectUri) return reply.redirect(withQuery(redirectUri, { ...(state && { state }) }), 303);
      const { done: title, doneLead } = words.signOut;
      return sendPage(
        reply,
        hostedPage(ctx.project, {
          language,
          title,
          body: markedCardOf({ icon: 'success', look: 'good' }, title, html`<p class="lead">${doneLead}</p>`),
        }),
      );
    });
  };
  app.get<Route>(url, (request, reply) => run(request, reply, request.query));
  app.post<Route>(url, (request, reply) => run(request, reply, request.body ?? {}));
}

function keptFields(fields: Parameters) {
  const names = ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state'];
  return names.map((name) => {
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

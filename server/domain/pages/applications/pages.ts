import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { shownName } from '../../../core/names.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import { grantedAppIds } from '../../applications/openid-provider/access.ts';
import type { CountRequest } from '../../group.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { sendDead, withProject } from '../hosted-pages/open-flow.ts';
import { cardOf } from '../hosted-pages/views.ts';
import { unfinishedLogout } from '../single-logout/sign-out.ts';
import { applicationsOf, type Shown } from './applications-of.ts';

/** Mounts the page with the applications of the signed-in user. `app` is a scope that parses cookies. */
export function mountApplicationsPage(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
): void {
  type Route = { Params: { projectId: string } };
  app.get<Route>('/apps/:projectId', (request, reply) =>
    withProject(service, request, reply, request.params.projectId, async ({ ctx, language }) => {
      await count(ctx, 'ssoPage');
      const words = language.texts.applications;
      const browser = await findBrowserSession(ctx);
      // Whoever acts in the user's name must not get into other applications with it.
      if (!browser || browser.session.impersonatorId) {
        const logout = browser ? undefined : await unfinishedLogout(ctx);
        if (logout) return reply.redirect(logout, 303);
        const signIn = beginSignIn(ctx, request, reply, { next: `/apps/${ctx.project.id}` });
        if (signIn) return reply.redirect(signIn, 303);
        return sendDead(reply.code(400), ctx.project, language, words.none, { title: words.title });
      }
      const apps = await applicationsOf(ctx, await grantedAppIds(ctx, browser.user));
      const list = html`<ul class="items">
${apps.map(itemOf)}</ul>`;
      const body = cardOf(
        words.title,
        html`<p class="account">${browser.user.loginIds[0] ?? ''}</p>`,
        apps.length > 0 ? list : html`<p class="lead">${words.none}</p>`,
      );
      const images = apps.map(({ logo }) => logo).filter((logo) => logo.startsWith('http'));
      return sendPage(reply, hostedPage(ctx.project, { language, title: words.title, body, images }));
    }),
  );
}

/** Renders an application as a row that is pressed as a whole. Without a logo it has its initial. */
function itemOf({ name: stored, description, logo, url }: Shown): Html {
  const name = shownName(stored);
  const picture = logo
    ? html`<img src="${logo}" alt="" width="24" height="24">`
    : [...name][0]?.toUpperCase();
  return html`<li class="app"><span class="tile" aria-hidden="true">${picture}</span>
<p><a href="${url}"><strong>${name}</strong></a>${description && html`<br><span class="hint">${shownName(description)}</span>`}</p></li>
`;
}

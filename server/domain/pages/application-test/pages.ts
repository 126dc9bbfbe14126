import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { consoleLanguage } from '../../../core/languages/console-language.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import { readTest, testPath } from '../../applications/application-sign-ins/begin-test.ts';
import { previewFor } from '../../applications/application-sign-ins/preview-sign-in.ts';
import { explainAppFinding } from '../../applications/application-sign-ins/texts.ts';
import { findSsoApp } from '../../directory/applications/sso/load-app.ts';
import type { CountRequest } from '../../group.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { isEnoughFor } from '../../sessions/sign-in-policy/apply-policy.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { type Query, sendDead, textOf, type Visitor, withProject } from '../hosted-pages/open-flow.ts';
import { cardOf } from '../hosted-pages/views.ts';

type Route = { Querystring: Query };

/** Mounts the page that shows what an application would get. `app` is a scope that parses cookies. */
export function mountApplicationTest(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
): void {
  app.get<Route>(testPath, (request, reply) =>
    withProject(service, request, reply, textOf(request.query['project']), async (visitor) => {
      await count(visitor.ctx, 'ssoPage');
      return showTest(visitor, request, reply);
    }),
  );
}

async function showTest(
  { ctx, language }: Visitor,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const words = language.texts.applicationTest;
  const { title: expired } = language.texts.hostedPages.dead;
  const test = readTest(ctx, textOf(request.query['request']));
  const app = test && (await findSsoApp(ctx, test.appId));
  if (!app) return sendDead(reply.code(400), ctx.project, language, words.expired, { title: expired });
  const browser = await findBrowserSession(ctx);
  const isFresh = browser && !browser.session.impersonatorId && browser.session.createdAt >= test.begunAt;
  // The user signs in for the test, so that it shows what a sign-in gives, and not to whom the browser belongs.
  if (!isFresh || !(await isEnoughFor(ctx, app.id, browser))) {
    const signIn = beginSignIn(ctx, request, reply, { next: request.url, application: app.id });
    if (signIn) return reply.redirect(signIn, 303);
    return sendDead(reply.code(400), ctx.project, language, words.expired, { title: expired });
  }
  const { findings, claims, nameId, attributes } = await previewFor(ctx, app, browser, test.scope);
  const isRefused = findings.some(({ outcome }) => outcome === 'blocks');
  await recordAudit(ctx, {
    action: 'SsoAppTested',
    userId: browser.user.id,
    data: { application: app.id, begunBy: test.begunBy, refused: isRefused },
  });
  const given: [string, string][] = [
    ...(nameId ? [[words.nameId, nameId.value] as [string, string]] : []),
    ...attributes.map(([name, values]): [string, string] => [name, values.join(', ')]),
    ...Object.entries(claims).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
  const notes = findings.filter(({ outcome }) => outcome !== 'fine');
  const title = words.title({ application: app.name });
  const body = cardOf(
    title,
    html`<p class="account">${browser.user.loginIds[0] ?? ''}</p>
<p class="lead">${isRefused ? words.refused : words.lead}</p>`,
    html`${notes.map((finding) => noteOf(explainAppFinding(consoleLanguage(language.tag), finding)))}`,
    isRefused ? undefined : listOf(given, words.nothing),
  );
  reply.header('cache-control', 'no-store');
  return sendPage(reply, hostedPage(ctx.project, { language, title, body }));
}

function noteOf({ sentence, remedy }: { sentence: string; remedy: string }): Html {
  return html`<p>${sentence} <strong>${remedy}</strong></p>
`;
}

function listOf(given: [string, string][], nothing: string): Html {
  if (given.length === 0) return html`<p>${nothing}</p>`;
  const items = given.map(
    ([
      name,
      value,
    ]) => html`<li class="item"><p><strong>${name}</strong><br><span class="hint">${value}</span></p></li>
`,
  );
  return html`<ul class="items">
${items}</ul>`;
}

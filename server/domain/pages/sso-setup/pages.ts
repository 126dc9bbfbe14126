import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Project } from '../../../core/project.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { recordOpening } from '../../federation/sso-setup-links/progress.ts';
import { type OpenSetup, SetupEnded, setupPath } from '../../federation/sso-setup-links/setup-link.ts';
import type { CountRequest } from '../../group.ts';
import { enterProject, findNamedProject } from '../../project/projects/load-project.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { markedCardOf } from '../hosted-pages/views.ts';
import { act, startTest, testedAddress } from './actions.ts';
import { keepToken } from './cookie.ts';
import { readProtocol, readProvider, text } from './forms.ts';
import { type Open, openByLink, openSignedIn, type Route, type SetupRequest } from './open.ts';
import { readStep } from './steps.ts';
import { setupView } from './view.ts';
import { testView } from './view-test.ts';

/** Room for metadata of 256 KiB, percent-encoded. */
const formLimitBytes = 512 * 1024;

type Step = (ctx: ProjectContext, setup: OpenSetup, language: Language) => Promise<FastifyReply>;

/** Mounts the page on which a tenant's administrator sets up its SSO. `app` is a scope that parses forms and cookies. */
export function mountSsoSetup(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  const enter = (request: SetupRequest, reply: FastifyReply, step: Step) =>
    withSetup(service, request, reply, openByLink, step);
  const enterSignedIn = (request: SetupRequest, reply: FastifyReply, step: Step) =>
    withSetup(service, request, reply, openSignedIn, step);
  const ways = [
    { path: `${setupPath}/:projectId/:linkId`, enter },
    { path: `${setupPath}/:projectId/tenants/:tenantId/:connectionId`, enter: enterSignedIn },
  ];
  for (const { path, enter } of ways) {
    app.get<Route>(path, (request, reply) =>
      enter(request, reply, async (ctx, setup, language) => {
        const { query } = request;
        const token = request.params.linkId ? text(query['token']) : '';
        if (token) {
          keepToken(ctx, reply, request.params.linkId, token);
          if (query['test'] === undefined) return reply.redirect(setup.link.address, 303);
          await count(ctx, 'ssoStart');
          return startTest({ ctx, setup, language, request, reply }, testedAddress(setup));
        }
        if (query['tested'] !== undefined) return sendPage(reply, await testView(ctx, setup, language));
        await recordOpening(ctx, setup);
        const view = {
          language,
          step: readStep(text(query['step'])),
          protocol: readProtocol(text(query['protocol'])),
          provider: readProvider(query['provider']),
          saved: query['saved'] !== undefined,
        };
        return sendPage(reply, await setupView(ctx, setup, view));
      }),
    );
    app.post<Route>(path, { bodyLimit: formLimitBytes }, (request, reply) =>
      enter(request, reply, async (ctx, setup, language) => {
        if (!isFromOwnPage(request.headers, ctx.baseUrl)) {
          return sendProblem(reply.code(400), ctx.project, language, language.texts.ssoSetup.foreign);
        }
        // Saving queries another server.
        await count(ctx, 'ssoStart');
        return act({ ctx, setup, language, request, reply });
      }),
    );
  }
}

/** Opens the link for each request, so that a page stops working as soon as its link is revoked. */
async function withSetup(
  service: ServiceContext,
  request: SetupRequest,
  reply: FastifyReply,
  open: Open,
  step: Step,
): Promise<FastifyReply> {
  reply.header('referrer-policy', 'no-referrer');
  const { projectId } = request.params;
  const project = await findNamedProject(service, projectId);
  const language = languageOf(service.languages, request, project?.settings.locale);
  const words = language.texts.ssoSetup;
  try {
    const ctx = await enterProject(service, projectId, requestInfo(request));
    const setup = await open(ctx, request, reply);
    if (setup && 'signInAt' in setup) return reply.redirect(setup.signInAt, 303);
    if (!setup) return sendProblem(reply.code(400), ctx.project, language, words.dead);
    return await step(ctx, setup, language);
  } catch (error) {
    if (error instanceof SetupEnded) return sendProblem(reply.code(400), project, language, words.dead);
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    const reasons: Record<string, string> = { E130429: words.tooMany, E064013: words.notAllowed };
    const reason = reasons[error.code] ?? words.dead;
    return sendProblem(reply.code(error.status), project, language, reason);
  }
}

function sendProblem(
  reply: FastifyReply,
  project: Project | undefined,
  language: Language,
  reason: string,
): FastifyReply {
  const title = language.texts.ssoSetup.deadTitle;
  const body = markedCardOf({ icon: 'warning', look: 'caution' }, title, html`<p class="lead">${reason}</p>`);
  return sendPage(reply, hostedPage(project, { language, title, body }));
}

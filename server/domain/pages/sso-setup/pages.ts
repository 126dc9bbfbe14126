import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Project } from '../../../core/project.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { ensureBrowserSecret } from '../../federation/relying-party/browser.ts';
import {
  type SetupForm,
  type SetupProtocol,
  saveSetup,
  testSetup,
} from '../../federation/sso-setup-links/setup.ts';
import {
  addressOf,
  type OpenSetup,
  openSetupLink,
  setupPath,
} from '../../federation/sso-setup-links/setup-link.ts';
import type { CountRequest } from '../../group.ts';
import { enterProject, findNamedProject } from '../../project/projects/load-project.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { markedCardOf } from '../hosted-pages/views.ts';
import { keepToken, readToken } from './cookie.ts';
import { type ProviderId, providers } from './providers.ts';
import { addressWith, type SetupView, setupView } from './view.ts';
import { testView } from './view-test.ts';

/** Room for metadata of 256 KiB, percent-encoded. */
const formLimitBytes = 512 * 1024;

type Query = Record<string, string | string[] | undefined>;
type Route = { Params: { projectId: string; linkId: string }; Querystring: Query; Body: Query };
type SetupRequest = FastifyRequest<Route>;
type Step = (ctx: ProjectContext, setup: OpenSetup, language: Language) => Promise<FastifyReply>;

/** Mounts the page on which a tenant's administrator sets up its SSO. `app` is a scope that parses forms and cookies. */
export function mountSsoSetup(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  const path = `${setupPath}/:projectId/:linkId`;
  app.get<Route>(path, (request, reply) =>
    withSetup(service, request, reply, async (ctx, setup, language) => {
      const token = text(request.query['token']);
      if (token) {
        keepToken(ctx, reply, setup.link.id, token);
        if (request.query['test'] === undefined) return reply.redirect(addressOf(ctx, setup.link.id), 303);
        await count(ctx, 'ssoStart');
        return startTest(ctx, setup, testedAddress(ctx, setup), request, reply);
      }
      if (request.query['tested'] !== undefined) return sendPage(reply, await testView(ctx, setup, language));
      const protocol = readProtocol(text(request.query['protocol']));
      const provider = readProvider(request.query['provider']);
      const saved = request.query['saved'] !== undefined;
      return sendPage(reply, await setupView(ctx, setup, { language, protocol, provider, saved }));
    }),
  );
  app.post<Route>(path, { bodyLimit: formLimitBytes }, (request, reply) =>
    withSetup(service, request, reply, async (ctx, setup, language) => {
      const words = language.texts.ssoSetup;
      if (!isFromOwnPage(request.headers, ctx.baseUrl)) {
        return sendProblem(reply.code(400), ctx.project, language, words.foreign);
      }
      // Saving queries another server.
      await count(ctx, 'ssoStart');
      const action = text(request.body?.['do']);
      if (action === 'testAlone') return startTest(ctx, setup, testedAddress(ctx, setup), request, reply);
      const provider = readProvider(request.body?.['provider']);
      if (action === 'test') {
        const address = addressWith(addressOf(ctx, setup.link.id), { provider });
        return startTest(ctx, setup, `${address}#test`, request, reply);
      }
      return save(ctx, setup, { language, provider }, readForm(request.body ?? {}), reply);
    }),
  );
}

/** Sends the browser to the identity provider for a test. It comes back to `returnUrl`. */
async function startTest(
  ctx: ProjectContext,
  setup: OpenSetup,
  returnUrl: string,
  request: SetupRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const browserSecret = ensureBrowserSecret(request, reply, ctx.baseUrl);
  return reply.redirect(await testSetup(ctx, setup, { returnUrl, browserSecret }), 303);
}

/** The page that shows the outcome of a test alone, for administrators of the project who come from the console. */
function testedAddress(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, { link }: OpenSetup): string {
  return `${addressOf(ctx, link.id)}?tested`;
}

async function save(
  ctx: ProjectContext,
  setup: OpenSetup,
  view: Pick<SetupView, 'language' | 'provider'>,
  form: SetupForm,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    await saveSetup(ctx, setup, form);
    const { provider } = view;
    return reply.redirect(addressWith(addressOf(ctx, setup.link.id), { provider, saved: '' }), 303);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    const { entityIds = [] } = (error.fields ?? {}) as { entityIds?: string[] };
    const refused = { form, reason: error.message, entityIds };
    const shown = { ...view, protocol: form.protocol, refused };
    return sendPage(reply.code(400), await setupView(ctx, setup, shown));
  }
}

function readForm(body: Query): SetupForm {
  const field = (name: string) => text(body[name]).trim();
  const authentication = field('authentication');
  return {
    protocol: readProtocol(field('protocol')) ?? 'saml',
    metadataUrl: field('metadataUrl'),
    metadataXml: field('metadataXml'),
    entityId: field('entityId'),
    issuer: field('issuer'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    authentication: authentication === 'basic' || authentication === 'post' ? authentication : '',
  };
}

function readProvider(name: string | string[] | undefined): ProviderId | undefined {
  const id = text(name);
  return Object.hasOwn(providers, id) ? (id as ProviderId) : undefined;
}

function readProtocol(name: string): SetupProtocol | undefined {
  return name === 'saml' || name === 'oidc' ? name : undefined;
}

/** Returns a parameter, or an empty text if it occurs twice, because choosing one of them would be a guess. */
function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Opens the link for each request, so that a page stops working as soon as its link is revoked. */
async function withSetup(
  service: ServiceContext,
  request: SetupRequest,
  reply: FastifyReply,
  step: Step,
): Promise<FastifyReply> {
  reply.header('referrer-policy', 'no-referrer');
  const { projectId, linkId } = request.params;
  const project = await findNamedProject(service, projectId);
  const language = languageOf(service.languages, request, project?.settings.locale);
  const words = language.texts.ssoSetup;
  try {
    const ctx = await enterProject(service, projectId, requestInfo(request));
    const token = text(request.query['token']) || readToken(ctx, request, linkId);
    const setup = token ? await openSetupLink(ctx, { id: linkId, token }) : undefined;
    if (!setup) return sendProblem(reply.code(400), ctx.project, language, words.dead);
    return await step(ctx, setup, language);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    const reason = error.code === 'E130429' ? words.tooMany : words.dead;
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

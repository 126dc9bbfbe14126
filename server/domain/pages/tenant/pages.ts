import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import { shownName } from '../../../core/names.ts';
import type { Project } from '../../../core/project.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import type { CountRequest } from '../../group.ts';
import { findNamedProject } from '../../project/projects/load-project.ts';
import { asSignedIn } from '../../sessions/sessions/resume-session.ts';
import { administeredTenants } from '../../sessions/tenant-administrators/administered-tenants.ts';
import type { AdministratorContext } from '../../sessions/tenant-administrators/administrator-context.ts';
import { actAsAdministrator } from '../../sessions/tenant-administrators/authenticate-tenant-administrator.ts';
import { tenantPath } from '../account/account.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import { type Query, readForm, sendDead, type Visitor, withProject } from '../hosted-pages/open-flow.ts';
import { callsOf, type FindEndpoint } from './call.ts';
import { findProjectsOf } from './find-project.ts';
import { tenantLayout } from './layout.ts';
import { rightsOf, type SectionName, sectionNames } from './names.ts';
import { reasonOf } from './problems.ts';
import { sections } from './sections.ts';
import { ownPathOf, pathOf, type TenantPage } from './tenant-page.ts';

type Route = { Params: { tenantId: string; section?: string }; Querystring: Query; Body: unknown };
type TenantRequest = FastifyRequest<Route>;
type Run = (page: TenantPage, request: TenantRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Service = ServiceContext;
interface Uses {
  find: FindEndpoint;
  count: CountRequest;
}

/** Mounts the page of a tenant's administrators. `app` is a scope that parses forms and cookies. */
export function mountTenantPage(app: FastifyInstance, service: Service, uses: Uses): void {
  for (const path of [`${tenantPath}/:tenantId`, `${tenantPath}/:tenantId/:section`]) {
    app.get<Route>(path, (request, reply) => withTenant(service, uses, request, reply, show));
    app.post<Route>(path, (request, reply) => withTenant(service, uses, request, reply, receive));
  }
}

/** Runs a request of an administrator of the tenant. Sends strangers to sign in, and then back. Reads the right for each request. */
async function withTenant(
  service: Service,
  uses: Uses,
  request: TenantRequest,
  reply: FastifyReply,
  run: Run,
): Promise<FastifyReply> {
  const { tenantId } = request.params;
  const query = readForm(request.query);
  const projectIds = query['projectId']
    ? [query['projectId']]
    : await findProjectsOf(service, { tenantId, cookies: request.headers.cookie });
  const [projectId, ...others] = projectIds;
  if (projectId === undefined || others.length > 0) return sendChoice(service, request, reply, projectIds);
  return withProject(service, request, reply, projectId, async (visitor) => {
    const { ctx, language } = visitor;
    await uses.count(ctx, 'ssoPage');
    const { section: named = 'overview' } = request.params;
    const section = sectionNames.find((name) => name === named);
    const asked = { tenant: { tenantId }, query, section: section ?? 'overview' };
    if (!section) return reply.redirect(ownPathOf(asked), 303);
    const browser = await findBrowserSession(ctx);
    // An impersonator does not administer.
    if (!browser || browser.session.impersonatorId) return toSignIn(visitor, request, reply, asked);
    const { user } = browser;
    try {
      const acting = (await actAsAdministrator(
        asSignedIn(ctx, browser),
        tenantId,
        rightsOf(section),
      )) as AdministratorContext;
      const tenant = (await administeredTenants(acting, user)).find((one) => one.tenantId === tenantId);
      if (!tenant) throw new ServiceError('E064013');
      const call = callsOf(acting, { ...uses, tenant });
      const words = language.texts.tenantPage;
      return await run({ ctx: acting, user, tenant, language, words, section, query, call }, request, reply);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const lacksFactor = error.code === 'E064007' || user.unmet.some((one) => one.tenantId === tenantId);
      if (lacksFactor) return toSignIn(visitor, request, reply, { ...asked, loginHint: user.loginIds[0] });
      if (error.code !== 'E064013') throw error;
      const { title, text } = language.texts.tenantPage.denied;
      return sendDead(reply.code(error.status), ctx.project, language, text, { title });
    }
  });
}

/** Lets a user who has signed in to several projects with such a tenant choose one. Names no project to a stranger. */
async function sendChoice(
  service: Service,
  request: TenantRequest,
  reply: FastifyReply,
  projectIds: string[],
): Promise<FastifyReply> {
  const language = languageOf(service.languages, request);
  const { choose, unknown } = language.texts.tenantPage;
  const projects = await Promise.all(projectIds.map((id) => findNamedProject(service, id)));
  if (projects.length === 0)
    return sendDead(reply.code(404), undefined, language, unknown.text, { title: unknown.title });
  const tenant = { tenantId: request.params.tenantId };
  const items = projects
    .filter((project): project is Project => project !== undefined)
    .map(
      ({ id, name }) =>
        html`<li><a href="${pathOf({ tenant, query: { projectId: id } }, 'overview')}">${shownName(name)}</a></li>`,
    );
  const more = html`<ul>${items}</ul>`;
  return sendDead(reply, undefined, language, choose.lead, { title: choose.title, more });
}

function toSignIn(
  { ctx, language }: Visitor,
  request: TenantRequest,
  reply: FastifyReply,
  asked: {
    tenant: { tenantId: string };
    query: TenantPage['query'];
    section: SectionName;
    loginHint?: string | undefined;
  },
): FastifyReply {
  const { loginHint } = asked;
  const url = beginSignIn(ctx, request, reply, {
    next: ownPathOf(asked),
    ...(loginHint && { loginHint, secondFactor: true }),
  });
  const { title, text } = language.texts.tenantPage.unknown;
  if (!url) return sendDead(reply.code(400), ctx.project, language, text, { title });
  return reply.redirect(url, 303);
}

async function show(page: TenantPage, _request: TenantRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    return sendPage(reply, tenantLayout(page, await sections[page.section].show(page)));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    return sendGone(page.ctx.project, page.language, reply, pathOf(page, page.section));
  }
}

function sendGone(project: Project, language: Language, reply: FastifyReply, beginAt: string): FastifyReply {
  return sendDead(reply.code(404), project, language, language.texts.tenantPage.problems.gone, {
    title: language.texts.hostedPages.dead.notFound,
    beginAt,
  });
}

/** Answers a form with a redirect, so that reloading the page sends nothing again, except a page that is shown only once. */
async function receive(page: TenantPage, request: TenantRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, language, words, section } = page;
  if (!isFromOwnPage(request.headers, ctx.baseUrl))
    return sendDead(reply.code(400), ctx.project, language, words.foreignForm, {
      title: language.texts.hostedPages.dead.wrongPlace,
      beginAt: ownPathOf(page),
    });
  const one = readForm(request.body);
  const all = (name: string) => [(request.body as Query | undefined)?.[name] ?? []].flat().filter(Boolean);
  const form = { one, all };
  const showAgain = (status: number, problem: string) =>
    show({ ...page, refused: { form, problem } }, request, reply.code(status));
  const { act } = sections[section];
  try {
    const outcome = act ? await act(page, form) : { problem: words.problems.mistake };
    if ('problem' in outcome) return await showAgain(400, outcome.problem);
    if ('view' in outcome) return sendPage(reply, tenantLayout(page, outcome.view));
    return reply.redirect(pathOf(page, section, { ...outcome.query, done: outcome.done }), 303);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    return showAgain(error.status, reasonOf(language, error));
  }
}

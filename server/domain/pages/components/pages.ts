import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { staleHeader } from '../../../core/cache.ts';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requestInfo } from '../../../http/request.ts';
import { recallNamedProject } from '../../project/projects/load-project.ts';
import { renderScreen } from '../flows/screens/render-screen.ts';
import { describeProject, notInstalled, styleId } from './config.ts';
import { installed } from './installed.ts';
import { isForConsole, type PreviewQuery, sendPreview } from './preview.ts';
import { releases } from './releases.ts';
import { openToEveryPage, sendChecked, sendFile } from './send-kept.ts';
import { themeOf } from './theme/theme.ts';
import { renderWidgetPage } from './widgets/widgets.ts';

type ProjectRoute = { Params: { projectId: string; file: string } };
type WidgetRoute = { Params: ProjectRoute['Params'] & { type: string; widgetId: string } };

const json = 'application/json; charset=utf-8';

/** Screens are parts of pages. Opened by their own address they load and run nothing. */
const screenPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Mounts what the vendor's components load: the description of a project, its theme, its screens and the pages of widgets below `/pages`,
 * and the vendor's own files below `/npm`. Nobody signs in for it, and it contains nothing secret.
 */
export function mountComponents(app: FastifyInstance, service: ServiceContext): void {
  const options = { onRequest: openToEveryPage };
  const folder = '/pages/:projectId/v2-beta';

  app.get<ProjectRoute>(`${folder}/config.json`, options, async (request, reply) => {
    const ctx = await enter(service, request, reply);
    return sendChecked(request, reply, json, JSON.stringify(await describeProject(ctx)));
  });

  app.get<ProjectRoute>(`${folder}/:file`, options, async (request, reply) => {
    const ctx = await enter(service, request, reply);
    const { file } = request.params;
    if (file === `${styleId}.json`)
      return sendChecked(request, reply, json, await themeOf(ctx, ctx.project.settings.branding));
    if (file.endsWith('.json')) throw unknown('The only style is `theme`. Leave out `style-id`');
    const screen = await renderScreen(ctx, file);
    if (screen === undefined) throw unknown('No flow of the project has this screen');
    reply.header('content-security-policy', screenPolicy);
    return sendChecked(request, reply, 'text/html; charset=utf-8', screen);
  });

  app.get<WidgetRoute>(`${folder}/:type/:widgetId/:file`, options, async (request, reply) => {
    const ctx = await enter(service, request, reply);
    const { type, widgetId, file } = request.params;
    const page = await renderWidgetPage(ctx, type, widgetId, file);
    if (page === undefined)
      throw unknown('No widget has this page. The widget ID must be one of those in config.json');
    reply.header('content-security-policy', screenPolicy);
    return sendChecked(request, reply, 'text/html; charset=utf-8', page);
  });

  type PreviewRoute = { Params: { projectId: string }; Querystring: PreviewQuery };
  app.get<PreviewRoute>('/pages/:projectId/preview', async (request, reply) => {
    const ctx = await enter(service, request, reply);
    if (!isForConsole(request)) throw unknown('Only the console can show this page. Open the flow there');
    return sendPreview(ctx, reply, request.query);
  });

  // Tenants have no theme of their own. The components show a missing one as an error.
  app.get<ProjectRoute>(`${folder}/:tenantId/theme.json`, options, async (request, reply) => {
    await enter(service, request, reply);
    return sendChecked(request, reply, json, '{}');
  });

  type FileRoute = { Params: { release: string; '*': string } };
  app.get<FileRoute>('/npm/@descope/:release/*', options, async (request, reply) => {
    const { release, '*': path } = request.params;
    const opened = installed(service).find(`@descope/${release}`);
    if (opened?.files.has(path) && !/\.(?:br|gz)$/.test(path)) return sendFile(request, reply, opened, path);
    const isOurs = releases.some(({ name, version }) => `@descope/${release}` === `${name}@${version}`);
    if (!opened && isOurs) throw notInstalled();
    throw unknown(
      `This server has ${releases.map(({ name, version }) => `${name}@${version}`).join(' and ')}`,
    );
  });
}

/** Enters a project as this instance last saw it if the database cannot be reached. Throws E011005 for an unknown one. */
async function enter(
  service: ServiceContext,
  request: FastifyRequest<{ Params: { projectId: string } }>,
  reply: FastifyReply,
): Promise<ProjectContext> {
  const { projectId } = request.params;
  const { value, isStale } = await recallNamedProject(service, projectId);
  if (!value) throw unknown('No project has this ID. Check the project ID in the URL');
  if (isStale) reply.headers(staleHeader);
  const actor = { type: 'anonymous', id: '' } as const;
  return { ...service, project: value, request: requestInfo(request), actor, isStale };
}

function unknown(message: string): ServiceError {
  return new ServiceError('E011005', message);
}

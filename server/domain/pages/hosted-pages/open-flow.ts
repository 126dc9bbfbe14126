import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Project, ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type Language, preferredLanguage } from '../../../http/language.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { enterProject, findNamedProject } from '../../project/projects/load-project.ts';
import { texts } from './languages/texts.ts';
import { hostedPage } from './layout.ts';
import { cardOf } from './views.ts';

export type Query = Record<string, string | string[] | undefined>;
export type Form = Record<string, string>;

/** Returns a parameter, or an empty text if it occurs twice, because choosing one of them would be a guess. */
export function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function readForm(body: unknown): Form {
  const entries = Object.entries((body ?? {}) as Query);
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]));
}

export interface Visitor {
  ctx: ProjectContext;
  language: Language;
}

/** Runs a page of a project. Fatal errors are shown in the browser's language. */
export async function withProject(
  service: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  projectId: string,
  show: (visitor: Visitor) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const project = await findNamedProject(service, projectId);
  const language = languageOf(request, project);
  try {
    return await show({ ctx: await enterProject(service, projectId, requestInfo(request)), language });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    const { problems } = texts[language];
    const seconds = error.retryAfterSeconds;
    const text =
      error.code === 'E130429'
        ? problems.tooMany({ name: 'tooMany', ...(seconds && { seconds }) })
        : undefined;
    return sendDead(reply.code(error.status), project, language, text ?? texts[language].dead.link);
  }
}

function languageOf(request: FastifyRequest, project: Project | undefined): Language {
  const fallback = project?.settings.locale.startsWith('de') ? 'de' : 'en';
  return preferredLanguage(request.headers['accept-language'], fallback);
}

/** Sends a page that leads nowhere, except perhaps to the beginning. */
export function sendDead(
  reply: FastifyReply,
  project: Project | undefined,
  language: Language,
  text: string,
  {
    title = texts[language].dead.title,
    beginAt,
    more,
  }: { title?: string; beginAt?: string; more?: Html } = {},
): FastifyReply {
  const { again } = texts[language].dead;
  const body = cardOf(
    title,
    html`<p class="lead">${text}</p>`,
    beginAt ? html`<p><a class="button" href="${beginAt}">${again}</a></p>` : more,
  );
  return sendPage(reply, hostedPage(project, { language, title, body }));
}

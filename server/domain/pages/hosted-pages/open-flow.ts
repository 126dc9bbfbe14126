import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Project } from '../../../core/project.ts';
import { languageOf } from '../../../http/language.ts';
import { type Html, html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { enterProject, findNamedProject } from '../../project/projects/load-project.ts';
import { hostedPage } from './layout.ts';
import { textOfProblem, titleOfProblem } from './problem-text.ts';
import { problemOf } from './problems.ts';
import { markedCardOf } from './views.ts';

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
  const language = languageOf(service.languages, request, project?.settings.locale);
  try {
    return await show({ ctx: await enterProject(service, projectId, requestInfo(request)), language });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    const { notFound: title, project: noProject } = language.texts.hostedPages.dead;
    if (!project) return sendDead(reply.code(error.status), project, language, noProject, { title });
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    const problem = problemOf(error) ?? { name: 'mistake' };
    return sendDead(reply.code(error.status), project, language, textOfProblem(language, problem), {
      title: titleOfProblem(language, problem),
    });
  }
}

/** Sends the reason why a form was not accepted, if the address is the reason. `undefined`: it is not. */
export function sendWrongPlace(
  { ctx, language }: Visitor,
  request: FastifyRequest,
  reply: FastifyReply,
  beginAt?: string,
): FastifyReply | undefined {
  const { title, wrongPlace, origin: text, baseUrl } = language.texts.hostedPages.dead;
  const right = new URL(ctx.baseUrl).origin;
  const { origin = '', host } = request.headers;
  // The browser names the address that it shows. If that is where it has asked us, the page was ours.
  const isOurs = URL.canParse(origin) && new URL(origin).host === host && origin !== right;
  if (!isOurs && isFromOwnPage(request.headers, ctx.baseUrl)) return undefined;
  const begin = beginAt && { beginAt: `${isOurs ? right : ''}${beginAt}` };
  return sendDead(
    reply.code(400),
    ctx.project,
    language,
    isOurs ? baseUrl({ opened: origin, right }) : text,
    {
      title: isOurs ? title : wrongPlace,
      ...begin,
    },
  );
}

/** Sends a page that leads nowhere, except perhaps to the beginning. */
export function sendDead(
  reply: FastifyReply,
  project: Project | undefined,
  language: Language,
  text: string,
  {
    title,
    beginAt,
    more,
    look = 'caution',
  }: { title: string; beginAt?: string; more?: Html; look?: 'good' | 'caution' },
): FastifyReply {
  const { again } = language.texts.hostedPages.dead;
  const body = markedCardOf(
    look === 'good' ? { icon: 'success', look } : { icon: 'warning', look },
    title,
    html`<p class="lead">${text}</p>`,
    beginAt ? html`<p><a class="button" href="${beginAt}">${again}</a></p>` : more,
  );
  return sendPage(reply, hostedPage(project, { language, title, body }));
}

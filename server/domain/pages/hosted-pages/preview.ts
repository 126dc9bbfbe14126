import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { type Branding, colorSchemes, cornerRadii } from '../../../core/hosted-pages.ts';
import { html, type Page, sendPage } from '../../../http/page.ts';
import { type BrandingChanges, readBranding } from '../../project/projects/branding.ts';
import { type Flow, loginPath, ownPlace, type StepName } from './flow.ts';
import { hostedPage } from './layout.ts';
import { type Query, sendDead, textOf, withProject } from './open-flow.ts';
import { codeStep } from './steps/code-steps.ts';
import { passwordStep } from './steps/password-steps.ts';
import { startStep } from './steps/start-steps.ts';

const shown = { start: startStep, password: passwordStep, code: codeStep };
type Shown = keyof typeof shown;

type Route = { Params: { projectId: string }; Querystring: Query };

/**
 * Shows a page of the sign-in with a branding that is not saved yet, for the console. Nothing on it can be pressed, and
 * only a frame of our own pages may show it: otherwise anyone could show a logo of theirs at our address.
 */
export function mountPreview(app: FastifyInstance, service: ServiceContext): void {
  app.get<Route>(`${loginPath}/:projectId/preview`, (request, reply) =>
    withProject(service, request, reply, request.params.projectId, async ({ ctx, language }) => {
      const { 'sec-fetch-dest': destination, 'sec-fetch-site': site } = request.headers;
      const { address, cannotOpen } = language.texts.hostedPages.dead;
      if (destination !== 'iframe' || site !== 'same-origin')
        return sendDead(reply.code(404), ctx.project, language, address, { title: cannotOpen });
      const step = textOf(request.query['page']);
      const name: StepName & Shown = Object.hasOwn(shown, step) ? (step as Shown) : 'start';
      const branded = withBranding(ctx, request.query);
      if (branded instanceof ServiceError) return sendRefusal(reply.code(400), language, branded);
      const { title, body } = await shown[name].show(sampleFlow(branded, name, language));
      return sendFramed(
        reply,
        hostedPage(branded.project, { language, title, body: html`<div inert>${body}</div>` }),
      );
    }),
  );
}

function sendFramed(reply: FastifyReply, page: Page): FastifyReply {
  const policy = { ...page.policy, 'form-action': "'none'", 'frame-ancestors': "'self'" };
  return sendPage(reply, { ...page, policy });
}

/** Says what is wrong with the values, as saving them would. */
function sendRefusal(reply: FastifyReply, language: Flow['language'], { message }: ServiceError) {
  const body = html`<div class="card"><p class="error">${message}</p></div>`;
  return sendFramed(reply, hostedPage(undefined, { language, title: 'Latchkey', body }));
}

/** Replaces the branding of the project by the one of the query. Returns the refusal of an invalid value. */
function withBranding(ctx: ProjectContext, query: Query): ProjectContext | ServiceError {
  const { branding } = ctx.project.settings;
  const entries = Object.keys(branding)
    .filter((field) => field in query)
    .map((field) => [field, textOf(query[field])]);
  const given = Object.fromEntries(entries) as Partial<Branding>;
  const { cornerRadius = branding.cornerRadius, colorScheme = branding.colorScheme } = given;
  // The schema of an endpoint would refuse other values, and they become part of the style.
  if (!cornerRadii.includes(cornerRadius) || !colorSchemes.includes(colorScheme))
    return new ServiceError('E011004', 'cornerRadius and colorScheme must be one of their values');
  const read = tryRead(given);
  if (read instanceof ServiceError) return read;
  const settings = { ...ctx.project.settings, branding: { ...branding, ...read } };
  return { ...ctx, project: { ...ctx.project, settings } };
}

function tryRead(given: Partial<Branding>): BrandingChanges | ServiceError {
  try {
    return readBranding(given);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function sampleFlow(ctx: ProjectContext, step: StepName, language: Flow['language']): Flow {
  const target = { redirectUrl: '', state: '' };
  return {
    ctx,
    language,
    step,
    words: language.texts.hostedPages,
    target,
    visit: { loginId: 'ada@example.com', channel: 'email' },
    count: async () => {},
    place: ownPlace({ ctx, target }),
  };
}

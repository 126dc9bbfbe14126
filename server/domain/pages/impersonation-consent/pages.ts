import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { enterProject } from '../../project/projects/load-project.ts';
import {
  answerConsentLink,
  type ConsentAnswer,
  consentPath,
  openConsentLink,
} from '../../sessions/impersonation/consent-link.ts';
import { hostedPage } from '../hosted-pages/layout.ts';
import { markedCardOf } from '../hosted-pages/views.ts';
import { consentDurations, consentView } from './view.ts';

type Query = Record<string, string | string[] | undefined>;

/**
 * Mounts the page on which a user gives and withdraws consent. The link alone proves who answers: no cookie is read, so that
 * no other page can answer in the user's place. `app` is a scope that parses forms.
 */
export function mountConsentPage(app: FastifyInstance, service: ServiceContext): void {
  app.get<{ Querystring: Query }>(consentPath, (request, reply) =>
    withContext(service, request, reply, async (ctx, language) => {
      const token = text(request.query['link']);
      const link = await openConsentLink(ctx, token);
      if (link) sendPage(reply, await consentView(ctx, language, token, link));
      return link !== undefined;
    }),
  );

  app.post<{ Querystring: Query; Body: Query }>(consentPath, (request, reply) =>
    withContext(service, request, reply, async (ctx) => {
      const answer = readAnswer(request.body ?? {});
      const url = answer && (await answerConsentLink(ctx, text(request.body?.['link']), answer));
      if (url) reply.redirect(url, 303);
      return url !== undefined;
    }),
  );
}

/** Returns the answer of the pressed button, or `undefined` if the page has no such button. */
function readAnswer(form: Query): ConsentAnswer | undefined {
  const consentId = text(form['withdraw']);
  if (consentId) return { kind: 'withdrawn', consentId };
  if (text(form['answer']) === 'decline') return { kind: 'declined' };
  const duration = consentDurations.find(({ name }) => name === text(form['duration']));
  if (text(form['answer']) !== 'allow' || !duration) return undefined;
  return { kind: 'given', lifetimeSeconds: duration.seconds };
}

/** Returns a parameter, or an empty text if it occurs twice, because choosing one of them would be a guess. */
function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Runs a step of the page, which returns whether it has sent the response. It does not return the response itself: waiting for one
 * waits until it is sent, and gives nothing. Errors are shown in the browser's language, without details.
 */
async function withContext(
  service: ServiceContext,
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
  step: (ctx: ProjectContext, language: Language) => Promise<boolean>,
): Promise<FastifyReply> {
  reply.header('referrer-policy', 'no-referrer');
  const language = languageOf(service.languages, request);
  const { dead, mistake } = language.texts.impersonationConsent;
  try {
    const ctx = await enterProject(service, text(request.query['projectId']), requestInfo(request));
    return (await step(ctx, language)) ? reply : sendRefusal(reply, language, dead);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return sendRefusal(reply, language, error.code === 'E111119' ? dead : mistake);
  }
}

/** Sends the refusal, which is identical for every project and for unknown ones. */
function sendRefusal(reply: FastifyReply, language: Language, reason: string): FastifyReply {
  const title = language.texts.impersonationConsent.deadTitle;
  const body = markedCardOf({ icon: 'warning', look: 'caution' }, title, html`<p class="lead">${reason}</p>`);
  return sendPage(reply.code(400), hostedPage(undefined, { language, title, body }));
}

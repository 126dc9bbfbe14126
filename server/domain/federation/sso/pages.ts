import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Language } from '../../../core/languages/language.ts';
import { withQuery } from '../../../core/url.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { submitScript } from '../../../http/page-scripts.ts';
import { causeOfKind } from '../../directory/sign-in-refusals/causes.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import type { CountRequest } from '../../group.ts';
import { browserSecret, ensureBrowserSecret } from '../relying-party/browser.ts';
import { type Fields, runStep, textOf } from '../relying-party/run-step.ts';
import { recordFailure } from './failures.ts';
import { receiveOidcCallback } from './oidc/receive-answer.ts';
import { SsoRefusal } from './refusal.ts';
import { finishRequest, receiveResponse } from './saml/receive-response.ts';
import { sendRequest } from './send-request.ts';

/** Room for a SAMLResponse of 256 KiB, percent-encoded. */
const formLimitBytes = 512 * 1024;

/** Mounts the routes that the browser goes through. `app` is a scope that parses forms and cookies. */
export function mountSsoPages(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  for (const path of ['/v1/auth/saml/start', '/v1/auth/sso/start']) {
    app.get<{ Querystring: Fields }>(path, async (request, reply) => {
      return withContext(service, request, reply, async (ctx) => {
        await count(ctx, 'ssoPage');
        const secret = ensureBrowserSecret(request, reply, ctx.baseUrl);
        const sent = await sendRequest(ctx, textOf(request.query['request']), secret);
        if ('url' in sent) return reply.redirect(sent.url, 303);
        const language = languageOf(ctx.languages, request, ctx.project.settings.locale);
        return sendForm(reply, language, sent.action, sent.fields);
      });
    });
  }

  app.post<{ Querystring: Fields; Body: Fields }>(
    '/v1/auth/saml/acs',
    { bodyLimit: formLimitBytes },
    async (request, reply) => {
      const { query, body } = request;
      const tenantId = textOf(query['tenantId']);
      return withContext(service, request, reply, async (ctx) => {
        // Checking a response costs more than most requests of strangers.
        await count(ctx, 'ssoStart');
        const received = await receiveResponse(ctx, {
          tenantId,
          connectionId: textOf(query['ssoId']) || defaultConnectionId,
          samlResponse: textOf(body?.['SAMLResponse']),
          relayState: textOf(body?.['RelayState']),
          browserSecret: browserSecret(request, ctx.baseUrl),
        });
        if ('url' in received) return reply.redirect(received.url, 303);
        const next = { projectId: ctx.project.id, request: received.finishRequestId };
        return reply.redirect(withQuery(`${ctx.baseUrl}/v1/auth/saml/finish`, next), 303);
      });
    },
  );

  app.get<{ Querystring: Fields }>('/v1/auth/saml/finish', async (request, reply) => {
    return withContext(service, request, reply, async (ctx) => {
      await count(ctx, 'ssoPage');
      const secret = browserSecret(request, ctx.baseUrl) ?? '';
      return reply.redirect(await finishRequest(ctx, textOf(request.query['request']), secret), 303);
    });
  });

  app.get<CallbackRoute>('/v1/auth/sso/oidc/callback/:projectId/:tenantId/:ssoId', async (request, reply) => {
    const { query, params } = request;
    return withContext(service, request, reply, async (ctx) => {
      // The step queries another server.
      await count(ctx, 'ssoStart');
      const url = await receiveOidcCallback(ctx, {
        tenantId: params.tenantId,
        connectionId: params.ssoId,
        state: textOf(query['state']),
        code: textOf(query['code']),
        iss: textOf(query['iss']),
        error: textOf(query['error']),
        errorDescription: textOf(query['error_description']),
        browserSecret: browserSecret(request, ctx.baseUrl),
      });
      return reply.redirect(url, 303);
    });
  });
}

interface CallbackRoute {
  Querystring: Fields;
  Params: { projectId: string; tenantId: string; ssoId: string };
}

/** Runs a step of the sign-in in the project that the address names. */
function withContext(
  service: ServiceContext,
  request: FastifyRequest<{ Querystring: Fields }>,
  reply: FastifyReply,
  step: (ctx: ProjectContext) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const escaped = Object.keys(request.query).find((name) => name.startsWith('amp;'));
  const { projectId = textOf(request.query['projectId']) } = (request.params ?? {}) as { projectId?: string };
  return runStep(
    {
      service,
      request,
      reply,
      refusalIn,
      record,
      method: 'sso',
      projectId: () => projectId,
      // A tester sees the outcome on the page that started the test.
      addressOf: ({ message, subject }, redirectUrl) =>
        subject?.isTest ? redirectUrl : withQuery(redirectUrl, { err: message }),
    },
    escaped === undefined ? step : () => refuseEscaped(request.url),
  );
}

/** An address that was copied from XML or HTML as it is written there. */
async function refuseEscaped(url: string): Promise<never> {
  const path = url.split('?')[0];
  throw new SsoRefusal(
    'connection',
    `The address ${path} contains \`&amp;\`. Enter \`&\` at the identity provider instead.`,
  );
}

async function record(ctx: ProjectContext, refusal: SsoRefusal): Promise<void> {
  const { kind, fullReason: reason, subject, about } = refusal;
  if (subject) await recordFailure(ctx, subject, refusal);
  await recordRefusedSignIn(ctx, {
    method: subject && subject.protocol !== 'none' ? subject.protocol : 'sso',
    cause: causeOfKind(kind),
    ...about,
    tenantId: subject?.tenantId ?? '',
    isTest: subject?.isTest,
    data: { kind, reason, ...(subject && { ssoId: subject.connectionId }) },
    // A refusal without a connection belongs to no sign-in that was started here.
    ...(subject && { subject: `${subject.tenantId}/${subject.connectionId}` }),
  });
}

/** Converts an error to a refusal. A connection that is not set up is a reason just like a bad response. */
function refusalIn(error: unknown): SsoRefusal | undefined {
  if (error instanceof SsoRefusal) return error;
  return error instanceof ServiceError && error.code === 'E111302'
    ? new SsoRefusal('connection', error.message)
    : undefined;
}

/** Sends a form that makes the browser post the request (POST binding, saml-bindings §3.5). */
function sendForm(
  reply: FastifyReply,
  { tag, direction, texts }: Language,
  action: string,
  fields: Record<string, string>,
): FastifyReply {
  const { title, lead, submit } = texts.relyingParty.toOrganization;
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return sendPage(reply, {
    title,
    lang: tag,
    direction,
    // The identity provider may redirect on: Chromium applies this policy to every address on the way.
    policy: { 'form-action': 'http: https:' },
    body: html`<h1>${title}</h1>
<p>${lead}</p>
<form id="submit" method="post" action="${action}">${inputs}<button type="submit">${submit}</button></form>
${submitScript}`,
  });
}

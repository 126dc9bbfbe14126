import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { withQuery } from '../../core/url.ts';
import { html, sendPage, submitScript } from '../../http/page.ts';
import { requestInfo } from '../../http/request.ts';
import { recordAudit } from '../audit/record.ts';
import { enterProject } from '../projects/load-project.ts';
import { browserSecret, ensureBrowserSecret } from './browser.ts';
import { defaultConnectionId } from './connection.ts';
import { finishRequest, receiveResponse } from './receive-response.ts';
import { SsoRefusal } from './refusal.ts';
import { sendRequest } from './send-request.ts';

/** A SAMLResponse of 256 KiB, percent-encoded. */
const formLimitBytes = 512 * 1024;

type Query = Record<string, string | string[] | undefined>;

/** The routes that the browser goes through. `app` is a scope that parses forms and cookies. */
export function mountSsoPages(app: FastifyInstance, service: ServiceContext): void {
  app.get<{ Querystring: Query }>('/v1/auth/saml/start', async (request, reply) => {
    return withContext(service, request, reply, '', async (ctx) => {
      const secret = ensureBrowserSecret(request, reply, ctx.baseUrl);
      const sent = await sendRequest(ctx, text(request.query['request']), secret);
      return 'url' in sent ? reply.redirect(sent.url, 303) : sendForm(reply, sent.action, sent.fields);
    });
  });

  app.post<{ Querystring: Query; Body: Query }>(
    '/v1/auth/saml/acs',
    { bodyLimit: formLimitBytes },
    async (request, reply) => {
      const { query, body } = request;
      const tenantId = text(query['tenantId']);
      return withContext(service, request, reply, tenantId, async (ctx) => {
        const received = await receiveResponse(ctx, {
          tenantId,
          connectionId: text(query['ssoId']) || defaultConnectionId,
          samlResponse: text(body?.['SAMLResponse']),
          relayState: text(body?.['RelayState']),
          browserSecret: browserSecret(request, ctx.baseUrl),
        });
        if ('url' in received) return reply.redirect(received.url, 303);
        const next = { projectId: ctx.project.id, request: received.finishRequestId };
        return reply.redirect(withQuery(`${ctx.baseUrl}/v1/auth/saml/finish`, next), 303);
      });
    },
  );

  app.get<{ Querystring: Query }>('/v1/auth/saml/finish', async (request, reply) => {
    return withContext(service, request, reply, '', async (ctx) => {
      const secret = browserSecret(request, ctx.baseUrl) ?? '';
      return reply.redirect(await finishRequest(ctx, text(request.query['request']), secret), 303);
    });
  });
}

/** A parameter that stands twice is none: which one counts must not be a guess. */
function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Runs a step of the sign-in; a refusal is recorded, and goes to the application or onto a page of ours. */
async function withContext(
  service: ServiceContext,
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
  tenantId: string,
  step: (ctx: ProjectContext) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  try {
    const ctx = await enterProject(service, text(request.query['projectId']), requestInfo(request));
    return await step(ctx).catch(async (error: unknown) => {
      const refusal = asRefusal(error);
      if (!refusal) throw error;
      const { kind, message: reason } = refusal;
      await recordAudit(ctx, { action: 'LoginFailed', method: 'saml', tenantId, data: { kind, reason } });
      throw refusal;
    });
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal?.redirectUrl)
      return reply.redirect(withQuery(refusal.redirectUrl, { err: refusal.message }), 303);
    if (refusal) return sendRefusal(reply.code(400), refusal.message);
    if (!(error instanceof ServiceError)) throw error;
    return sendRefusal(reply.code(error.status), error.message);
  }
}

/** A connection that is not set up is as much a reason as a bad response. */
function asRefusal(error: unknown): SsoRefusal | undefined {
  if (error instanceof SsoRefusal) return error;
  return error instanceof ServiceError && error.code === 'E111302'
    ? new SsoRefusal('connection', error.message)
    : undefined;
}

function sendRefusal(reply: FastifyReply, reason: string): FastifyReply {
  return sendPage(reply, {
    title: 'Sign-in did not work',
    body: html`<h1>Sign-in did not work</h1>
<p>${reason}</p>
<p>Go back to the application and try again. If it happens again, tell the administrator of your organization
what is written here.</p>`,
  });
}

/** The POST binding: the browser brings the request itself (saml-bindings §3.5). */
function sendForm(reply: FastifyReply, action: string, fields: Record<string, string>): FastifyReply {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return sendPage(reply, {
    title: 'Sign in',
    // The identity provider may redirect on: Chromium applies this to every address on the way.
    policy: { 'form-action': 'http: https:', 'script-src': "'self'" },
    body: html`<h1>Sign in</h1>
<p>You are taken to your organization’s sign-in page.</p>
<form id="submit" method="post" action="${action}">${inputs}<button type="submit">Continue</button></form>
${submitScript}`,
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { LimitKind } from '../../../core/rate-limits.ts';
import { withQuery } from '../../../core/url.ts';
import { html, sendPage } from '../../../http/page.ts';
import { requestInfo } from '../../../http/request.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { recordSomeRefusals } from '../../project/audit/record-refusal.ts';
import { enterProject } from '../../project/projects/load-project.ts';
import { browserSecret, ensureBrowserSecret } from '../sso/browser.ts';
import {
  type CallbackAnswer,
  finishFormAnswer,
  keepFormAnswer,
  receiveCallback,
} from './receive-callback.ts';
import { OAuthRefusal } from './refusal.ts';
import { projectIdIn } from './request.ts';
import { sendRequest } from './send-request.ts';

type Fields = Record<string, string | string[] | undefined>;
type Request = FastifyRequest<{ Querystring: Fields; Body: Fields | undefined }>;

/** Mounts the routes that the browser goes through. `app` is a scope that parses forms and cookies. */
export function mountOAuthPages(
  app: FastifyInstance,
  service: ServiceContext,
  count: (ctx: ProjectContext, kind: LimitKind) => void,
): void {
  const route = '/v1/auth/oauth';

  app.get<{ Querystring: Fields }>(`${route}/start`, (request, reply) =>
    withContext(service, request, reply, request.query, async (ctx, state) => {
      count(ctx, 'ssoPage');
      const secret = ensureBrowserSecret(request, reply, ctx.baseUrl);
      const sent = await sendRequest(ctx, { state, browserSecret: secret, isConfirmed: false });
      return 'url' in sent ? reply.redirect(sent.url, 303) : sendConfirmation(reply, sent.confirm, state);
    }),
  );

  app.post<{ Querystring: Fields; Body: Fields }>(`${route}/start`, (request, reply) =>
    withContext(service, request, reply, request.body ?? {}, async (ctx, state) => {
      count(ctx, 'ssoPage');
      const secret = browserSecret(request, ctx.baseUrl);
      // The user's consent proves that they have seen our page in this browser.
      if (secret && isFromOwnPage(request.headers, ctx.baseUrl)) {
        const sent = await sendRequest(ctx, { state, browserSecret: secret, isConfirmed: true });
        if ('url' in sent) return reply.redirect(sent.url, 303);
      }
      throw new OAuthRefusal('state', 'This sign-in was not started in this browser. Please start again.');
    }),
  );

  app.get<{ Querystring: Fields }>(`${route}/callback`, (request, reply) =>
    withContext(service, request, reply, request.query, async (ctx) => {
      // The limit protects the provider and us, because this step queries the provider.
      count(ctx, 'ssoStart');
      const secret = browserSecret(request, ctx.baseUrl);
      return reply.redirect(await receiveCallback(ctx, readAnswer(request.query), secret), 303);
    }),
  );

  app.post<{ Querystring: Fields; Body: Fields }>(`${route}/callback`, (request, reply) =>
    withContext(service, request, reply, request.body ?? {}, async (ctx, state) => {
      count(ctx, 'ssoStart');
      await keepFormAnswer(ctx, readAnswer(request.body ?? {}));
      return reply.redirect(withQuery(`${ctx.baseUrl}${route}/finish`, { state }), 303);
    }),
  );

  app.get<{ Querystring: Fields }>(`${route}/finish`, (request, reply) =>
    withContext(service, request, reply, request.query, async (ctx, state) => {
      count(ctx, 'ssoPage');
      const secret = browserSecret(request, ctx.baseUrl);
      return reply.redirect(await finishFormAnswer(ctx, state, secret), 303);
    }),
  );
}

function readAnswer(fields: Fields): CallbackAnswer {
  const [state, code, iss, error, user] = ['state', 'code', 'iss', 'error', 'user'].map((name) =>
    text(fields[name]),
  );
  return {
    state: state ?? '',
    ...(code && { code }),
    ...(iss && { iss }),
    ...(error && { error }),
    ...(user && { user }),
  };
}

/** Returns a parameter, or an empty text if it occurs twice, because choosing one of them would be a guess. */
function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Runs a step of the sign-in. A refusal is recorded, and goes to the application or onto our own page. */
async function withContext(
  service: ServiceContext,
  request: Pick<Request, 'headers'> & FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  step: (ctx: ProjectContext, state: string) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  const state = text(fields['state']);
  try {
    const projectId = projectIdIn(state);
    if (!projectId)
      throw new OAuthRefusal('state', 'This is not the answer to a sign-in that was started here.');
    const ctx = await enterProject(service, projectId, requestInfo(request));
    return await step(ctx, state).catch(async (error: unknown) => {
      if (!(error instanceof OAuthRefusal)) throw error;
      const { kind, message: reason, redirectUrl } = error;
      // A refusal without an address to return to belongs to no sign-in that was started here.
      const record = redirectUrl ? recordAudit : recordSomeRefusals;
      await record(ctx, { action: 'LoginFailed', method: 'oauth', data: { kind, reason } });
      throw error;
    });
  } catch (error) {
    if (error instanceof OAuthRefusal) {
      const { redirectUrl, message, kind } = error;
      // Our own pages show it in the browser's language.
      const isOwn = redirectUrl?.startsWith(`${service.baseUrl}/`);
      return redirectUrl
        ? reply.redirect(withQuery(redirectUrl, { err: message, ...(isOwn && { kind }) }), 303)
        : sendRefusal(reply.code(400), message);
    }
    if (!(error instanceof ServiceError)) throw error;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds) reply.header('retry-after', String(retryAfterSeconds));
    return sendRefusal(reply.code(error.status), error.message);
  }
}

function sendRefusal(reply: FastifyReply, reason: string): FastifyReply {
  return sendPage(reply, {
    title: 'Couldn’t sign you in',
    body: html`<h1>Couldn’t sign you in</h1>
<p>${reason}</p>
<p>Go back to the application and try again.</p>`,
  });
}

function sendConfirmation(
  reply: FastifyReply,
  { provider, account }: { provider: string; account: string },
  state: string,
): FastifyReply {
  return sendPage(reply, {
    title: `Add ${provider}`,
    referrerPolicy: 'same-origin',
    // The provider may redirect on: Chromium applies this policy to every address on the way.
    policy: { 'form-action': 'http: https:' },
    body: html`<h1>Add ${provider} to this account?</h1>
<p>Your ${provider} account will sign in to the account <strong>${account}</strong>.</p>
<p>If this isn’t your account, close this page: another person may have sent you here.</p>
<form method="post" action="/v1/auth/oauth/start">
<input type="hidden" name="state" value="${state}">
<button type="submit">Continue to ${provider}</button>
</form>`,
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import { withQuery } from '../../../core/url.ts';
import { languageOf } from '../../../http/language.ts';
import { html, sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { causeOfKind } from '../../directory/sign-in-refusals/causes.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import { browserSecret, ensureBrowserSecret } from '../relying-party/browser.ts';
import { SignInRefusal } from '../relying-party/refusal.ts';
import { type Fields, runStep, textOf } from '../relying-party/run-step.ts';
import {
  type CallbackAnswer,
  finishFormAnswer,
  keepFormAnswer,
  receiveCallback,
} from './receive-callback.ts';
import { projectIdIn } from './request.ts';
import { sendRequest } from './send-request.ts';

/** Mounts the routes that the browser goes through. `app` is a scope that parses forms and cookies. */
export function mountOAuthPages(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  const route = '/v1/auth/oauth';

  app.get<{ Querystring: Fields }>(`${route}/start`, (request, reply) =>
    withContext(service, request, reply, request.query, async (ctx, state) => {
      await count(ctx, 'ssoPage');
      const secret = ensureBrowserSecret(request, reply, ctx.baseUrl);
      const sent = await sendRequest(ctx, { state, browserSecret: secret, isConfirmed: false });
      if ('url' in sent) return reply.redirect(sent.url, 303);
      const language = languageOf(ctx.languages, request, ctx.project.settings.locale);
      return sendConfirmation(reply, language, sent.confirm, state);
    }),
  );

  app.post<{ Querystring: Fields; Body: Fields }>(`${route}/start`, (request, reply) =>
    withContext(service, request, reply, request.body ?? {}, async (ctx, state) => {
      await count(ctx, 'ssoPage');
      const secret = browserSecret(request, ctx.baseUrl);
      // The user's consent proves that they have seen our page in this browser.
      if (secret && isFromOwnPage(request.headers, ctx.baseUrl)) {
        const sent = await sendRequest(ctx, { state, browserSecret: secret, isConfirmed: true });
        if ('url' in sent) return reply.redirect(sent.url, 303);
      }
      throw new SignInRefusal('state', 'This sign-in was not started in this browser. Please start again.');
    }),
  );

  app.get<{ Querystring: Fields }>(`${route}/callback`, (request, reply) =>
    withContext(service, request, reply, request.query, async (ctx) => {
      // The limit protects the provider and us, because this step queries the provider.
      await count(ctx, 'ssoStart');
      const secret = browserSecret(request, ctx.baseUrl);
      return reply.redirect(await receiveCallback(ctx, readAnswer(request.query), secret), 303);
    }),
  );

  app.post<{ Querystring: Fields; Body: Fields }>(`${route}/callback`, (request, reply) =>
    withContext(service, request, reply, request.body ?? {}, async (ctx, state) => {
      await count(ctx, 'ssoStart');
      await keepFormAnswer(ctx, readAnswer(request.body ?? {}));
      return reply.redirect(withQuery(`${ctx.baseUrl}${route}/finish`, { state }), 303);
    }),
  );

  app.get<{ Querystring: Fields }>(`${route}/finish`, (request, reply) =>
    withContext(service, request, reply, request.query, async (ctx, state) => {
      await count(ctx, 'ssoPage');
      const secret = browserSecret(request, ctx.baseUrl);
      return reply.redirect(await finishFormAnswer(ctx, state, secret), 303);
    }),
  );
}

function readAnswer(fields: Fields): CallbackAnswer {
  const [state, code, iss, error, user] = ['state', 'code', 'iss', 'error', 'user'].map((name) =>
    textOf(fields[name]),
  );
  return {
    state: state ?? '',
    ...(code && { code }),
    ...(iss && { iss }),
    ...(error && { error }),
    ...(user && { user }),
  };
}

async function withContext(
  service: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  step: (ctx: ProjectContext, state: string) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const state = textOf(fields['state']);
  return runStep(
    {
      service,
      request,
      reply,
      projectId() {
        const projectId = projectIdIn(state);
        if (projectId) return projectId;
        throw new SignInRefusal('state', 'This response does not belong to a sign-in that was started here.');
      },
      refusalIn: (error) => (error instanceof SignInRefusal ? error : undefined),
      method: 'oauth',
      record: (ctx, { kind, message: reason, redirectUrl, about }) =>
        recordRefusedSignIn(ctx, {
          method: 'oauth',
          cause: causeOfKind(kind),
          ...about,
          data: { kind, reason },
          // A refusal without an address to return to belongs to no sign-in that was started here.
          ...(redirectUrl && { subject: 'started' }),
        }),
      addressOf({ message, kind }, redirectUrl) {
        // Our own pages show it in the browser's language.
        const isOwn = redirectUrl.startsWith(`${service.baseUrl}/`);
        // The page of a flow passes on nothing but `err`.
        if (new URL(redirectUrl).searchParams.has('descope-login-flow'))
          return withQuery(redirectUrl, { err: kind });
        return withQuery(redirectUrl, { err: message, ...(isOwn && { kind }) });
      },
    },
    (ctx) => step(ctx, state),
  );
}

function sendConfirmation(
  reply: FastifyReply,
  { tag, direction, texts }: Language,
  { provider, account }: { provider: string; account: string },
  state: string,
): FastifyReply {
  const words = texts.relyingParty.addProvider;
  const title = words.title({ provider });
  return sendPage(reply, {
    title,
    lang: tag,
    direction,
    referrerPolicy: 'same-origin',
    // The provider may redirect on: Chromium applies this policy to every address on the way.
    policy: { 'form-action': 'http: https:' },
    body: html`<h1>${title}</h1>
<p>${words.lead({ provider })} <strong>${account}</strong></p>
<p>${words.warning}</p>
<form method="post" action="/v1/auth/oauth/start">
<input type="hidden" name="state" value="${state}">
<button type="submit">${words.submit({ provider })}</button>
</form>`,
  });
}

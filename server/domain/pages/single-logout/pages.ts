import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import {
  findSamlApp,
  loadServiceProvider,
  type ServiceProvider,
} from '../../applications/saml-provider/service-provider.ts';
import {
  changeLogout,
  findRunningLogout,
  finishLogout,
  takeNextRequest,
} from '../../applications/saml-provider/single-logout/continue-logout.ts';
import {
  askedStep,
  isComplete,
  type Logout,
  withStep,
} from '../../applications/saml-provider/single-logout/logout.ts';
import {
  logoutRequestFor,
  logoutStatus,
} from '../../applications/saml-provider/single-logout/logout-message.ts';
import type { CountRequest } from '../../group.ts';
import { readForm, sendDead, type Visitor, withProject } from '../hosted-pages/open-flow.ts';
import { answerLogout } from './answer-logout.ts';
import { forgetLogoutSecret, readLogoutSecret } from './logout-cookie.ts';
import { logoutPath } from './sign-out.ts';
import { sendProgress, sendSignedOut, sendUnanswered } from './views.ts';

/** Mounts the page that takes a browser from one application to the next. `app` is a scope that parses forms and cookies. */
export function mountSingleLogout(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  type Route = { Params: { projectId: string }; Body: unknown };
  const path = logoutPath(':projectId');
  app.get<Route>(path, (request, reply) =>
    withProject(service, request, reply, request.params.projectId, async (visitor) => {
      await count(visitor.ctx, 'ssoPage');
      const secret = readLogoutSecret(visitor.ctx);
      return secret ? goOn(visitor, reply, secret) : sendNothing(visitor, reply);
    }),
  );
  app.post<Route>(path, (request, reply) =>
    withProject(service, request, reply, request.params.projectId, async ({ ctx, language }) => {
      await count(ctx, 'ssoPage');
      const beginAt = logoutPath(ctx.project.id);
      if (!isFromOwnPage(request.headers, ctx.baseUrl))
        return sendDead(reply.code(400), ctx.project, language, language.texts.singleLogout.foreignForm, {
          title: language.texts.hostedPages.dead.wrongPlace,
          beginAt,
        });
      const secret = readLogoutSecret(ctx);
      if (secret) await changeLogout(ctx, secret, (logout) => decide(logout, readForm(request.body)));
      return reply.redirect(beginAt, 303);
    }),
  );
}

/** Applies the user's choice about an application that has not answered. */
function decide(logout: Logout, form: Record<string, string>): Logout | undefined {
  const step = askedStep(logout);
  if (!step || step.requestIds.at(-1) !== form['request']) return undefined;
  if (form['do'] === 'skip') return withStep(logout, step.appId, { state: 'failed' });
  return form['do'] === 'again' ? withStep(logout, step.appId, { state: 'waiting' }) : undefined;
}

async function goOn(visitor: Visitor, reply: FastifyReply, secret: string): Promise<FastifyReply> {
  const { ctx } = visitor;
  const next = await takeNextRequest(ctx, secret);
  if (next) {
    const message = await logoutRequestFor(ctx, next);
    const step = askedStep(next.logout) ?? next.step;
    return sendProgress(visitor, reply, { logout: next.logout, step, message });
  }
  const logout = await findRunningLogout(ctx, secret);
  const asked = logout && askedStep(logout);
  if (asked) return sendUnanswered(visitor, reply, { logout, step: asked });
  forgetLogoutSecret(ctx, reply);
  if (!logout || !(await finishLogout(ctx, secret))) return sendNothing(visitor, reply);
  return end(visitor, reply, logout);
}

async function end(visitor: Visitor, reply: FastifyReply, logout: Logout): Promise<FastifyReply> {
  const { end } = logout;
  if (end.kind === 'redirect') return reply.redirect(end.url, 303);
  const sp = end.kind === 'answer' ? await requester(visitor, end.appId) : undefined;
  if (!sp || end.kind !== 'answer') return sendSignedOut(visitor, reply, logout);
  const statusCodes = logoutStatus({ isComplete: isComplete(logout) });
  return answerLogout(visitor, reply, sp, { ...end, statusCodes });
}

/** The application may have been deleted, switched off or lost its metadata since it began the logout. */
async function requester({ ctx }: Visitor, appId: string): Promise<ServiceProvider | undefined> {
  const app = await findSamlApp(ctx, appId);
  try {
    return app && (await loadServiceProvider(ctx, app));
  } catch (error) {
    if (error instanceof SamlError) return undefined;
    throw error;
  }
}

function sendNothing({ ctx, language }: Visitor, reply: FastifyReply): FastifyReply {
  const { title, text } = language.texts.singleLogout.nothing;
  return sendDead(reply, ctx.project, language, text, { title });
}

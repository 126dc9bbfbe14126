import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { recordRefusal, recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import { finish } from './finish.ts';
import { type Flow, loginPath, type Outcome, ownPlace, type StepName, urlOf } from './flow.ts';
import { hostedPage } from './layout.ts';
import { type Query, readForm, sendDead, sendWrongPlace, textOf, withProject } from './open-flow.ts';
import { problemOf } from './problems.ts';
import { act, isOpen, methodOf, steps } from './run-step.ts';
import { readTarget } from './target.ts';
import { keepVisit, readVisit } from './visit.ts';

type Route = { Params: { projectId: string; step?: string }; Querystring: Query; Body: Query };
type LoginRequest = FastifyRequest<Route>;

/** Mounts the steps of signing in and up. `app` is a scope that parses forms and cookies. */
export function mountLoginPages(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  for (const path of [`${loginPath}/:projectId`, `${loginPath}/:projectId/:step`]) {
    app.get<Route>(path, (request, reply) =>
      withFlow(service, count, request, reply, (flow) => show(flow, request, reply)),
    );
    app.post<Route>(path, (request, reply) =>
      withFlow(service, count, request, reply, (flow) => receive(flow, request, reply)),
    );
  }
}

function withFlow(
  service: ServiceContext,
  count: CountRequest,
  request: LoginRequest,
  reply: FastifyReply,
  run: (flow: Flow) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return withProject(service, request, reply, request.params.projectId, async ({ ctx, language }) => {
    const words = language.texts.hostedPages;
    const target = readTarget(ctx, request.query);
    const step = Object.keys(steps).find((name) => name === (request.params.step ?? 'start'));
    const kept = readVisit(ctx, request);
    // The application may know who will sign in (`login_hint` of OpenID Connect).
    const visit = { ...kept, loginId: kept?.loginId || textOf(request.query['loginHint']).slice(0, 1_024) };
    // A user with an invitation may have no application to return to.
    const isUnderWay = visit.choosing || visit.awaiting || visit.begun;
    const isComplete = target && (target.redirectUrl || isUnderWay || step === 'done');
    if (!isComplete) {
      const { title: expired, page, cannotOpen, address } = words.dead;
      const isLate = target && step !== undefined && step !== 'start';
      const [title, text] = isLate ? [expired, page] : [cannotOpen, address];
      return sendDead(reply.code(400), ctx.project, language, text, { title });
    }
    if (!step) return reply.redirect(urlOf({ ctx, target }, 'start'), 303);
    const name = step as StepName;
    const signingIn = { ...ctx, ...(target.application && { signInTo: target.application }) };
    return run({
      ctx: signingIn,
      language,
      words,
      target,
      visit,
      step: name,
      count: (kind) => count(ctx, kind),
      place: ownPlace({ ctx, target }),
    });
  });
}

async function show(flow: Flow, request: LoginRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, language, target, visit } = flow;
  const { isOffered, receive } = steps[flow.step];
  const received = isOffered?.(flow) !== false && (await receive?.(flow, readForm(request.query)));
  if (received) return follow(flow, reply, received);
  if (!isOpen(flow)) return reply.redirect(urlOf(flow, 'start'), 303);
  // A form is accepted only from a browser that has shown it.
  if (!readVisit(ctx, request)) keepVisit(ctx, reply, visit);
  const { title, body } = await steps[flow.step].show(flow);
  const endsAt = target.redirectUrl || undefined;
  return sendPage(
    reply,
    hostedPage(ctx.project, { language, title, body, endsAt, isFirst: flow.step === 'start' }),
  );
}

/** Answers every form with a redirect, so that reloading the page or going back sends nothing again. */
async function receive(flow: Flow, request: LoginRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, language, words, visit, step } = flow;
  const isOurs = isFromOwnPage(request.headers, ctx.baseUrl) && readVisit(ctx, request) !== undefined;
  if (!isOurs || !isOpen(flow)) {
    const beginAt = urlOf(flow, 'start');
    const wrongPlace = sendWrongPlace(flow, request, reply, beginAt);
    const cause = wrongPlace ? 'wrongOrigin' : 'expiredLink';
    await recordRefusedSignIn(ctx, { method: methodOf(flow), cause });
    return (
      wrongPlace ??
      sendDead(reply.code(400), ctx.project, language, words.dead.page, { title: words.dead.title, beginAt })
    );
  }
  try {
    return await follow(flow, reply, await act(flow, readForm(request.body)));
  } catch (error) {
    const problem = problemOf(error, methodOf(flow));
    if (!problem) throw error;
    const { loginId = '' } = readForm(request.body);
    await recordRefusal(ctx, { method: methodOf(flow), error, loginId: visit.loginId || loginId });
    keepVisit(ctx, reply, { ...visit, problem: { ...problem, step } });
    return reply.redirect(urlOf(flow, step), 303);
  }
}

async function follow(flow: Flow, reply: FastifyReply, outcome: Outcome): Promise<FastifyReply> {
  if ('url' in outcome) return reply.redirect(outcome.url, 303);
  if ('data' in outcome) return reply.send(outcome.data);
  if ('started' in outcome) return finish({ ...flow, visit: outcome.visit ?? flow.visit }, reply, outcome);
  keepVisit(flow.ctx, reply, outcome.visit);
  return reply.redirect(urlOf(flow, outcome.step), 303);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { html, sendPage } from '../../../http/page.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { maySignInTo } from '../../applications/openid-provider/access.ts';
import { type Client, findClient } from '../../applications/openid-provider/client.ts';
import { answerTo, askedOf } from '../../applications/openid-provider/consent.ts';
import {
  allowRequest,
  denyRequest,
  findOpenRequest,
} from '../../applications/openid-provider/device/decide-request.ts';
import { devicePath, type OpenRequest } from '../../applications/openid-provider/device/device-request.ts';
import { readUserCode } from '../../applications/openid-provider/device/user-code.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { isEnoughFor } from '../../sessions/sign-in-policy/apply-policy.ts';
import { consentFormBytes } from '../application-sign-in/asked.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import {
  type Query,
  readForm,
  sendDead,
  sendWrongPlace,
  textOf,
  type Visitor,
  withProject,
} from '../hosted-pages/open-flow.ts';
import { readAsked, readEntered, sealAsked, sealEntered } from './sealed-steps.ts';
import { askView, confirmPath, enterView } from './view.ts';

type Route = { Params: { projectId: string }; Querystring: Query; Body: Query };
type Visit = Visitor & { request: FastifyRequest<Route>; reply: FastifyReply };

/** Mounts the pages on which users sign in a device. `app` is a scope that parses forms and cookies. */
export function mountDeviceSignIn(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  const mount = (method: 'GET' | 'POST', url: string, show: (visit: Visit) => Promise<FastifyReply>) =>
    app.route<Route>({
      method,
      url,
      bodyLimit: consentFormBytes,
      handler: (request, reply) =>
        withProject(service, request, reply, request.params.projectId, async (visitor) => {
          await count(visitor.ctx, 'ssoPage');
          const visit = { ...visitor, request, reply };
          const wrongPlace =
            method === 'POST' && sendWrongPlace(visitor, request, reply, devicePath(visitor.ctx.project.id));
          return wrongPlace || show(visit);
        }),
    });
  const path = devicePath(':projectId');
  mount('GET', path, async (visit) =>
    sendPage(visit.reply, enterView(visit, { value: textOf(visit.request.query['user_code']).slice(0, 32) })),
  );
  mount('POST', path, async (visit) => {
    // Codes are short, so attempts are counted as for other codes.
    await count(visit.ctx, 'code');
    return enterCode(visit);
  });
  mount('GET', `${path}/confirm`, askUser);
  mount('POST', `${path}/confirm`, takeAnswer);
}

async function enterCode({ ctx, language, request, reply }: Visit): Promise<FastifyReply> {
  const { enter } = language.texts.deviceSignIn;
  const value = readForm(request.body)['user_code']?.slice(0, 32) ?? '';
  const refuse = (problem: string) =>
    sendPage(reply.code(400), enterView({ ctx, language }, { value, problem }));
  const userCode = readUserCode(value);
  if (!userCode) return refuse(enter.empty);
  if (!(await findOpenRequest(ctx, userCode))) {
    const data = { kind: 'device', reason: 'No pending device request has this code' };
    await recordRefusedSignIn(ctx, { method: 'oidc', cause: 'wrongCode', data });
    return refuse(enter.wrong);
  }
  const sealed = sealEntered(ctx, request, reply, userCode);
  return reply.redirect(withQuery(`${ctx.baseUrl}${confirmPath(ctx)}`, { request: sealed }), 303);
}

/** Shows the question to a signed-in user. Others sign in first, and come back to the same address. */
async function askUser(visit: Visit): Promise<FastifyReply> {
  const { ctx, request, reply } = visit;
  const entered = readEntered(ctx, request, textOf(request.query['request']));
  const found = entered && (await findDecidable(visit, entered.userCode));
  if (!found) return sendGone(visit);
  const { client, open } = found;
  const next = `${confirmPath(ctx)}?${new URLSearchParams({ request: textOf(request.query['request']) })}`;
  const beginAt = beginSignIn(ctx, request, reply, { next, application: client.app.id });
  const browser = await findBrowserSession(ctx);
  if (!browser || !(await isGoodEnough(ctx, client, browser, entered.enteredAt))) {
    return beginAt ? reply.redirect(beginAt, 303) : sendGone(visit);
  }
  if (!(await maySignInTo(ctx, browser.user, client.app)))
    return refuseUser(visit, client, { browser, beginAt });
  const { scopes, resources = [] } = open.request;
  const shown =
    client.thirdParty && askedOf(client.thirdParty, { scopes, resources, tenantId: '' }, browser.user);
  const asked = sealAsked(ctx, { userCode: entered.userCode, sessionId: browser.session.id, shown });
  const page = askView(visit, {
    client,
    request: open.request,
    userCode: entered.userCode,
    asked,
    thirdParty: shown,
    loginId: browser.user.loginIds[0] ?? browser.user.id,
    otherAccountAt: beginAt,
  });
  return sendPage(reply, page);
}

async function takeAnswer(visit: Visit): Promise<FastifyReply> {
  const { ctx, language, request, reply } = visit;
  const form = readForm(request.body);
  const asked = readAsked(ctx, form['asked'] ?? '');
  const found = asked && (await findDecidable(visit, asked.userCode));
  const browser = await findBrowserSession(ctx);
  if (!found || browser?.session.id !== asked.sessionId) return sendGone(visit);
  const { client, open } = found;
  const words = language.texts.deviceSignIn;
  const send = (isDone: boolean, answer: 'allowed' | 'denied') => {
    const { title, lead } = words[answer];
    const look = answer === 'allowed' ? 'good' : 'caution';
    return isDone
      ? sendDead(reply, ctx.project, language, lead({ application: client.app.name }), { title, look })
      : sendGone(visit);
  };
  if (form['answer'] === 'deny') return send(await denyRequest(ctx, client, open, browser), 'denied');
  if (form['answer'] !== 'allow') return sendGone(visit);
  if (!(await maySignInTo(ctx, browser.user, client.app))) return refuseUser(visit, client, { browser });
  if (client.thirdParty && !asked.shown) return sendGone(visit);
  const answered = asked.shown && answerTo(asked.shown, [request.body['scope'] ?? []].flat());
  const scopes = answered
    ? answered.scopes.flatMap(({ name, isRefused }) => (isRefused ? [] : name))
    : open.request.scopes;
  return send(await allowRequest(ctx, client, { ...open, scopes, answered }, browser), 'allowed');
}

/** Finds an undecided request whose application still exists, is switched on, and allows devices. */
async function findDecidable(
  { ctx }: Visit,
  userCode: string,
): Promise<{ open: OpenRequest; client: Client } | undefined> {
  const open = await findOpenRequest(ctx, userCode);
  if (!open) return undefined;
  try {
    const client = await findClient(ctx, open.request.clientId, open.request.place);
    return client.settings.deviceCodeDisabled ? undefined : { open, client };
  } catch (error) {
    if (error instanceof OAuthError) return undefined;
    throw error;
  }
}

/** An impersonator must not get into other applications in the name of the user. */
async function isGoodEnough(
  ctx: ProjectContext,
  { app, settings }: Client,
  { session, user }: StartedSession,
  enteredAt: number,
): Promise<boolean> {
  if (session.impersonatorId || (settings.forceAuthentication && session.createdAt < enteredAt)) return false;
  return isEnoughFor(ctx, app.id, { user, session });
}

async function refuseUser(
  { ctx, language, reply }: Visit,
  client: Client,
  { browser: { user }, beginAt }: { browser: StartedSession; beginAt?: string | undefined },
): Promise<FastifyReply> {
  await recordRefusedSignIn(ctx, {
    method: 'oidc',
    cause: 'notGranted',
    userId: user.id,
    data: {
      kind: 'not-granted',
      reason: 'The user does not have access to the application',
      application: client.app.id,
    },
  });
  const { cannotSignIn: title, notAllowed, otherAccount } = language.texts.applicationSignIn;
  const text = notAllowed({ application: client.app.name, loginId: user.loginIds[0] ?? '' });
  const more = beginAt && html`<p><a class="button" href="${beginAt}">${otherAccount}</a></p>`;
  return sendDead(reply.code(403), ctx.project, language, text, { title, ...(more && { more }) });
}

function sendGone({ ctx, language, reply }: Visit): FastifyReply {
  const { title, lead } = language.texts.deviceSignIn.gone;
  const beginAt = devicePath(ctx.project.id);
  return sendDead(reply.code(400), ctx.project, language, lead, { title, beginAt });
}

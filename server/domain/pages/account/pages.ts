import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { LastWayError } from '../../credentials/accounts/ways-to-sign-in.ts';
import type { CountRequest } from '../../group.ts';
import { asSignedIn } from '../../sessions/sessions/resume-session.ts';
import { administeredTenants } from '../../sessions/tenant-administrators/administered-tenants.ts';
import { findBrowserSession, forgetBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import {
  type Form,
  type Query,
  readForm,
  sendDead,
  type Visitor,
  withProject,
} from '../hosted-pages/open-flow.ts';
import { problemOf } from '../hosted-pages/problems.ts';
import { signOut, unfinishedLogout } from '../single-logout/sign-out.ts';
import { type Account, accountPath, type Outcome, pathOf, type Section } from './account.ts';
import { accountPage } from './layout.ts';
import { type SectionName, sectionNames } from './names.ts';
import { forgetKept, type Kept, keep, readKept } from './page-state.ts';
import { isRecent } from './recent.ts';
import { accessSection } from './sections/access.ts';
import { addressesSection } from './sections/addresses.ts';
import { applicationsSection } from './sections/applications.ts';
import { dataSection } from './sections/data.ts';
import { linkedSection } from './sections/linked.ts';
import { profileSection } from './sections/profile.ts';
import { sessionsSection } from './sections/sessions.ts';
import { signInSection } from './sections/sign-in.ts';

const sections: Record<SectionName, Section> = {
  profile: profileSection,
  addresses: addressesSection,
  'sign-in': signInSection,
  linked: linkedSection,
  applications: applicationsSection,
  sessions: sessionsSection,
  access: accessSection,
  data: dataSection,
};

type Route = { Params: { projectId: string; section?: string }; Querystring: Query; Body: unknown };
type AccountRequest = FastifyRequest<Route>;

/** Mounts the account page. `app` is a scope that parses forms and cookies. */
export function mountAccountPage(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  for (const path of [`${accountPath}/:projectId`, `${accountPath}/:projectId/:section`]) {
    app.get<Route>(path, (request, reply) => withAccount(service, count, request, reply, show));
    app.post<Route>(path, (request, reply) => withAccount(service, count, request, reply, receive));
  }
}

type Run = (account: Account, request: AccountRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Runs a request of a signed-in user. Sends others to sign in, and then back to the section. */
function withAccount(
  service: ServiceContext,
  count: CountRequest,
  request: AccountRequest,
  reply: FastifyReply,
  run: Run,
): Promise<FastifyReply> {
  return withProject(service, request, reply, request.params.projectId, async ({ ctx, language }) => {
    await count(ctx, 'ssoPage');
    const words = language.texts.account;
    if (!ctx.project.settings.accountPage.enabled)
      return sendDead(reply.code(404), ctx.project, language, words.off.text, { title: words.off.title });
    const section = sectionNames.find((name) => name === (request.params.section ?? 'profile'));
    if (!section) return reply.redirect(pathOf(ctx.project.id, 'profile'), 303);
    const browser = await findBrowserSession(ctx);
    // An impersonator must not see or change how the user signs in.
    if (!browser || browser.session.impersonatorId) {
      const logout = browser ? undefined : await unfinishedLogout(ctx);
      if (logout) return reply.redirect(logout, 303);
      return toSignIn({ ctx, language }, request, reply, { section });
    }
    const own = asSignedIn(ctx, browser);
    const account: Account = {
      ctx: own,
      user: browser.user,
      language,
      words,
      section,
      kept: readKept(own, request, section),
      isRecent: await isRecent(ctx, browser),
      administered: await administeredTenants(ctx, browser.user),
      count: (kind) => count(ctx, kind),
    };
    return run(account, request, reply);
  });
}

function toSignIn(
  { ctx, language }: Visitor,
  request: AccountRequest,
  reply: FastifyReply,
  { section, loginHint }: { section: SectionName; loginHint?: string | undefined },
): FastifyReply {
  const next = pathOf(ctx.project.id, section);
  const url = beginSignIn(ctx, request, reply, {
    next,
    secondFactor: loginHint !== undefined,
    ...(loginHint && { loginHint }),
  });
  const { title, text } = language.texts.account.off;
  if (!url) return sendDead(reply.code(400), ctx.project, language, text, { title });
  return reply.redirect(url, 303);
}

async function show(account: Account, request: AccountRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, user, section, kept, isRecent } = account;
  if (request.query['confirm'] && !isRecent)
    return toSignIn(account, request, reply, { section, loginHint: user.loginIds[0] });
  // The confirmation and the problem are shown once.
  const { done, problem, ...rest } = kept;
  if (done || problem) keep(ctx, reply, { ...rest, sessionId: ctx.session.id, section });
  return sendPage(reply, accountPage(account, await sections[section].show(account)));
}

/** Answers a form with a redirect, so that reloading the page sends nothing again, except a page that is shown only once. */
async function receive(
  account: Account,
  request: AccountRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx, language, words, section, user, isRecent, kept } = account;
  const beginAt = pathOf(ctx.project.id, section);
  if (!isFromOwnPage(request.headers, ctx.baseUrl))
    return sendDead(reply.code(400), ctx.project, language, words.foreignForm, {
      title: language.texts.hostedPages.dead.wrongPlace,
      beginAt,
    });
  const form = readForm(request.body);
  const { act, isSensitive } = sections[section];
  if (isSensitive?.(form) && !isRecent)
    return toSignIn(account, request, reply, { section, loginHint: user.loginIds[0] });
  if (form['signOut']) return leave(account, reply);
  try {
    const all = (name: string) => [(request.body as Query | undefined)?.[name] ?? []].flat();
    return await follow(account, reply, act ? await act(account, { one: form, all }) : { keep: {} });
  } catch (error) {
    const problem = problemIn(error, form);
    if (!problem) throw error;
    keep(ctx, reply, { ...kept, problem, sessionId: ctx.session.id, section });
    return reply.redirect(beginAt, 303);
  }
}

function problemIn(error: unknown, { method }: Form): Kept['problem'] {
  if (error instanceof LastWayError) return { name: 'lastWay' };
  if (error instanceof ServiceError && error.code === 'E011004') return { name: 'wrongForm' };
  return problemOf(error, method);
}

/** Signs the user out here, and then of the SAML applications of the session. */
async function leave(account: Account, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx } = account;
  const signIn = { browserSessionId: ctx.session.id, userId: ctx.session.userId };
  const next = await signOut(ctx, reply, signIn, { kind: 'page' });
  if (!next) return follow(account, reply, { signedOut: true });
  forgetKept(ctx, reply);
  return reply.redirect(next, 303);
}

function follow(account: Account, reply: FastifyReply, outcome: Outcome): FastifyReply {
  const { ctx, language, words, section } = account;
  if ('data' in outcome) return reply.send(outcome.data);
  if ('file' in outcome)
    return reply
      .header('content-disposition', `attachment; filename="${outcome.file.name}"`)
      .type('application/json; charset=utf-8')
      .send(outcome.file.content);
  if ('signedOut' in outcome) {
    forgetBrowserSession(ctx, reply);
    forgetKept(ctx, reply);
    const { title, text } = outcome.view ?? words.signedOut;
    return sendDead(reply, ctx.project, language, text, { title, look: 'good' });
  }
  if ('view' in outcome) return sendPage(reply, accountPage({ ...account, kept: {} }, outcome.view));
  const next = 'next' in outcome && outcome.next ? outcome.next : section;
  const left = 'keep' in outcome ? outcome.keep : { done: outcome.done };
  keep(ctx, reply, { ...left, sessionId: ctx.session.id, section: next });
  return reply.redirect(pathOf(ctx.project.id, next), 303);
}

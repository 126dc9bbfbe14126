import type { FastifyReply } from 'fastify';
import type { ProjectContext } from '../../../core/context.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { statusRequester, statusSuccess, statusUnknownPrincipal } from '../../../protocols/saml/names.ts';
import {
  type Received,
  readLogoutRequest,
  readLogoutResponse,
} from '../../applications/saml-provider/read-request.ts';
import type { ServiceProvider } from '../../applications/saml-provider/service-provider.ts';
import { endElsewhere } from '../../applications/saml-provider/single-logout/begin-logout.ts';
import { changeLogout } from '../../applications/saml-provider/single-logout/continue-logout.ts';
import { findSignIn } from '../../applications/saml-provider/single-logout/find-sign-in.ts';
import { withAnswer, withoutApp } from '../../applications/saml-provider/single-logout/logout.ts';
import { logoutStatus } from '../../applications/saml-provider/single-logout/logout-message.ts';
import { samlIdpUrls } from '../../directory/applications/sso/sso-app.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { sendDead, textOf } from '../hosted-pages/open-flow.ts';
import { answerLogout } from '../single-logout/answer-logout.ts';
import { readLogoutSecret } from '../single-logout/logout-cookie.ts';
import { logoutPath, signOut } from '../single-logout/sign-out.ts';
import type { Opened } from './opened.ts';

/** A message that was read and verified. The browser brings it with its cookies, at our own address. */
type Pending = { until: number } & (
  | { kind: 'request'; requestId: string; relayState: string; nameId: string; sessionIndexes: string[] }
  | { kind: 'answer'; inResponseTo: string; isSuccess: boolean }
);

const lifetimeMs = 5 * 60_000;

/** It must fit into an address. */
const maxSealed = 6_000;

/** Reads a service provider's logout request, or its answer to ours, and goes on with it at our own address. */
export async function receiveLogout(opened: Opened, received: Received | undefined): Promise<FastifyReply> {
  const { visitor, sp, request, reply } = opened;
  const { ctx, language } = visitor;
  if (received) {
    const message = ctx.sealer.seal(JSON.stringify(read(ctx, sp, received)), purposeOf(ctx, sp));
    if (message.length > maxSealed) throw new SamlError('too-large', 'The logout message has too much data.');
    const query = new URLSearchParams({ app: `${ctx.project.id}-${sp.app.id}`, message });
    return reply.redirect(`/v1/auth/idp/sso/logout?${query}`, 303);
  }
  const { query } = request as { query: Record<string, string | string[]> };
  const pending = unseal(ctx, sp, textOf(query['message']));
  const words = language.texts.samlSignIn;
  if (!pending)
    return sendDead(reply.code(400), ctx.project, language, words.expired, { title: words.logoutTitle });
  return pending.kind === 'request' ? signOutFor(opened, pending) : takeAnswer(opened, pending);
}

function read(
  ctx: Pick<ProjectContext, 'baseUrl' | 'now' | 'project'>,
  sp: ServiceProvider,
  received: Received,
): Pending {
  const { logoutUrl } = samlIdpUrls(ctx, ctx.project.id, sp.app.id);
  const place = { logoutUrl, now: ctx.now() };
  const until = ctx.now() + lifetimeMs;
  if (received.parameter === 'SAMLResponse') {
    const { inResponseTo, statusCodes } = readLogoutResponse(sp, received, place);
    // A status below success says that something is left, such as PartialLogout.
    const isSuccess = statusCodes.length === 1 && statusCodes[0] === statusSuccess;
    return { kind: 'answer', inResponseTo, isSuccess, until };
  }
  const { request, relayState } = readLogoutRequest(sp, received, place);
  const { id: requestId, nameId, sessionIndexes } = request;
  return { kind: 'request', requestId, relayState, nameId, sessionIndexes, until };
}

/** Signs the user out because their service provider asks for it (saml-profiles §4.4). */
async function signOutFor(
  { visitor, sp, reply }: Opened,
  { requestId, relayState, nameId, sessionIndexes }: Pending & { kind: 'request' },
): Promise<FastifyReply> {
  const { ctx } = visitor;
  const { id: appId } = sp.app;
  const answer = (statusCodes: string[]) =>
    answerLogout(visitor, reply, sp, { requestId, relayState, statusCodes });
  const started = await findBrowserSession(ctx);
  const browser = started && { browserSessionId: started.session.id, userId: started.user.id };
  const found = await findSignIn(ctx, appId, { browser, nameId, sessionIndexes });
  if (found.where === 'otherUser') return answer([statusRequester, statusUnknownPrincipal]);
  if (found.where === 'elsewhere')
    return answer(logoutStatus({ isComplete: await endElsewhere(ctx, found.signIn, appId) }));
  if (found.where === 'here') {
    const end = { kind: 'answer', appId, requestId, relayState } as const;
    const next = await signOut(ctx, reply, found.signIn, end);
    if (next) return reply.redirect(next, 303);
  }
  // The application may be one that a running logout was about to ask.
  const secret = readLogoutSecret(ctx);
  if (secret) await changeLogout(ctx, secret, (logout) => withoutApp(logout, appId));
  return answer([statusSuccess]);
}

/** Notes the answer of an application in the logout of this browser, and goes on with that. */
async function takeAnswer(
  { visitor, sp, reply }: Opened,
  { inResponseTo, isSuccess }: Pending & { kind: 'answer' },
): Promise<FastifyReply> {
  const { ctx } = visitor;
  const secret = readLogoutSecret(ctx);
  if (secret)
    await changeLogout(ctx, secret, (logout) =>
      withAnswer(logout, { appId: sp.app.id, inResponseTo, isSuccess }),
    );
  return reply.redirect(logoutPath(ctx.project.id), 303);
}

function unseal(ctx: ProjectContext, sp: ServiceProvider, sealed: string): Pending | undefined {
  if (!sealed) throw new SamlError('request', 'The parameter SAMLRequest is missing.');
  try {
    const pending = JSON.parse(ctx.sealer.unseal(sealed, purposeOf(ctx, sp))) as Pending;
    return pending.until > ctx.now() ? pending : undefined;
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext, { app }: ServiceProvider): string {
  return `saml-logout:${project.id}:${app.id}`;
}

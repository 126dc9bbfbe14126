import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import type { Language } from '../../../http/language.ts';
import { html } from '../../../http/page.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import {
  type AuthorizationRequest,
  type Parameters,
  parameter,
  readAuthorizationRequest,
  readResponseMode,
} from '../../applications/openid-provider/authorization-request.ts';
import {
  type Client,
  findClient,
  findProjectId,
  isRegisteredRedirect,
} from '../../applications/openid-provider/client.ts';
import { type Place, type PlaceParams, placePaths } from '../../applications/openid-provider/place.ts';
import { openPushedRequest, pushedRequestIn } from '../../applications/openid-provider/pushed-request.ts';
import { recordRefusedRequest } from '../../applications/openid-provider/record-refusals.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { beginSignIn } from '../browser-sessions/sign-in.ts';
import type { CountRequest } from '../hosted-pages/flow.ts';
import { sendDead, withProject } from '../hosted-pages/open-flow.ts';
import { answer } from './answer.ts';
import { decide } from './decide.ts';
import { mountLogout } from './logout.ts';
import { texts } from './texts.ts';

type Route = { Params: PlaceParams; Querystring: Parameters; Body: Parameters };
type AuthorizeRequest = FastifyRequest<Route>;

interface Visitor {
  ctx: ProjectContext;
  language: Language;
}

/** Mounts the endpoints of the OpenID provider that browsers visit. `app` is a scope that parses forms and cookies. */
export function mountApplicationSignIn(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
): void {
  for (const { path, placeOf } of placePaths) {
    const url = `${path}/authorize`;
    app.get<Route>(url, (request, reply) =>
      open(service, count, request, reply, { place: placeOf(request.params), parameters: request.query }),
    );
    // A form of another site comes without our cookies, so the browser comes again, by its own address.
    app.post<Route>(url, (request, reply) => reply.redirect(addressOf(request, request.body ?? {}), 303));
    mountLogout(app, service, count, { path, placeOf });
  }
}

function addressOf(request: AuthorizeRequest, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? ''].flat()) query.append(name, one);
  }
  return `${request.url.split('?', 1)[0]}?${query}`;
}

/** The parameter in which we note that this request has sent the browser to sign in. */
const sinceParameter = 'latchkey_since';

async function open(
  service: ServiceContext,
  count: CountRequest,
  request: AuthorizeRequest,
  reply: FastifyReply,
  { place, parameters }: { place: Place; parameters: Parameters },
): Promise<FastifyReply> {
  const clientId = typeof parameters['client_id'] === 'string' ? parameters['client_id'] : '';
  const projectId = await findProjectId(service, clientId, place);
  return withProject(service, request, reply, projectId, async ({ ctx, language }) => {
    await count(ctx, 'ssoPage');
    const visitor = { ctx, language };
    const found = await findRequest(visitor, clientId, place, parameters);
    if ('refusal' in found) {
      const { refusal: kind, words } = found;
      await recordRefusedSignIn(ctx, {
        method: 'oidc',
        cause: causes[kind],
        data: { kind, reason: words, clientId: clientId.slice(0, 128) },
      });
      const { cannotSignIn: title } = texts[language];
      return sendDead(reply.code(400), ctx.project, language, words, { title });
    }
    return authorize(visitor, found, request, reply);
  });
}

/** A request whose client and redirect URI are valid. */
interface Found {
  client: Client;
  /** Those of the pushed request, if it was pushed: no other counts (RFC 9101 §5). */
  parameters: Parameters;
  pushedRequest: string | undefined;
}

const causes = { client: 'unknownApplication', redirect: 'redirect', request: 'badRequest' } as const;

/** Finds the client and compares the address to return to. Only after this may the browser be sent there. */
async function findRequest(
  { ctx, language }: Visitor,
  clientId: string,
  place: Place,
  given: Parameters,
): Promise<Found | { refusal: keyof typeof causes; words: string }> {
  const words = texts[language];
  let client: Client;
  try {
    client = await findClient(ctx, clientId, place);
  } catch (error) {
    if (error instanceof OAuthError) return { refusal: 'client', words: words.unknownClient };
    throw error;
  }
  const pushedRequest = pushedRequestIn(given);
  const parameters = pushedRequest ? await openPushedRequest(ctx, client, pushedRequest) : given;
  if (!parameters) return { refusal: 'request', words: words.requestGone(client.app.name) };
  const { redirect_uri: redirectUri } = parameters;
  if (typeof redirectUri === 'string' && isRegisteredRedirect(ctx, client, redirectUri))
    return { client, parameters, pushedRequest };
  return { refusal: 'redirect', words: words.wrongRedirect(client.app.name) };
}

async function authorize(
  visitor: Visitor,
  { client, parameters, pushedRequest }: Found,
  request: AuthorizeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx } = visitor;
  const back = (fields: Record<string, string>) => {
    const state = typeof parameters['state'] === 'string' ? parameters['state'] : '';
    const to = {
      redirectUri: String(parameters['redirect_uri']),
      responseMode: readResponseMode(parameters),
    };
    // RFC 9207: `iss` tells a client with several providers which one has answered.
    return answer(reply, { project: ctx.project, language: visitor.language }, to, {
      ...fields,
      ...(state && { state }),
      iss: client.issuer.url,
    });
  };
  try {
    if (!pushedRequest && client.settings.requirePushedAuthorizationRequests)
      throw new OAuthError('invalid_request', 'This application must push its requests to `par` first');
    const wanted = {
      ...readAuthorizationRequest(client, parameters),
      ...(pushedRequest && { pushedRequest }),
    };
    const browser = await findBrowserSession(ctx);
    const signedInAfter = readSince(ctx, client, request.query);
    const decision = await decide(ctx, client, wanted, { browser, signedInAfter });
    if (typeof decision === 'object') return back({ code: decision.code });
    if (decision === 'signIn') return toSignIn(visitor, client, wanted, request, reply);
    await recordRefusedSignIn(ctx, {
      method: 'oidc',
      cause: 'notGranted',
      userId: browser?.user.id,
      data: {
        kind: 'not-granted',
        reason: 'The user may not use the application',
        application: client.app.id,
      },
    });
    return refuse(visitor, client, request, reply, browser?.user.loginIds[0] ?? '');
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    await recordRefusedRequest(ctx, client.id, error);
    return back({ error: error.code, error_description: error.message });
  }
}

function toSignIn(
  { ctx, language }: Visitor,
  client: Client,
  { loginHint }: AuthorizationRequest,
  request: AuthorizeRequest,
  reply: FastifyReply,
): FastifyReply {
  const next = withSince(ctx, client, request);
  const url = beginSignIn(ctx, request, reply, { next, ...(loginHint && { loginHint }) });
  if (url) return reply.redirect(url, 303);
  const { cannotSignIn: title, tooLong } = texts[language];
  return sendDead(reply.code(400), ctx.project, language, tooLong, { title });
}

/** Says that this account may not use the application. The link leads to the same request with another account. */
function refuse(
  { ctx, language }: Visitor,
  client: Client,
  request: AuthorizeRequest,
  reply: FastifyReply,
  loginId: string,
): FastifyReply {
  const words = texts[language];
  const beginAt = beginSignIn(ctx, request, reply, { next: withSince(ctx, client, request) });
  const more = beginAt
    ? html`<p><a class="button" href="${beginAt}">${words.otherAccount}</a></p>`
    : undefined;
  return sendDead(reply.code(403), ctx.project, language, words.notAllowed(client.app.name, loginId), {
    title: words.cannotSignIn,
    ...(more && { more }),
  });
}

function withSince(ctx: ProjectContext, client: Client, request: AuthorizeRequest): string {
  const url = new URL(request.url, ctx.baseUrl);
  url.searchParams.set(sinceParameter, ctx.sealer.seal(String(ctx.now()), purposeOf(ctx, client)));
  return url.pathname + url.search;
}

function readSince(ctx: ProjectContext, client: Client, parameters: Parameters): number | undefined {
  const sealed = parameter(parameters, sinceParameter);
  if (!sealed) return undefined;
  try {
    return Number(ctx.sealer.unseal(sealed, purposeOf(ctx, client)));
  } catch {
    return undefined;
  }
}

function purposeOf({ project }: ProjectContext, client: Client): string {
  return `authorize-since:${project.id}:${client.app.id}`;
}

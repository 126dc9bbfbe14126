import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { LimitKind } from '../../../core/rate-limits.ts';
import { requestInfo } from '../../../http/request.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { findMcpServer } from '../../directory/mcp-servers/load-server.ts';
import type { OidcSettings } from '../../directory/sso-apps/sso-app.ts';
import { enterProject, loadProject } from '../../project/projects/load-project.ts';
import { authenticateClient, readCredentials } from './authenticate-client.ts';
import { type Parameters, parameter, resourcesIn } from './authorization-request.ts';
import { type Client, findClient, findProjectId, unknownClient } from './client.ts';
import { discoveryDocument } from './discovery.ts';
import { introspectToken } from './introspect-token.ts';
import { idIn, issuerAt, issuerPaths, type Place, type PlaceParams, placePaths } from './place.ts';
import { pushRequest } from './pushed-request.ts';
import { recordingRefusals } from './record-refusals.ts';
import { revokeToken } from './revoke-token.ts';
import { grantTokens } from './token-endpoint.ts';
import { userInfo } from './user-info.ts';

type Count = (ctx: ProjectContext, kind: LimitKind) => Promise<void>;
type Route = { Params: PlaceParams; Querystring: Parameters; Body: Parameters };
type Answer = (caller: {
  ctx: ProjectContext;
  client: Client;
  form: (name: string) => string;
  fields: Parameters;
}) => Promise<object>;

/** Mounts what applications and their libraries call. `app` is a scope that parses forms. Pages for browsers are in `domain/pages`. */
export function mountOpenidProvider(app: FastifyInstance, service: ServiceContext, count: Count): void {
  mountDiscovery(app, service);
  const config = { cors: true };
  for (const { path: prefix, placeOf } of placePaths) {
    const post = (path: string, answer: Answer, status = 200) =>
      app.post<Route>(`${prefix}/${path}`, { config }, (request, reply) =>
        refusing(reply, async () => {
          const caller = await enterClient(service, count, request, reply, placeOf(request.params));
          const answered = await recordingRefusals(caller.ctx, caller.client.id, () => answer(caller));
          reply.code(status);
          return answered;
        }),
      );
    post('token', ({ ctx, client, form, fields }) =>
      grantTokens(ctx, client, {
        grantType: form('grant_type'),
        code: form('code'),
        redirectUri: form('redirect_uri'),
        codeVerifier: form('code_verifier'),
        refreshToken: form('refresh_token'),
        scope: form('scope'),
        resources: resourcesIn(fields),
        clientSecret: form('client_secret'),
      }),
    );
    post('par', ({ ctx, client, fields }) => pushRequest(ctx, client, fields), 201);
    post('introspect', ({ ctx, client, form }) => {
      // A public client cannot prove that it is the one that may know.
      if (client.isPublic) throw unknownClient();
      return introspectToken(ctx, client, required(form, 'token'));
    });
    post('revoke', async ({ ctx, client, form }) => {
      await revokeToken(ctx, client, required(form, 'token'));
      return {};
    });
    for (const method of ['GET', 'POST'] as const) {
      app.route<Route>({
        ...{ method, url: `${prefix}/userinfo`, config },
        handler: (request, reply) => refusing(reply, () => answerUserInfo(service, count, request)),
      });
    }
  }
}

/** The documents that describe the provider, in the spellings of OpenID Connect Discovery §4 and RFC 8414 §3.1. */
function mountDiscovery(app: FastifyInstance, service: ServiceContext): void {
  for (const { issuer, placeOf } of issuerPaths) {
    for (const path of [
      `${issuer}/.well-known/openid-configuration`,
      `${issuer}/.well-known/oauth-authorization-server`,
      `/.well-known/oauth-authorization-server${issuer}`,
    ]) {
      app.get<{ Params: PlaceParams }>(path, { config: { cors: true } }, async (request, reply) => {
        const projectId = idIn(request.params.projectId);
        const project = await loadProject(service, projectId);
        if (!project)
          throw new ServiceError('E011005', 'No project has this ID. Check the project ID in the URL');
        const place = placeOf(request.params);
        const ctx = await enterProject(service, projectId, requestInfo(request));
        const served = {
          application: await settingsAt(ctx, place),
          thirdParty: await thirdPartiesAt(ctx, place),
        };
        return reply
          .header('cache-control', 'public, max-age=5')
          .send(discoveryDocument(service, project, issuerAt(service, projectId, place), served));
      });
    }
  }
}

/** Returns what third-party applications can do there. */
async function thirdPartiesAt(ctx: ProjectContext, place: Place) {
  if (place.kind === 'thirdParty') {
    const { clientRegistration, clientMetadataDocuments } = ctx.project.settings;
    return { scopes: [], canRegister: clientRegistration, canDescribe: clientMetadataDocuments };
  }
  if (place.kind !== 'mcpServer') return undefined;
  const server = await findMcpServer(ctx, place.mcpServerId);
  const { scopes = [], registrationDisabled, metadataDocumentsDisabled } = server?.settings ?? {};
  return {
    scopes: scopes.map(({ name }) => name),
    canRegister: !registrationDisabled,
    canDescribe: !metadataDocumentsDisabled,
  };
}

/** Returns the settings of the application whose place it is, if it is one's. Throws for an unknown place. */
async function settingsAt(ctx: ProjectContext, place: Place): Promise<OidcSettings | undefined> {
  if (place.kind === 'mcpServer' && !(await findMcpServer(ctx, place.mcpServerId)))
    throw new ServiceError('E011005', 'No MCP server of the project has this ID');
  if (place.kind !== 'application') return undefined;
  try {
    return (await findClient(ctx, ctx.project.id, place)).settings;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new ServiceError('E011005', 'No OpenID Connect application of the project has this ID', {
      cause: error,
    });
  }
}

/** Finds and authenticates the client of a request. */
async function enterClient(
  service: ServiceContext,
  count: Count,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  place: Place,
) {
  const fields = request.body ?? {};
  const form = (name: string) => parameter(fields, name);
  const { authorization } = request.headers;
  const credentials = readCredentials(authorization, form);
  // RFC 6749 §5.2: a client that used the header is told which scheme to use.
  if (authorization) reply.header('www-authenticate', 'Basic realm="Latchkey"');
  const ctx = await enter(service, request, await findProjectId(service, credentials.clientId, place));
  await count(ctx, 'exchange');
  const client = await recordingRefusals(ctx, credentials.clientId, () =>
    authenticateClient(ctx, credentials, place),
  );
  reply.removeHeader('www-authenticate');
  return { ctx, client, form, fields };
}

async function enter(
  service: ServiceContext,
  request: FastifyRequest,
  projectId: string,
): Promise<ProjectContext> {
  if (!(await loadProject(service, projectId))) throw unknownClient();
  return enterProject(service, projectId, requestInfo(request));
}

function required(form: (name: string) => string, name: string): string {
  const value = form(name);
  if (!value) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}

/** The project is known from the token, whose signature is checked afterwards. */
async function answerUserInfo(service: ServiceContext, count: Count, request: FastifyRequest<Route>) {
  const token =
    /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
    (request.method === 'POST' ? parameter(request.body ?? {}, 'access_token') : '');
  if (!token) throw new OAuthError('invalid_token', 'The access token is missing');
  const projectId = projectOfToken(token);
  if (!projectId || !(await loadProject(service, projectId)))
    throw new OAuthError('invalid_token', 'The access token is not valid');
  const ctx = await enterProject(service, projectId, requestInfo(request));
  await count(ctx, 'exchange');
  return userInfo(ctx, token);
}

function projectOfToken(token: string): string | undefined {
  try {
    const { iss } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      iss?: string;
    };
    return /\/(P[0-9A-Za-z]{27})(\/|$)/.exec(iss ?? '')?.[1];
  } catch {
    return undefined;
  }
}

/** Sends the answer, or the refusal as RFC 6749 §5.2 and RFC 6750 §3 say. */
async function refusing(reply: FastifyReply, answer: () => Promise<object>): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    return reply.send(await answer());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    if (error.code === 'invalid_token' || error.code === 'insufficient_scope')
      reply.header('www-authenticate', `Bearer error="${error.code}"`);
    return reply.code(error.status).send(error.body);
  }
}

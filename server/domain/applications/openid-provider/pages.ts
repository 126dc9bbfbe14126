import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { requestInfo } from '../../../http/request.ts';
import { dpopAlgorithms } from '../../../protocols/oauth/dpop.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { findMcpServer } from '../../directory/applications/mcp-servers/load-server.ts';
import type { OidcSettings } from '../../directory/applications/sso/sso-app.ts';
import type { CountRequest } from '../../group.ts';
import { enterProject, loadProject } from '../../project/projects/load-project.ts';
import { authenticateClient, readCredentials } from './authenticate-client.ts';
import { type Parameters, parameter, resourcesIn } from './authorization-request.ts';
import { type Client, findClient, findProjectId, unknownClient } from './client.ts';
import { beginDeviceRequest } from './device/begin-request.ts';
import { deviceGrantType } from './device/device-request.ts';
import { slowDown } from './device/redeem-device-code.ts';
import { discoveryDocument } from './discovery.ts';
import {
  keyOfPushedRequest,
  keyOfTokenRequest,
  type ProvenRequest,
  type ShownToken,
} from './dpop/take-proof.ts';
import { introspectToken } from './introspect-token.ts';
import { idIn, issuerAt, issuerPaths, type Place, type PlaceParams, placePaths } from './place.ts';
import { pushRequest } from './pushed-request.ts';
import { recordingRefusals } from './record-refusals.ts';
import { revokeToken } from './revoke-token.ts';
import { grantTokens } from './token-endpoint.ts';
import { userInfo } from './user-info.ts';

type Route = { Params: PlaceParams; Querystring: Parameters; Body: Parameters };
type Answer = (caller: {
  ctx: ProjectContext;
  client: Client;
  form: (name: string) => string;
  fields: Parameters;
  place: Place;
  request: ProvenRequest;
}) => Promise<object>;

/** Mounts what applications and their libraries call. `app` is a scope that parses forms. Pages for browsers are in `domain/pages`. */
export function mountOpenidProvider(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
): void {
  mountDiscovery(app, service);
  const config = { cors: true, oauth: true };
  for (const { path: prefix, placeOf } of placePaths) {
    const post = (path: string, answer: Answer, status = 200) =>
      app.post<Route>(`${prefix}/${path}`, { config }, (request, reply) =>
        refusing(reply, async () => {
          const caller = await enterClient(service, count, request, reply, placeOf(request.params));
          // A device is refused again and again while it waits, and its refusals are recorded where the reason is known.
          const isDevice = caller.form('grant_type') === deviceGrantType;
          const work = () => answer(caller);
          const answered = await (isDevice ? work() : recordingRefusals(caller.ctx, caller.client.id, work));
          reply.code(status);
          return answered;
        }),
      );
    post('token', async ({ ctx, client, form, fields, request }) =>
      grantTokens(ctx, client, {
        grantType: form('grant_type'),
        code: form('code'),
        redirectUri: form('redirect_uri'),
        codeVerifier: form('code_verifier'),
        refreshToken: form('refresh_token'),
        scope: form('scope'),
        resources: resourcesIn(fields),
        deviceCode: form('device_code'),
        keyThumbprint: await keyOfTokenRequest(ctx, client, request),
        clientSecret: form('client_secret'),
      }),
    );
    const push: Answer = async ({ ctx, client, fields, request }) => {
      if (client.isPublic) await count(ctx, 'push');
      return pushRequest(ctx, client, fields, await keyOfPushedRequest(ctx, client, request));
    };
    post('par', push, 201);
    post('device', ({ ctx, client, form, fields, place }) =>
      beginDeviceRequest(ctx, client, { place, scope: form('scope'), resources: resourcesIn(fields) }),
    );
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
        method,
        url: `${prefix}/userinfo`,
        config,
        handler: (request, reply) =>
          refusing(reply, () => answerUserInfo(service, count, request), schemeOf(request)),
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
async function thirdPartiesAt(ctx: ProjectData, place: Place) {
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
  count: CountRequest,
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
  await count(ctx, 'applicationCall').catch((error: unknown) => {
    reply.removeHeader('www-authenticate');
    // A device waits longer, but gives up at an error that it does not know (RFC 8628 §3.5).
    const isTooOften = error instanceof ServiceError && error.code === 'E130429';
    throw isTooOften && form('grant_type') === deviceGrantType ? slowDown(error) : error;
  });
  const client = await recordingRefusals(ctx, credentials.clientId, () =>
    authenticateClient(ctx, credentials, place, count),
  );
  reply.removeHeader('www-authenticate');
  return { ctx, client, form, fields, place, request };
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
async function answerUserInfo(service: ServiceContext, count: CountRequest, request: FastifyRequest<Route>) {
  const token =
    /^(?:Bearer|DPoP) +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
    (request.method === 'POST' ? parameter(request.body ?? {}, 'access_token') : '');
  if (!token) throw new OAuthError('invalid_token', 'The access token is missing');
  const projectId = projectOfToken(token);
  if (!projectId || !(await loadProject(service, projectId)))
    throw new OAuthError('invalid_token', 'The access token is not valid');
  const ctx = await enterProject(service, projectId, requestInfo(request));
  await count(ctx, 'applicationCall');
  return userInfo(ctx, token, { scheme: schemeOf(request), request });
}

function schemeOf({ headers }: FastifyRequest<Route>): ShownToken['scheme'] {
  return /^DPoP /i.test(headers.authorization ?? '') ? 'DPoP' : 'Bearer';
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

/**
 * Sends the answer, a text as a JWT, or the refusal as RFC 6749 §5.2, RFC 6750 §3 and RFC 9449 §7.1 say. `scheme` is the one by which a token
 * was shown, if the answer needs a token.
 */
async function refusing(
  reply: FastifyReply,
  answer: () => Promise<object | string>,
  scheme?: ShownToken['scheme'],
): Promise<FastifyReply> {
  try {
    const answered = await answer();
    if (typeof answered === 'string') reply.type('application/jwt');
    return reply.send(answered);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const algorithms = scheme === 'DPoP' ? `, algs="${dpopAlgorithms.join(' ')}"` : '';
    if (scheme) reply.header('www-authenticate', `${scheme} error="${error.code}"${algorithms}`);
    const isRefusedProof = scheme && error.code === 'invalid_dpop_proof';
    return reply.code(isRefusedProof ? 401 : error.status).send(error.body);
  }
}

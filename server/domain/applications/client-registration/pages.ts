import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectContext, ProjectData, ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../core/json.ts';
import { requestInfo } from '../../../http/request.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { findMcpServer } from '../../directory/applications/mcp-servers/load-server.ts';
import { inboundClientId } from '../../directory/applications/third-party/inbound-app.ts';
import type { CountRequest } from '../../group.ts';
import { enterProject, loadProject } from '../../project/projects/load-project.ts';
import {
  changeRegistration,
  readRegistration,
  registerClient,
  removeRegistration,
} from './register-client.ts';

type Route = { Params: { projectId: string; mcpServerId?: string; appId: string } };
type Request = FastifyRequest<Route>;

const paths = [
  '/oauth2/v1/apps/:projectId/register',
  '/oauth2/v1/apps/agentic/:projectId/:mcpServerId/register',
];

/** Mounts the registration of clients (RFC 7591, RFC 7592). `app` is a scope of its own, which parses JSON. */
export function mountClientRegistration(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJsonBody(body),
  );
  const config = { cors: true };
  for (const path of paths) {
    app.post<Route>(path, { config }, (request, reply) =>
      refusing(reply, async () => {
        const ctx = await enter(service, count, request);
        await requireRegistration(ctx, request.params.mcpServerId);
        const { mcpServerId = '' } = request.params;
        const endpoint = `${service.baseUrl}${request.url.split('?', 1)[0]}`;
        const registered = await registerClient(ctx, bodyOf(request), { endpoint, mcpServerId });
        return reply.code(201).send(registered);
      }),
    );
    const withToken = (
      method: 'GET' | 'PUT' | 'DELETE',
      answer: (
        ctx: ProjectContext,
        clientId: string,
        token: string,
        request: Request,
      ) => Promise<object | undefined>,
    ) =>
      app.route<Route>({
        method,
        url: `${path}/:appId`,
        config,
        handler: (request, reply) =>
          refusing(reply, async () => {
            const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
            const ctx = await enter(service, count, request);
            const { projectId, appId } = request.params;
            const found = await answer(ctx, inboundClientId(projectId, appId), token, request);
            return found ? reply.send(found) : reply.code(204).send();
          }),
      });
    withToken('GET', readRegistration);
    withToken('PUT', async (ctx, clientId, token, request) => {
      // What is registered already can be read and removed. A change would be a new registration.
      await requireRegistration(ctx, request.params.mcpServerId);
      return changeRegistration(ctx, clientId, token, bodyOf(request));
    });
    withToken('DELETE', async (ctx, clientId, token) => {
      await removeRegistration(ctx, clientId, token);
      return undefined;
    });
  }
}

async function enter(
  service: ServiceContext,
  count: CountRequest,
  request: Request,
): Promise<ProjectContext> {
  const { projectId } = request.params;
  if (!(await loadProject(service, projectId)))
    throw new OAuthError('invalid_request', 'No project has this ID. Check the project ID in the URL');
  const ctx = await enterProject(service, projectId, requestInfo(request));
  await count(ctx, 'exchange');
  return ctx;
}

async function requireRegistration(ctx: ProjectData, mcpServerId: string | undefined): Promise<void> {
  const server = mcpServerId === undefined ? undefined : await findMcpServer(ctx, mcpServerId);
  if (mcpServerId !== undefined && !server)
    throw new OAuthError('invalid_request', 'No MCP server of the project has this ID');
  const isAllowed = server ? !server.settings.registrationDisabled : ctx.project.settings.clientRegistration;
  if (!isAllowed)
    throw new OAuthError(
      'access_denied',
      'Applications cannot register themselves here. An administrator can allow it, or create the application',
    );
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object');
}

async function refusing(reply: FastifyReply, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === 'invalid_token') reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return reply.code(refusal.status).send(refusal.body);
  }
}

/** The settings of an application have further rules, whose refusals a registration must get in the words of RFC 7591 §3.2.2. */
function refusalOf(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof ServiceError && error.code === 'E011004')
    return new OAuthError('invalid_client_metadata', error.message, { cause: error });
  throw error;
}

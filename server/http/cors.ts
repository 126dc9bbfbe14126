import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowedOrigin } from '../core/allowed-origin.ts';
import type { ServiceContext } from '../core/context.ts';
import type { Project } from '../core/project.ts';
import { collectMethods } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages on the project's allowed origins may call it. */
    cors?: boolean;
  }
}

export interface CorsOptions {
  service: ServiceContext;
  findProject(service: ServiceContext, id: string): Promise<Project | undefined>;
  /** Returns the allowed origins of all projects together. */
  listAllowedOrigins(service: ServiceContext): Promise<string[]>;
}

const sdkHeaders = ['name', 'version', 'session-id', 'uuid', 'sha'];
const sdkRuntimes = ['node', 'go', 'python', 'java'];

/** The headers that the public SDKs send. */
const requestHeaders = [
  ...['authorization', 'content-type', 'dpop', 'x-descope-project-id'],
  ...sdkHeaders.map((header) => `x-descope-sdk-${header}`),
  ...sdkRuntimes.map((runtime) => `x-descope-sdk-${runtime}-version`),
  ...['x-descope-refresh-cookie-name', 'x-descope-trusted-device-token', 'x-descope-known-device-token'],
  ...['x-descope-flow-nonce', 'x-descope-license', 'x-external-rid'],
  ...['id', 'type', 'version'].map((header) => `x-descope-widget-${header}`),
].join(', ');

const exposedHeaders = 'X-Descope-Flow-Nonce, Retry-After, Latchkey-Stale, x-geo, x-request-id';

/**
 * The longest time that Chromium caches. Every response is checked again, so an outdated permission allows
 * nothing.
 */
const preflightSeconds = 7_200;

/**
 * Lets browsers call the routes that set `cors` (Fetch standard §3.3), refusals included. Call it before adding
 * routes.
 *
 * A preflight has no Authorization header and so no project: it is allowed when any project allows the origin.
 * The request that follows is checked against its own project. See `docs/decisions/0014-browsers.md`.
 */
export function mountCors(app: FastifyInstance, options: CorsOptions): void {
  const methodsOf = collectMethods(app, ({ config }) => config?.cors === true);
  app.addHook('onRequest', async (request, reply) => {
    const { is404, raw, routeOptions } = request;
    // Fastify reports a method that a path does not support as 404, too, and no path of ours supports OPTIONS.
    if (is404 ? methodsOf(raw.url ?? '') === '' : !routeOptions.config.cors) return;
    const isPreflight = isPreflightRequest(request);
    // Set without an origin, too: a cache must not serve that response to a page.
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin !== undefined && (await isAllowed(options, request, origin))) {
      reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
      if (isPreflight) permit(reply);
      else reply.header('access-control-expose-headers', exposedHeaders);
    }
    if (isPreflight) return reply.code(204).send();
  });
}

function isPreflightRequest({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

function permit(reply: FastifyReply): void {
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', requestHeaders)
    .header('access-control-max-age', String(preflightSeconds));
}

async function isAllowed(options: CorsOptions, request: FastifyRequest, origin: string): Promise<boolean> {
  const { service, findProject, listAllowedOrigins } = options;
  const id = projectIdOf(request);
  const project = id === undefined ? undefined : await findProject(service, id);
  // Without a project: a preflight, or a refusal that says only that the project ID is wrong.
  const allowedOrigins = project?.settings.allowedOrigins ?? (await listAllowedOrigins(service));
  return isAllowedOrigin(service, { allowedOrigins }, origin);
}

function projectIdOf({ headers, params }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +([^\s:]+)/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? (params as { projectId?: string } | undefined)?.projectId;
}

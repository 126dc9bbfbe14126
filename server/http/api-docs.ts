import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { describeApi } from './openapi.ts';

/** The outer server sets the headers that belong to one connection. */
const connectionHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

export interface ApiDocsOptions {
  version: string;
  /** Serve the page that calls the API. */
  hasApiPage: boolean;
}

/**
 * Serves `/openapi.json`; `/docs/reference/`, a page to read it; and `/docs/api/`, the same page with forms that call the API.
 * The pages load everything from this server. They are built on the first request, because most servers never
 * serve them and building them would add a tenth to the start-up time.
 */
export function mountApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { version, hasApiPage }: ApiDocsOptions,
): void {
  let document: Record<string, unknown> | undefined;
  const described = () => {
    document ??= describeApi(endpoints, version);
    return document;
  };
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(described());
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text);
  });
  mountPages(app, '/docs/reference', () =>
    createPages(described(), { prefix: '/docs/reference', canCall: false }),
  );
  if (!hasApiPage) app.get('/docs/api/*', (_request, reply) => reply.callNotFound());
  else mountPages(app, '/docs/api', () => createPages(described(), { prefix: '/docs/api', canCall: true }));
}

function mountPages(app: FastifyInstance, prefix: string, create: () => Promise<FastifyInstance>): void {
  let pages: Promise<FastifyInstance> | undefined;
  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    pages ??= create();
    const { url, headers } = request;
    const answer = await (await pages).inject({ method: 'GET', url, headers });
    if (answer.statusCode === 404) return reply.callNotFound();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (!connectionHeaders.has(name)) reply.header(name, value);
    }
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  app.get(prefix, showPage);
  app.get(`${prefix}/*`, showPage);
}

/** Creates a Fastify instance that does not listen on a port. */
async function createPages(
  document: Record<string, unknown>,
  { prefix, canCall }: { prefix: string; canCall: boolean },
): Promise<FastifyInstance> {
  const [{ fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const pages = fastify();
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } });
  await pages.register(swaggerUi, {
    routePrefix: prefix,
    staticCSP: true,
    theme: { title: 'Latchkey API' },
    // Removes the bar for other addresses and its logo.
    uiConfig: { layout: 'BaseLayout', deepLinking: true, ...(!canCall && { supportedSubmitMethods: [] }) },
  });
  return pages;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { describeApi } from './openapi.ts';

/** The outer server sets the headers that belong to one connection. */
const connectionHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/**
 * Serves `/openapi.json`, and `/docs`, a page to read and try it. The page loads everything from this server.
 * Both are built on the first request, because most servers never serve them and building them would add a
 * tenth to the start-up time.
 */
export function mountApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
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

  let pages: Promise<FastifyInstance> | undefined;
  const showPage = async (request: FastifyRequest, reply: FastifyReply) => {
    pages ??= createPages(described());
    const { url, headers } = request;
    const answer = await (await pages).inject({ method: 'GET', url, headers });
    if (answer.statusCode === 404) return reply.callNotFound();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (!connectionHeaders.has(name)) reply.header(name, value);
    }
    return reply.code(answer.statusCode).send(answer.rawPayload);
  };
  app.get('/docs', showPage);
  app.get('/docs/*', showPage);
}

/** Creates a Fastify instance that does not listen on a port. */
async function createPages(document: Record<string, unknown>): Promise<FastifyInstance> {
  const [{ fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const pages = fastify();
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } });
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: 'Latchkey API' },
    // Removes the bar for other addresses and its logo.
    uiConfig: { layout: 'BaseLayout', deepLinking: true },
  });
  return pages;
}

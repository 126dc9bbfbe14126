import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { describeApi } from './openapi.ts';

/** `/openapi.json`, and `/docs`: a page to read and try it. Everything the page needs comes from this server. */
export async function mountApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): Promise<void> {
  const document = describeApi(endpoints, version);
  const text = JSON.stringify(document);
  app.get('/openapi.json', async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text);
  });
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: 'Latchkey API' },
    // Without the bar for other addresses, and without its logo.
    uiConfig: { layout: 'BaseLayout', deepLinking: true },
  });
}

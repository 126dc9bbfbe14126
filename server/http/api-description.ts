import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { describeApi } from './openapi.ts';

/** Serves `/openapi.json`. It is written at the first request, because most servers are never asked for it. */
export function mountApiDescription(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): void {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(describeApi(endpoints, version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text);
  });
}

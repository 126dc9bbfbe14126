import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../core/config.ts';

// Not imported, for the reason that `core/outbound.ts` gives.
const { createServer } = process.getBuiltinModule('node:http');

export interface MetricsPort {
  port: number;
  close(): void;
}

/** Serves `/metrics`, and nothing else, on a port of its own. With several workers, any of them answers for all. */
export async function serveMetrics(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<MetricsPort> {
  const server = createServer(async (request, response) => {
    request.resume();
    const isKnown = request.url?.split('?')[0] === '/metrics';
    if (!isKnown || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(isKnown ? 405 : 404).end();
      return;
    }
    try {
      const { text, contentType } = await app.readMetrics();
      response.writeHead(200, { 'content-type': contentType }).end(text);
    } catch (error) {
      app.log.warn({ cause: (error as Error).message }, 'no metrics');
      response.writeHead(503).end();
    }
  });
  server.listen({ host, port });
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`Cannot listen on LATCHKEY_METRICS_PORT ${port} (${code}). Set it to another port`);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RateLimiter } from './rate-limit.ts';

/** The facts about the process that the operator's routes report. */
export interface Operations {
  /** Throws when the database is not usable: unreachable, or not migrated to the version of this build. */
  checkReady(): Promise<void>;
  /** Counters and gauges of the database, by name. */
  databaseStats(): Record<string, number>;
}

/** Serves `/healthz` (the process responds), `/readyz` (it can work) and `/metrics` (Prometheus text). */
export function mountOperations(
  app: FastifyInstance,
  operations: Operations,
  rateLimiter: RateLimiter,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'latchkey_request_duration_seconds',
    help: 'Requests by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'latchkey_database',
    help: 'Counters and gauges of the database engine, by name',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      for (const [name, value] of Object.entries(operations.databaseStats())) this.set({ name }, value);
    },
  });
  new Counter({
    name: 'latchkey_rate_limited_total',
    help: 'Requests refused by rate limits, by limit',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [limit, count] of Object.entries(rateLimiter.refusals())) this.inc({ limit }, count);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: string };
    if (endpoint) durations.observe({ endpoint, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await operations.checkReady();
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ cause: (error as Error).message }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

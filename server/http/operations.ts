import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Activity, registerActivity } from './activity-metrics.ts';
import type { RateLimiter } from './rate-limit.ts';

/** The facts about the process that the operator's routes report. */
export interface Operations extends Activity {
  /** Throws when the database is not usable: unreachable, or not migrated to the version of this build. */
  checkReady(): Promise<Readiness>;
  /** Messages and audit events wait in the database. `/readyz` says so, and so does a metric. */
  holdsMessages: boolean;
  /** Counters and gauges of the database, by name. */
  databaseStats(): Record<string, number>;
  /** Connects this event loop with the others that serve the same port. Absent if it is the only one. */
  connectPeers?(answers: Answers): Ask;
}

export interface Readiness {
  /** Says how many nodes of a distributed database do not respond. Absent if all do. Names none, because anyone can read it. */
  nodes?: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the metrics of all event loops as Prometheus text. */
    readMetrics(): Promise<Metrics>;
  }
}

export interface Metrics {
  text: string;
  contentType: string;
}

export type Question = 'health' | 'readiness' | 'metrics';

/** Each function reports on one event loop, and rejects when that loop is not well. */
export type Answers = Record<Question, () => Promise<unknown>>;

/** Asks all event loops, this one included. Rejects when one of them is not well or does not answer in time. */
export type Ask = (question: Question) => Promise<unknown[]>;

/**
 * Serves `/healthz` (the process responds), `/readyz` (it can work) and in development `/metrics` (Prometheus
 * text). In production, `/metrics` would show strangers how busy the service is and what it refuses:
 * `serveMetrics` has a port for it.
 */
export function mountOperations(
  app: FastifyInstance,
  operations: Operations,
  rateLimiter: RateLimiter,
  servesMetrics: boolean,
): void {
  const registry = new Registry();
  const ofProcess = metricsOfProcess();
  const all = (): Registry => Registry.merge([ofProcess, registry]);
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
  new Gauge({
    name: 'latchkey_messages_held',
    help: 'Whether this instance sends nothing, because LATCHKEY_HOLD_MESSAGES is set',
    aggregator: 'max',
    registers: [registry],
  }).set(operations.holdsMessages ? 1 : 0);
  new Gauge({ name: 'latchkey_workers', help: 'Event loops that serve', registers: [registry] }).set(1);
  const refreshBacklog = registerActivity(registry, operations);
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config as { endpoint?: string };
    if (endpoint) durations.observe({ endpoint, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const answers: Answers = {
    health: async () => {},
    readiness: () => operations.checkReady(),
    async metrics() {
      await refreshBacklog();
      return all().getMetricsAsJSON();
    },
  };
  const askPeers = operations.connectPeers?.(answers);
  const ask: Ask = askPeers ?? (async (question) => [await answers[question]()]);
  const report =
    (question: Question, problem: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const answers = await ask(question);
        return {
          status: 'ok',
          ...(question === 'readiness' && operations.holdsMessages && { messages: 'held' }),
          ...(question === 'readiness' && Object.assign({}, ...(answers as Readiness[]))),
        };
      } catch (error) {
        request.log.warn({ cause: (error as Error).message }, problem);
        return reply.code(503).send({ status: problem });
      }
    };
  app.get('/healthz', report('health', 'not healthy'));
  app.get('/readyz', report('readiness', 'not ready'));
  app.decorate('readMetrics', async () => {
    if (!askPeers) await refreshBacklog();
    const whole = askPeers ? AggregatorRegistry.aggregate((await askPeers('metrics')) as object[]) : all();
    return { text: await whole.metrics(), contentType: registry.contentType };
  });
  if (!servesMetrics) return;
  app.get('/metrics', async (_request, reply) => {
    const { text, contentType } = await app.readMetrics();
    return reply.type(contentType).send(text);
  });
}

let ofProcess: Registry | undefined;

/**
 * Returns the metrics of the process. Their observers of the garbage collector and of the event loop have no end, and would
 * keep every closed instance of a process alive: they exist once.
 */
function metricsOfProcess(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

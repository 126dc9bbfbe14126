import { SpanKind } from '@opentelemetry/api';
import type { HashPool } from '../hash-pool.ts';
import type { OutboundFetch } from '../outbound.ts';
import type { WorkerPool } from '../worker-pool.ts';
import { serverAttributes } from './server-attributes.ts';
import type { Tracing } from './tracing.ts';

interface Work {
  fetch: OutboundFetch;
  hashing: HashPool;
  samlWorkers: WorkerPool;
}

/** Adds a span to each outgoing request, each password hash and each SAML response that is verified. */
export function tracedWork({ fetch, hashing, samlWorkers }: Work, tracing: Tracing): Work {
  return {
    fetch: tracedFetch(fetch, tracing),
    hashing: tracedHashing(hashing, tracing),
    samlWorkers: {
      ...samlWorkers,
      run: <In, Out>(input: In) =>
        tracing.trace('verify SAML response', {}, () => samlWorkers.run<In, Out>(input)),
    },
  };
}

/**
 * Names the host only: paths and queries contain secrets of webhooks and codes of providers. The request carries no
 * `traceparent`, because its receivers are third parties, for whom it would join the requests of one user.
 */
function tracedFetch(fetch: OutboundFetch, tracing: Tracing): OutboundFetch {
  return (text, options) => {
    const method = options?.method ?? 'GET';
    const attributes = { 'http.request.method': method, ...serverAttributes(text) };
    return tracing.trace(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const response = await fetch(text, options);
      span?.setAttribute('http.response.status_code', response.status);
      if (response.status >= 400) tracing.fail(span, String(response.status));
      return response;
    });
  };
}

function tracedHashing(hashing: HashPool, tracing: Tracing): HashPool {
  return {
    ...hashing,
    run: (projectId, work, prepare) =>
      tracing.trace('hash password', {}, (span) => {
        const arrivedAt = performance.now();
        const startedWork: typeof work = (prepared) => {
          span?.setAttribute('latchkey.hash.waited_ms', Math.round(performance.now() - arrivedAt));
          return work(prepared);
        };
        return hashing.run(projectId, startedWork, prepare);
      }),
  };
}

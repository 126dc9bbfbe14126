import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/counterparts/program.ts';
import { latency } from '../measure.ts';
import { type Section, table } from '../report.ts';
import { send } from '../requests.ts';
import { type ServerProcess, serve } from '../server-process.ts';
import { projectId, tenantId } from '../settings.ts';
import type { Setting } from '../stage.ts';
import { type HostileKind, hostileResponses } from './responses.ts';

const responsesAtOnce = 20;
const probeMilliseconds = 2;

/**
 * Measures the effect on other requests while expensive SAML responses are posted: with the server on one core,
 * where the SAML worker takes turns with the event loop, and on all.
 */
export async function measureHostile({ cores, stage, options }: Setting): Promise<Section[]> {
  const volleys = options.quick ? 1 : 3;
  const { server: place, population } = await stage();
  const rows: string[][] = [];
  for (const on of new Set([cores.server, cores.all])) {
    const metricsPort = await freePort();
    const started = await serve(place, on, { env: { LATCHKEY_METRICS_PORT: String(metricsPort) } });
    const server = { ...started, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
    const path = `/v1/auth/saml/acs?projectId=${projectId}&tenantId=${tenantId}`;
    const kinds = await hostileResponses(population.idp, `${server.baseUrl}${path}`);
    // The very first responses start the workers.
    await attack(server, path, kinds[0]!, volleys);
    rows.push(['no responses', on, ...(await probeQuiet(server))]);
    for (const kind of kinds) rows.push([kind.name, on, ...(await attack(server, path, kind, volleys))]);
    await server.stop();
  }
  const head = ['', 'cores', 'p50 ms', 'p99 ms', 'longest ms', 'event loop p99 ms', 'all 20 answered, ms'];
  const title = '`/healthz` while 20 hostile SAML responses of 80 KB are posted at once (aim: p99 < 50 ms)';
  return [{ title, parts: [table(head, rows)], isComplete: true }];
}

interface MeasuredServer extends ServerProcess {
  metricsUrl: string;
}

async function probeQuiet(server: MeasuredServer): Promise<string[]> {
  await eventLoopP99(server);
  return cells(await probe(server.baseUrl, sleep(1_000)), await eventLoopP99(server), 0);
}

async function attack(
  server: MeasuredServer,
  path: string,
  { name, response }: HostileKind,
  volleys: number,
): Promise<string[]> {
  const body = new URLSearchParams({ SAMLResponse: response }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const milliseconds: number[] = [];
  let volleyMilliseconds = 0;
  await eventLoopP99(server);
  for (let volley = 0; volley < volleys; volley += 1) {
    const start = performance.now();
    const responses = Promise.all(
      Array.from({ length: responsesAtOnce }, () =>
        send(server.baseUrl, { method: 'POST', path, headers, body }),
      ),
    );
    milliseconds.push(...(await probe(server.baseUrl, responses)));
    const refused = (await responses).filter(({ status }) => status === 400);
    if (refused.length < responsesAtOnce) throw new Error(`${name}: some responses did not return 400`);
    volleyMilliseconds += (performance.now() - start) / volleys;
    await sleep(50);
  }
  return cells(milliseconds, await eventLoopP99(server), volleyMilliseconds);
}

function cells(milliseconds: number[], eventLoop: number, volleyMilliseconds: number): string[] {
  const { p50, p99 } = latency(milliseconds);
  const times = [p50, p99, Math.max(...milliseconds), eventLoop];
  return [...times.map((value) => value.toFixed(1)), volleyMilliseconds.toFixed(0)];
}

/**
 * Requests `/healthz` at a steady rate until `end`, and returns the time of each response. It does not wait for
 * responses: a pause of the server counts in full, not once.
 */
async function probe(baseUrl: string, end: Promise<unknown>): Promise<number[]> {
  const probes: ReturnType<typeof send>[] = [];
  const request = { method: 'GET', path: '/healthz', headers: {} };
  const timer = setInterval(() => probes.push(send(baseUrl, request)), probeMilliseconds);
  await end.finally(() => clearInterval(timer));
  return (await Promise.all(probes)).map(({ milliseconds }) => milliseconds);
}

/** Since the last call. */
async function eventLoopP99({ metricsUrl }: MeasuredServer): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
}

import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CertifiedKey } from '../server/protocols/saml/self-signed.ts';
import type { Cores } from './cores.ts';
import { type HostileKind, hostileResponses } from './hostile-responses.ts';
import type { NodeProcess } from './node-process.ts';
import { projectId, tenantId } from './settings.ts';
import { type Stage, serve } from './stage.ts';
import { percentile } from './statistics.ts';

/** The effect on other requests while expensive SAML responses are posted. */
export interface HostileResult {
  name: string;
  cores: string;
  /** Of `/healthz`, while responses were posted. */
  p50: number;
  p99: number;
  longest: number;
  /** The delay of the event loop, as the server reports it. */
  loopP99: number;
  /** From the first of 20 responses to the last reply. */
  volleyMilliseconds: number;
}

const responsesAtOnce = 20;
const volleys = 3;
const probeMilliseconds = 2;
const agent = new Agent({ keepAlive: true });

/** Measures with the server on one core, where the SAML worker takes turns with the event loop, and on all. */
export async function measureHostile(
  stage: Stage,
  cores: Cores,
  idp: CertifiedKey,
): Promise<HostileResult[]> {
  const results: HostileResult[] = [];
  for (const on of new Set([cores.server, cores.all])) {
    const server = await serve(stage.server, on);
    const path = `/v1/auth/saml/acs?projectId=${projectId}&tenantId=${tenantId}`;
    const kinds = await hostileResponses(idp, `${server.baseUrl}${path}`);
    // The very first responses start the workers.
    await attack(server, path, kinds[0]!);
    results.push({ ...(await quiet(server)), name: 'no responses', cores: on });
    for (const kind of kinds) results.push({ ...(await attack(server, path, kind)), cores: on });
    await server.stop();
  }
  return results;
}

type Attacked = Omit<HostileResult, 'cores'>;

async function quiet(server: NodeProcess): Promise<Omit<Attacked, 'name'>> {
  await loopDelayP99(server);
  const milliseconds = await probe(server.baseUrl, sleep(1_000));
  return { ...summary(milliseconds), loopP99: await loopDelayP99(server), volleyMilliseconds: 0 };
}

async function attack(server: NodeProcess, path: string, { name, response }: HostileKind): Promise<Attacked> {
  const body = new URLSearchParams({ SAMLResponse: response }).toString();
  const milliseconds: number[] = [];
  let volleyMilliseconds = 0;
  await loopDelayP99(server);
  for (let volley = 0; volley < volleys; volley += 1) {
    const start = performance.now();
    const answers = Promise.all(
      Array.from({ length: responsesAtOnce }, () => send(`${server.baseUrl}${path}`, body)),
    );
    milliseconds.push(...(await probe(server.baseUrl, answers)));
    const statuses = new Set(await answers);
    if (statuses.size !== 1 || !statuses.has(400)) {
      throw new Error(`${name}: returned ${[...statuses].join(', ')}`);
    }
    volleyMilliseconds += (performance.now() - start) / volleys;
    await sleep(50);
  }
  return { name, ...summary(milliseconds), loopP99: await loopDelayP99(server), volleyMilliseconds };
}

/**
 * Requests `/healthz` at a steady rate until `end`, and returns the time of each response. It does not wait for
 * responses: a pause of the server counts in full, not once.
 */
async function probe(baseUrl: string, end: Promise<unknown>): Promise<number[]> {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const start = performance.now();
    await send(`${baseUrl}/healthz`);
    return performance.now() - start;
  };
  const timer = setInterval(() => asked.push(ask()), probeMilliseconds);
  await end.finally(() => clearInterval(timer));
  return Promise.all(asked);
}

function summary(milliseconds: number[]) {
  return {
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    longest: Math.max(...milliseconds),
  };
}

/** Since the last call. */
async function loopDelayP99({ baseUrl }: NodeProcess): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
}

function send(url: string, form?: string): Promise<number> {
  const headers = form && {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': form.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: form ? 'POST' : 'GET', headers: headers || {} }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(form);
  });
}

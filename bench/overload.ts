import { setTimeout as sleep } from 'node:timers/promises';
import { createFixturePool, type FixturePool } from './fixture-pool.ts';
import { runOn } from './machine.ts';
import { latency } from './measure.ts';
import { startSession } from './population.ts';
import { sessionIn } from './prepared-session.ts';
import { megabytes, percent, rate, type Section, table } from './report.ts';
import { post, send } from './requests.ts';
import { type ServerProcess, serve } from './server-process.ts';
import { password } from './settings.ts';
import type { Setting } from './stage.ts';

const usersAtOnce = 300;
const probeMilliseconds = 10;
const devices = 4;
const pauseMilliseconds = 20;
const hashProcess = new URL('./hash-process.ts', import.meta.url);

/**
 * Measures the effect on other requests while more users sign in by password than the machine can hash for: with
 * the server on one core, where hashing takes turns with the event loop, and on all.
 */
export async function measureOverload({ cores, stage, options }: Setting): Promise<Section[]> {
  // Lets every user sign in once before, because the first rush is not a steady state.
  const times = options.quick ? { warmUp: 1, seconds: 2 } : { warmUp: 2, seconds: 6 };
  const { server: place, population } = await stage();
  const rows: string[][] = [];
  for (const on of new Set([cores.server, cores.all])) {
    // Measured before and after, because other programs may have used the machine.
    const hashRate = () => runOn<number>(on, hashProcess, String(times.seconds / 4));
    const before = hashRate();
    const server = await serve(place, on);
    const fixtures = createFixturePool(population);
    // The first sign-in loads the hashing code.
    await signInByPassword(server, fixtures);
    const result = await overload(server, fixtures, times);
    await server.stop();
    const hashes = (before + hashRate()) / 2;
    const latencies = [result.signIn, result.healthz, result.refresh].flatMap(({ p50, p99 }) => [p50, p99]);
    rows.push([
      ...[on, rate(hashes), rate(result.acceptedPerSecond)],
      `**${percent(result.acceptedPerSecond / hashes)}**`,
      rate(result.refusedPerSecond),
      ...latencies.map((value) => value.toFixed(1)),
      megabytes(result.residentBytes),
    ]);
  }
  const head = [
    ...['cores', 'hashes/s of the machine', 'accepted/s', 'ratio (aim > 90 %)', 'refused/s'],
    ...['sign-in p50 ms', 'p99 ms', '`/healthz` p50 ms', 'p99 ms (aim < 100)'],
    ...['refresh p50 ms', 'p99 ms (aim < 100)', 'RSS MB'],
  ];
  const title = `${usersAtOnce} users sign in by password at once, continuously`;
  return [{ title, parts: [table(head, rows)], isComplete: true }];
}

async function overload(
  server: ServerProcess,
  fixtures: FixturePool,
  { warmUp, seconds }: { warmUp: number; seconds: number },
) {
  const tokens: string[] = [];
  while (tokens.length < devices) {
    tokens.push((await startSession(server.baseUrl, fixtures.nextUser().loginId)).refreshJwt);
  }
  const signIns: number[] = [];
  const refreshes: number[] = [];
  let refused = 0;
  let residentBytes = 0;
  const start = performance.now() + warmUp * 1000;
  const isOver = () => performance.now() > start + seconds * 1000;
  const counts = () => performance.now() >= start && !isOver();

  async function user(): Promise<void> {
    while (!isOver()) {
      const { status, milliseconds, retryAfterSeconds } = await signInByPassword(server, fixtures);
      if (status === 200) {
        if (counts()) signIns.push(milliseconds);
      } else if (status === 429) {
        if (counts()) refused += 1;
        await sleep(retryAfterSeconds * 1000);
      } else throw new Error(`a sign-in returned ${status}`);
    }
  }

  async function device(token: string): Promise<void> {
    let shown = token;
    while (!isOver()) {
      const { status, body, milliseconds } = await send(server.baseUrl, post('/v1/auth/refresh', {}, shown));
      if (status !== 200) throw new Error(`a refresh returned ${status}`);
      if (counts()) refreshes.push(milliseconds);
      shown = sessionIn(body).refreshJwt;
      await sleep(pauseMilliseconds);
    }
  }

  const probes: Promise<number>[] = [];
  const timer = setInterval(() => {
    if (counts()) probes.push(probe(server.baseUrl));
    residentBytes = Math.max(residentBytes, server.residentBytes());
  }, probeMilliseconds);
  try {
    await Promise.all([...Array.from({ length: usersAtOnce }, user), ...tokens.map(device)]);
  } finally {
    clearInterval(timer);
  }
  return {
    acceptedPerSecond: signIns.length / seconds,
    refusedPerSecond: refused / seconds,
    signIn: latency(signIns),
    healthz: latency(await Promise.all(probes)),
    refresh: latency(refreshes),
    residentBytes,
  };
}

function signInByPassword(server: ServerProcess, fixtures: FixturePool) {
  const { loginId } = fixtures.nextUser();
  return send(server.baseUrl, post('/v1/auth/password/signin', { loginId, password }));
}

async function probe(baseUrl: string): Promise<number> {
  return (await send(baseUrl, { method: 'GET', path: '/healthz', headers: {} })).milliseconds;
}

import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Cores, taskset } from './cores.ts';
import { createFixturePool, type FixturePool } from './fixture-pool.ts';
import { sendTo } from './http-client.ts';
import type { NodeProcess } from './node-process.ts';
import { send } from './recording.ts';
import { refreshJwtOf, refreshWith } from './refresh.ts';
import { managed, post } from './requests.ts';
import { password } from './settings.ts';
import { type Stage, serve } from './stage.ts';
import { percentile } from './statistics.ts';

/** The effect on other requests while more users sign in by password than the machine can hash for. */
export interface SaturationResult {
  cores: string;
  /** The rate of an otherwise idle machine. */
  hashesPerSecond: number;
  acceptedPerSecond: number;
  /** With 429 and `Retry-After`. */
  refusedPerSecond: number;
  /** The times of accepted sign-ins. */
  signIn: Times;
  healthz: Times;
  refresh: Times;
  /** The highest value. */
  residentBytes: number;
}

interface Times {
  p50: number;
  p99: number;
}

export const peopleAtOnce = 300;
/** Lets every user sign in once, because the first rush is not a steady state. */
const warmUpSeconds = 2;
const seconds = 6;
const probeMilliseconds = 10;
const devices = 4;
const pauseMilliseconds = 20;

const hashProcess = fileURLToPath(new URL('./hash-process.ts', import.meta.url));

/** Measures with the server on one core, where hashing takes turns with the event loop, and on all. */
export async function measureSaturation(stage: Stage, cores: Cores): Promise<SaturationResult[]> {
  const results: SaturationResult[] = [];
  for (const on of new Set([cores.server, cores.all])) {
    const before = hashesPerSecond(on);
    const server = await serve(stage.server, on);
    // The first sign-in loads the hashing code.
    const fixtures = createFixturePool(stage.population);
    await signInByPassword(server, fixtures);
    const saturated = await saturate(server, fixtures);
    await server.stop();
    // Measured twice, because other programs may have used the machine.
    const hashes = (before + hashesPerSecond(on)) / 2;
    results.push({ cores: on, hashesPerSecond: hashes, ...saturated });
  }
  return results;
}

function hashesPerSecond(cores: string): number {
  return Number(execFileSync(taskset, ['-c', cores, process.execPath, hashProcess], { encoding: 'utf8' }));
}

async function saturate(server: NodeProcess, fixtures: FixturePool) {
  const tokens: string[] = [];
  for (let index = 0; index < devices; index += 1) tokens.push(await startSession(server, fixtures));
  const signIns: number[] = [];
  const refreshes: number[] = [];
  let refused = 0;
  let residentBytes = 0;
  const start = performance.now() + warmUpSeconds * 1000;
  const isOver = () => performance.now() > start + seconds * 1000;
  const counts = () => performance.now() >= start && !isOver();

  async function person(): Promise<void> {
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
      const { status, body, milliseconds } = await sendTo(server.baseUrl, refreshWith(shown));
      if (status !== 200) throw new Error(`a refresh returned ${status}`);
      if (counts()) refreshes.push(milliseconds);
      shown = refreshJwtOf(body);
      await sleep(pauseMilliseconds);
    }
  }

  const probes: Promise<number>[] = [];
  const timer = setInterval(() => {
    if (counts()) probes.push(probe(server.baseUrl));
    residentBytes = Math.max(residentBytes, server.residentBytes());
  }, probeMilliseconds);
  try {
    await Promise.all([...Array.from({ length: peopleAtOnce }, person), ...tokens.map(device)]);
  } finally {
    clearInterval(timer);
  }
  return {
    acceptedPerSecond: signIns.length / seconds,
    refusedPerSecond: refused / seconds,
    signIn: timesOf(signIns),
    healthz: timesOf(await Promise.all(probes)),
    refresh: timesOf(refreshes),
    residentBytes,
  };
}

async function startSession({ baseUrl }: NodeProcess, fixtures: FixturePool): Promise<string> {
  const { loginId } = fixtures.nextUser();
  return refreshJwtOf(await send(baseUrl, managed('POST', '/v1/mgmt/auth/signin', { loginId })));
}

function signInByPassword(server: NodeProcess, fixtures: FixturePool) {
  const { loginId } = fixtures.nextUser();
  return sendTo(server.baseUrl, post('/v1/auth/password/signin', { loginId, password }));
}

async function probe(baseUrl: string): Promise<number> {
  return (await sendTo(baseUrl, { method: 'GET', path: '/healthz', headers: {} })).milliseconds;
}

function timesOf(milliseconds: number[]): Times {
  return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

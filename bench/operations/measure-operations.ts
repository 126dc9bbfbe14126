import { join } from 'node:path';
import { costOf, type Recipe } from '../baseline/recipe.ts';
import { recordRecipes } from '../baseline/recording.ts';
import { createFixturePool, type FixturePool } from '../fixture-pool.ts';
import { prepareFloor } from '../floor/database.ts';
import { runOn } from '../machine.ts';
import { type Measured, measureLoad, medians, type Supply } from '../measure.ts';
import { engineTitles } from '../options.ts';
import { type PeerResult, peerParts, readPeers } from '../peers.ts';
import { copyPlace } from '../place.ts';
import { megabytes, percent, rate, type Section, table } from '../report.ts';
import { jsonBody, type Request } from '../requests.ts';
import { type ServerProcess, serve, serveBeside } from '../server-process.ts';
import { publicAddress } from '../settings.ts';
import type { Setting } from '../stage.ts';
import type { Workload } from './workload.ts';
import { workloads } from './workloads.ts';

/** A server that the workloads are sent to, and the form in which it accepts them. */
interface Target {
  process: ServerProcess;
  /** For its own database. */
  fixtures: FixturePool;
  requestFor(workload: Workload, subject: unknown): Request;
  /** Its responses have values for the next request. */
  isContinued: boolean;
}

interface Result {
  workload: Workload;
  recipe: Recipe | undefined;
  server: Runs;
  baseline: Runs | undefined;
  floor: Runs | undefined;
  residentBytes: number;
}

interface Runs {
  loaded: Measured;
  /** With one connection, so that no request waits for another. */
  alone: Measured;
}

/** The workloads that `floor/server.ts` serves. */
const onFloor = new Set(['load', 'create', 'list', 'me', 'refresh']);

/** Alternates runs of the server, the baseline and the floor, so that disturbances affect all of them. */
export async function measureOperations(setting: Setting): Promise<Section> {
  const { engine, options, cores, folder } = setting;
  const peers = options.peers ? readPeers(options.peers) : [];
  const { server: place, baseline: baselinePlace, population } = await setting.stage();
  const chosen = workloads.filter(({ name }) => options.parts.has(name));
  // Copied before a server opens it.
  const floorPlace = await copyPlace(place, join(folder, `${engine}-floor`));
  const floorProgram = new URL('../floor/server.ts', import.meta.url);
  const floor: Target = {
    process: await serveBeside(floorProgram, floorPlace, await prepareFloor(floorPlace), cores.server),
    fixtures: createFixturePool(population),
    isContinued: true,
    requestFor: (workload, subject) => workload.request(subject),
  };
  const fixtures = createFixturePool(population);
  const recipes = await recordRecipes(setting, chosen, fixtures);
  const server: Target = {
    process: await serve(place, cores.server, { env: publicAddress }),
    fixtures,
    isContinued: true,
    requestFor: (workload, subject) => workload.request(subject),
  };
  const steps = Object.fromEntries([...recipes].map(([{ name }, recipe]) => [name, recipe]));
  const baselineProgram = new URL('../baseline/server.ts', import.meta.url);
  const baseline: Target = {
    process: await serveBeside(baselineProgram, baselinePlace, steps, cores.server),
    isContinued: false,
    fixtures: createFixturePool(population),
    requestFor: baselineRequest,
  };
  const signing = new URL('../sign-process.ts', import.meta.url);
  const signature = () => runOn<number>(cores.server, signing, options.quick ? '0.5' : '3');
  const signatureBefore = signature();
  const results: Result[] = [];
  for (const workload of chosen) {
    const recipe = recipes.get(workload);
    const targets = [server, ...(recipe ? [baseline] : []), ...(onFloor.has(workload.name) ? [floor] : [])];
    const runs = await measureOn(targets, workload, setting);
    const on = (target: Target) => runs[targets.indexOf(target)];
    const result = {
      workload,
      recipe,
      server: on(server)!,
      baseline: on(baseline),
      floor: on(floor),
      residentBytes: server.process.residentBytes(),
    };
    results.push(result);
    const beside = `baseline ${throughput(result.baseline)}, floor ${throughput(result.floor)}`;
    console.log(`${engine} ${workload.title}: ${throughput(result.server)}, ${beside}`);
  }
  for (const { process } of [server, baseline, floor]) await process.stop();
  // The shorter time: the other one was disturbed.
  return sectionFor(setting, results, Math.min(signatureBefore, signature()), peers);
}

async function measureOn(targets: Target[], workload: Workload, { options }: Setting): Promise<Runs[]> {
  const { warmUpSeconds, aloneSeconds } = options;
  const connections = Math.min(options.connections, workload.connections ?? Infinity);
  const seconds = Math.max(options.runSeconds, options.quick ? 0 : (workload.runSeconds ?? 0));
  const run = (target: Target, connections: number, seconds: number) =>
    measureLoad(target.process, supplyOf(workload, target, connections), { connections, seconds });
  for (const target of targets) await run(target, connections, warmUpSeconds);
  const loaded = targets.map((): Measured[] => []);
  for (let index = 0; index < options.runs; index += 1) {
    for (const [at, target] of targets.entries()) loaded[at]!.push(await run(target, connections, seconds));
  }
  const results: Runs[] = [];
  for (const [at, target] of targets.entries()) {
    results.push({ loaded: medians(loaded[at]!), alone: await run(target, 1, aloneSeconds) });
  }
  return results;
}

function supplyOf(workload: Workload, target: Target, connections: number): Supply {
  const kept = workload.isPerConnection
    ? Array.from({ length: connections }, () => workload.subject(target.fixtures))
    : undefined;
  return {
    next: (connection) =>
      target.requestFor(workload, kept ? kept[connection] : workload.subject(target.fixtures)),
    answered(connection, body) {
      if (kept && target.isContinued) workload.answered?.(kept[connection], body);
    },
  };
}

function sectionFor(
  { engine, options }: Setting,
  results: Result[],
  signatureMicroseconds: number,
  peers: PeerResult[],
): Section {
  const { runs, runSeconds, warmUpSeconds, connections, fewUsers, parts } = options;
  const title = engineTitles[engine];
  return {
    title,
    parts: [
      `Medians of ${runs} runs of ${runSeconds} s after ${warmUpSeconds} s of warm-up, ${connections} connections, ` +
        `${fewUsers} users.`,
      throughputTable(results),
      `### ${title}: the floor and the RSA bound`,
      `One core makes ${rate(1e6 / signatureMicroseconds)} RSA-2048 signatures in a second.`,
      floorTable(results, signatureMicroseconds),
      ...peerParts(engine, peers, new Map(results.map(({ workload, server }) => [workload, server.loaded]))),
      `### ${title}: one connection, and what one request costs`,
      costTable(results),
    ],
    isComplete: workloads.every(({ name }) => parts.has(name)),
  };
}

/** Sends the variables like the server's request: in the query of a GET, or as JSON. */
function baselineRequest({ name, request, variables }: Workload, subject: unknown): Request {
  const values = variables!(subject);
  if (request(subject).method === 'POST') return { path: `/${name}`, ...jsonBody(values) };
  const query = new URLSearchParams(values as Record<string, string>);
  return { method: 'GET', path: `/${name}?${query}`, headers: {} };
}

function throughput(runs: Runs | undefined): string {
  return runs ? `${rate(runs.loaded.requestsPerSecond)}/s` : '–';
}

function throughputTable(results: Result[]): string {
  const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'core used'];
  const half = (runs: Runs | undefined) => {
    if (!runs) return columns.map(() => '–');
    const { requestsPerSecond, p50, p99, cpuMicroseconds, coresUsed } = runs.loaded;
    return [
      ...[rate(requestsPerSecond), p50.toFixed(1), p99.toFixed(1)],
      ...[cpuMicroseconds.toFixed(0), percent(coresUsed)],
    ];
  };
  return table(
    ['', ...columns, ...columns.map((column) => `baseline ${column}`), 'ratio', 'CPU ratio', 'RSS MB'],
    results.map(({ workload, server, baseline, residentBytes }) => [
      ...[workload.title, ...half(server), ...half(baseline)],
      baseline ? `**${percent(server.loaded.requestsPerSecond / baseline.loaded.requestsPerSecond)}**` : '–',
      baseline ? percent(baseline.loaded.cpuMicroseconds / server.loaded.cpuMicroseconds) : '–',
      megabytes(residentBytes),
    ]),
  );
}

/**
 * The RSA bound is what an operation reaches if it signs and does nothing else. One with a password hash is
 * bounded by the hash instead.
 */
function floorTable(results: Result[], signatureMicroseconds: number): string {
  const head = ['', 'requests/s', 'floor requests/s', 'share of the floor', 'CPU µs', 'floor CPU µs'];
  return table(
    [...head, 'CPU share of the floor', 'signatures', 'RSA bound, requests/s', 'share of the RSA bound'],
    results.map(({ workload, server, floor, recipe }) => {
      const { requestsPerSecond, cpuMicroseconds } = server.loaded;
      const { signatures, hashes } = recipe ? costOf(recipe) : { signatures: 0, hashes: 0 };
      const signing = hashes > 0 ? 0 : signatures * signatureMicroseconds;
      const [floorRate, floorCpu, share, cpuShare] = floor
        ? [
            ...[rate(floor.loaded.requestsPerSecond), floor.loaded.cpuMicroseconds.toFixed(0)],
            `**${percent(requestsPerSecond / floor.loaded.requestsPerSecond)}**`,
            percent(floor.loaded.cpuMicroseconds / cpuMicroseconds),
          ]
        : ['–', '–', '–', '–'];
      const bound = signing
        ? [signatures, rate(1e6 / signing), percent(signing / cpuMicroseconds)]
        : ['–', '–', '–'];
      const [ourRate, ourCpu] = [rate(requestsPerSecond), cpuMicroseconds.toFixed(0)];
      return [workload.title, ourRate, floorRate!, share!, ourCpu, floorCpu!, cpuShare!, ...bound];
    }),
  );
}

function costTable(results: Result[]): string {
  const costs = ['reads', 'writes', 'transactions', 'signatures', 'verifications', 'hashes'] as const;
  return table(
    ['', 'p50 ms', 'p99 ms', 'baseline p50 ms', 'baseline p99 ms', ...costs],
    results.map(({ workload, server, baseline, recipe }) => {
      const cost = recipe && costOf(recipe);
      const times = [server, baseline].flatMap((runs) => [runs?.alone.p50, runs?.alone.p99]);
      return [
        workload.title,
        ...times.map((time) => time?.toFixed(2) ?? '–'),
        ...costs.map((kind) => cost?.[kind] ?? '–'),
      ];
    }),
  );
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/counterparts/program.ts';
import { costOf, type Recipe } from '../baseline/recipe.ts';
import { recordRecipes } from '../baseline/recording.ts';
import { createFixturePool, type FixturePool } from '../fixture-pool.ts';
import { type Measured, measureLoad, medians, type Supply } from '../measure.ts';
import { engineTitles } from '../options.ts';
import { databaseFile } from '../place.ts';
import { megabytes, percent, rate, type Section, table } from '../report.ts';
import { jsonBody, type Request } from '../requests.ts';
import { type ServerProcess, serve, startProcess } from '../server-process.ts';
import type { Setting } from '../stage.ts';
import { type Workload, workloads } from './workloads.ts';

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
  title: string;
  recipe: Recipe | undefined;
  server: Runs;
  baseline: Runs | undefined;
  residentBytes: number;
}

interface Runs {
  loaded: Measured;
  /** With one connection, so that no request waits for another. */
  alone: Measured;
}

/** Alternates runs of the server and of the baseline, so that disturbances affect both. */
export async function measureOperations(setting: Setting): Promise<Section> {
  const { engine, options, cores } = setting;
  const { server: place, population } = await setting.stage();
  const chosen = workloads.filter(({ name }) => options.parts.has(name));
  const fixtures = createFixturePool(population);
  const recipes = await recordRecipes(setting, chosen, fixtures);
  const server: Target = {
    ...{ process: await serve(place, cores.server), fixtures, isContinued: true },
    requestFor: (workload, subject) => workload.request(subject),
  };
  const baseline: Target = {
    ...{ process: await startBaseline(setting, recipes), isContinued: false },
    fixtures: createFixturePool(population),
    requestFor: baselineRequest,
  };
  const results: Result[] = [];
  for (const workload of chosen) {
    const recipe = recipes.get(workload);
    const [onServer, onBaseline] = await measureOn(recipe ? [server, baseline] : [server], workload, setting);
    const result = {
      ...{ title: workload.title, recipe, server: onServer!, baseline: onBaseline },
      residentBytes: server.process.residentBytes(),
    };
    results.push(result);
    console.log(`${engine} ${workload.title}: ${throughput(onServer!)}, baseline ${throughput(onBaseline)}`);
  }
  await server.process.stop();
  await baseline.process.stop();
  return sectionFor(setting, results);
}

async function measureOn(targets: Target[], workload: Workload, { options }: Setting): Promise<Runs[]> {
  const { connections, warmUpSeconds, aloneSeconds } = options;
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

async function startBaseline(
  { engine, cores, folder, stage }: Setting,
  recipes: Map<Workload, Recipe>,
): Promise<ServerProcess> {
  const { baseline } = await stage();
  const file = join(folder, `recipes-${engine}.json`);
  writeFileSync(file, JSON.stringify(Object.fromEntries([...recipes].map(([{ name }, one]) => [name, one]))));
  const port = await freePort();
  const program = fileURLToPath(new URL('../baseline/server.ts', import.meta.url));
  const args = [program, engine, baseline.url ?? databaseFile(baseline), file, String(port)];
  return startProcess({ args, cores: cores.server, port });
}

function sectionFor({ engine, options }: Setting, results: Result[]): Section {
  const { runs, runSeconds, warmUpSeconds, connections, fewUsers, parts } = options;
  const title = engineTitles[engine];
  return {
    title,
    parts: [
      `Medians of ${runs} runs of ${runSeconds} s after ${warmUpSeconds} s of warm-up, ${connections} connections, ` +
        `${fewUsers} users.`,
      throughputTable(results),
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
    results.map(({ title, server, baseline, residentBytes }) => [
      ...[title, ...half(server), ...half(baseline)],
      baseline ? `**${percent(server.loaded.requestsPerSecond / baseline.loaded.requestsPerSecond)}**` : '–',
      baseline ? percent(baseline.loaded.cpuMicroseconds / server.loaded.cpuMicroseconds) : '–',
      megabytes(residentBytes),
    ]),
  );
}

function costTable(results: Result[]): string {
  const costs = ['reads', 'writes', 'transactions', 'signatures', 'verifications', 'hashes'] as const;
  return table(
    ['', 'p50 ms', 'p99 ms', 'baseline p50 ms', 'baseline p99 ms', ...costs],
    results.map(({ title, server, baseline, recipe }) => {
      const cost = recipe && costOf(recipe);
      const times = [server, baseline].flatMap((runs) => [runs?.alone.p50, runs?.alone.p99]);
      return [
        title,
        ...times.map((time) => time?.toFixed(2) ?? '–'),
        ...costs.map((kind) => cost?.[kind] ?? '–'),
      ];
    }),
  );
}

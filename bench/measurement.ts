import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/counterparts/program.ts';
import { type Cost, costOf } from './cost.ts';
import { recordingVariable } from './events.ts';
import { createFixturePool, type FixturePool } from './fixture-pool.ts';
import { load, type Measured } from './load.ts';
import { rate } from './markdown.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import type { Operation } from './operation.ts';
import type { Options } from './options.ts';
import type { Recipe } from './recipe.ts';
import { recordRecipe } from './recording.ts';
import { databaseFile, type Stage, serve, suppressDelivery } from './stage.ts';
import { median } from './statistics.ts';

export interface Result {
  title: string;
  cost: Cost;
  server: Measured;
  baseline: Measured;
  /** With one connection, so that no request waits for another. */
  alone: { server: Measured; baseline: Measured };
  residentBytes: number;
}

const aloneSeconds = 0.5;

const baselineServer = fileURLToPath(new URL('./baseline-server.ts', import.meta.url));

type Recipes = Map<Operation, Recipe>;

/** Alternates runs of the server and of the baseline, so that disturbances affect both. */
export async function measureOperations(
  stage: Stage,
  operations: Operation[],
  options: Options,
  { cores, folder }: { cores: string; folder: string },
): Promise<Result[]> {
  const fixtures = createFixturePool(stage.population);
  const baselineFixtures = createFixturePool(stage.population);
  const recipes = await recordRecipes(stage, operations, fixtures, { cores, folder });
  const server = await serve(stage.server, cores, { nodeArgs: suppressDelivery });
  const baseline = await startBaseline(stage, recipes, { cores, folder });
  const results: Result[] = [];
  for (const operation of operations) {
    const runServer = async (connections: number, seconds: number) =>
      load(server, await operation.server(fixtures, server.baseUrl, connections), { connections, seconds });
    const runBaseline = (connections: number, seconds: number) =>
      load(baseline, operation.baseline(baselineFixtures, connections), { connections, seconds });
    const { warmUpSeconds, runs } = options;
    const runSeconds = Math.max(options.runSeconds, operation.runSeconds ?? 0);
    const connections = Math.min(options.connections, operation.connections ?? options.connections);
    // Where one response takes most of a second, shorter runs would have none.
    const [warmUp, alone] = operation.connections ? [runSeconds, runSeconds] : [warmUpSeconds, aloneSeconds];
    await runServer(connections, warmUp);
    await runBaseline(connections, warmUp);
    const pairs: { server: Measured; baseline: Measured }[] = [];
    for (let run = 0; run < runs; run += 1) {
      pairs.push({
        server: await runServer(connections, runSeconds),
        baseline: await runBaseline(connections, runSeconds),
      });
    }
    const result = {
      title: operation.title,
      cost: costOf(recipes.get(operation)!),
      server: medians(pairs.map((pair) => pair.server)),
      baseline: medians(pairs.map((pair) => pair.baseline)),
      alone: { server: await runServer(1, alone), baseline: await runBaseline(1, alone) },
      residentBytes: server.residentBytes(),
    };
    results.push(result);
    console.log(
      `${stage.engine} ${operation.title}: ${rate(result.server.requestsPerSecond)}/s, ` +
        `baseline ${rate(result.baseline.requestsPerSecond)}/s`,
    );
  }
  await server.stop();
  await baseline.stop();
  return results;
}

async function recordRecipes(
  stage: Stage,
  operations: Operation[],
  fixtures: FixturePool,
  { cores, folder }: { cores: string; folder: string },
): Promise<Recipes> {
  const file = join(folder, 'recording.jsonl');
  const server = await serve(stage.server, cores, {
    nodeArgs: ['--import', new URL('./recorder.ts', import.meta.url).href],
    env: { [recordingVariable]: file },
  });
  const recipes: Recipes = new Map();
  for (const operation of operations) {
    const samples = await operation.samples(fixtures, server.baseUrl);
    recipes.set(operation, await recordRecipe(server.baseUrl, file, samples));
  }
  await server.stop();
  return recipes;
}

async function startBaseline(
  { engine, baseline }: Stage,
  recipes: Recipes,
  { cores, folder }: { cores: string; folder: string },
): Promise<NodeProcess> {
  const file = join(folder, `recipes-${engine}.json`);
  const routes = [...recipes].map(([{ name, method }, recipe]) => [name, { method, ...recipe }]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(routes), null, 2));
  const port = await freePort();
  const place = baseline.url ?? databaseFile(baseline);
  return startNode({ args: [baselineServer, engine, place, file, String(port)], cores, port });
}

function medians(runs: Measured[]): Measured {
  const of = (field: keyof Measured) => median(runs.map((run) => run[field]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpuMicroseconds: of('cpuMicroseconds'),
    coresUsed: of('coresUsed'),
  };
}

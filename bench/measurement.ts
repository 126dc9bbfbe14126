import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/counterparts/program.ts';
import { type Cost, costOf } from './cost.ts';
import { recordingVariable } from './events.ts';
import { load, type Measured } from './load.ts';
import { rate } from './markdown.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import type { Operation } from './operation.ts';
import type { Options } from './options.ts';
import type { Recipe } from './recipe.ts';
import { recordRecipe } from './recording.ts';
import { databaseFile, holdMessages, type Stage, serve } from './stage.ts';
import { median } from './statistics.ts';
import { createTakers, type Takers } from './takers.ts';

export interface Result {
  title: string;
  cost: Cost;
  server: Measured;
  bound: Measured;
  /** With one connection: nobody waits for anybody. */
  alone: { server: Measured; bound: Measured };
  residentBytes: number;
}

const aloneSeconds = 0.5;

const boundServer = fileURLToPath(new URL('./bound-server.ts', import.meta.url));

type Recipes = Map<Operation, Recipe>;

/** Runs of the server and of the bound take turns, so that whatever disturbs the machine disturbs both. */
export async function measureOperations(
  stage: Stage,
  operations: Operation[],
  options: Options,
  { cores, folder }: { cores: string; folder: string },
): Promise<Result[]> {
  const takers = createTakers(stage.population);
  const boundTakers = createTakers(stage.population);
  const recipes = await recordRecipes(stage, operations, takers, { cores, folder });
  const server = await serve(stage.server, cores, { nodeArgs: holdMessages });
  const bound = await startBound(stage, recipes, { cores, folder });
  const results: Result[] = [];
  for (const operation of operations) {
    const runServer = async (connections: number, seconds: number) =>
      load(server, await operation.server(takers, server.baseUrl, connections), { connections, seconds });
    const runBound = (connections: number, seconds: number) =>
      load(bound, operation.bound(boundTakers, connections), { connections, seconds });
    const { warmUpSeconds, runs } = options;
    const runSeconds = Math.max(options.runSeconds, operation.runSeconds ?? 0);
    const connections = Math.min(options.connections, operation.connections ?? options.connections);
    // Where one answer takes most of a second, shorter runs would have none.
    const [warmUp, alone] = operation.connections ? [runSeconds, runSeconds] : [warmUpSeconds, aloneSeconds];
    await runServer(connections, warmUp);
    await runBound(connections, warmUp);
    const pairs: { server: Measured; bound: Measured }[] = [];
    for (let run = 0; run < runs; run += 1) {
      pairs.push({
        server: await runServer(connections, runSeconds),
        bound: await runBound(connections, runSeconds),
      });
    }
    const result = {
      title: operation.title,
      cost: costOf(recipes.get(operation)!),
      server: medians(pairs.map((pair) => pair.server)),
      bound: medians(pairs.map((pair) => pair.bound)),
      alone: { server: await runServer(1, alone), bound: await runBound(1, alone) },
      residentBytes: server.residentBytes(),
    };
    results.push(result);
    console.log(
      `${stage.engine} ${operation.title}: ${rate(result.server.requestsPerSecond)}/s, ` +
        `bound ${rate(result.bound.requestsPerSecond)}/s`,
    );
  }
  await server.stop();
  await bound.stop();
  return results;
}

async function recordRecipes(
  stage: Stage,
  operations: Operation[],
  takers: Takers,
  { cores, folder }: { cores: string; folder: string },
): Promise<Recipes> {
  const file = join(folder, 'recording.jsonl');
  const server = await serve(stage.server, cores, {
    nodeArgs: ['--import', new URL('./recorder.ts', import.meta.url).href],
    env: { [recordingVariable]: file },
  });
  const recipes: Recipes = new Map();
  for (const operation of operations) {
    const samples = await operation.samples(takers, server.baseUrl);
    recipes.set(operation, await recordRecipe(server.baseUrl, file, samples));
  }
  await server.stop();
  return recipes;
}

async function startBound(
  { engine, bound }: Stage,
  recipes: Recipes,
  { cores, folder }: { cores: string; folder: string },
): Promise<NodeProcess> {
  const file = join(folder, `recipes-${engine}.json`);
  const routes = [...recipes].map(([{ name, method }, recipe]) => [name, { method, ...recipe }]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(routes), null, 2));
  const port = await freePort();
  const place = bound.url ?? databaseFile(bound);
  return startNode({ args: [boundServer, engine, place, file, String(port)], cores, port });
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

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFixturePool } from './fixture-pool.ts';
import { load } from './load.ts';
import type { Operation } from './operation.ts';
import type { Options } from './options.ts';
import { type Stage, serve, suppressDelivery } from './stage.ts';

/** The used part of a `.cpuprofile`; times are in microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

const shownLines = 25;

/**
 * Profiles the main thread, in one process for each operation. Excludes the thread pool. The server gets all
 * cores, because a thread that takes the core away would look like work of its caller.
 */
export async function profileOperations(
  stage: Stage,
  operations: Operation[],
  { connections, runSeconds }: Options,
  { cores, folder }: { cores: string; folder: string },
): Promise<void> {
  const seconds = 2 * runSeconds;
  const fixtures = createFixturePool(stage.population);
  for (const operation of operations) {
    const profiles = join(folder, `profile-${stage.engine}-${operation.name}`);
    mkdirSync(profiles);
    const server = await serve(stage.server, cores, {
      nodeArgs: [...suppressDelivery, '--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${profiles}`],
    });
    const supply = await operation.server(fixtures, server.baseUrl, connections);
    await load(server, supply, { connections, seconds: 1 });
    const requests = await operation.server(fixtures, server.baseUrl, connections);
    const { requestsPerSecond } = await load(server, requests, { connections, seconds });
    await server.stop();
    console.log(
      `\n${stage.engine}, ${operation.title}: ${requestsPerSecond.toFixed(0)}/s while being profiled`,
    );
    printProfile(largestProfile(profiles), seconds, requestsPerSecond * seconds);
    rmSync(profiles, { recursive: true });
  }
}

/** Returns the main thread's profile; workers write their own. */
function largestProfile(folder: string): CpuProfile {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const [largest = ''] = texts.sort((a, b) => b.length - a.length);
  return JSON.parse(largest) as CpuProfile;
}

/** Prints the last seconds, after start and warm-up. */
function printProfile({ nodes, samples, timeDeltas }: CpuProfile, seconds: number, requests: number): void {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const byOrigin = new Map<string, number>();
  const byFunction = new Map<string, number>();
  const byOurs = new Map<string, number>();
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  let busy = 0;
  let left = seconds * 1e6;
  for (let index = samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const frame = byId.get(samples[index]!)!;
    const microseconds = timeDeltas[index] ?? 0;
    left -= microseconds;
    if (['(idle)', '(root)'].includes(frame.functionName)) continue;
    busy += microseconds;
    const origin = originOf(frame.url, frame.functionName);
    add(byOrigin, origin, microseconds);
    add(byOurs, ourCaller(samples[index]!), microseconds);
    add(byFunction, `${frame.functionName || '(anonymous)'} [${origin}]`, microseconds);
  }
  console.log(`  ${(busy / requests).toFixed(0)} µs of the main thread for one request`);
  printShares('by origin', byOrigin, busy, requests);
  printShares('by function', byFunction, busy, requests);
  printShares('by function of ours, with what it calls elsewhere', byOurs, busy, requests);

  function ourCaller(sample: number): string {
    for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
      const { url, functionName } = byId.get(id)!;
      const file = /\/(server\/.*)$/.exec(url)?.[1];
      if (file) return `${functionName || '(anonymous)'} [${file}]`;
    }
    return '(not called by ours)';
  }
}

function printShares(title: string, times: Map<string, number>, busy: number, requests: number): void {
  console.log(`  ${title}:`);
  const sorted = [...times].sort((a, b) => b[1] - a[1]).slice(0, shownLines);
  for (const [name, microseconds] of sorted) {
    const share = `${((microseconds / busy) * 100).toFixed(1)} %`.padStart(8);
    console.log(`  ${share} ${(microseconds / requests).toFixed(1).padStart(8)} µs  ${name}`);
  }
}

/** Returns a package, a folder of ours, or a part of Node.js. */
function originOf(url: string, functionName: string): string {
  if (functionName === '(garbage collector)') return 'garbage collector';
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (dependency) return dependency;
  const [, ours] = /\/(server\/.*?)[^/]*$/.exec(url) ?? [];
  if (ours) return ours;
  return url.startsWith('node:') ? url.replace(/^(node:[^/]+(?:\/[^/]+)?).*/, '$1') : url || 'native';
}

function add(times: Map<string, number>, key: string, microseconds: number): void {
  times.set(key, (times.get(key) ?? 0) + microseconds);
}

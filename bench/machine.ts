import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { latency } from './measure.ts';

/** Describes the machine that the numbers depend on, as label and value. */
export function describeMachine(folder: string, { server, load, database }: Cores): [string, string][] {
  const processors = cpus();
  const sync = syncLatency(folder);
  const fileSystem = execFileSync('stat', ['-f', '-c', '%T', folder], { encoding: 'utf8' }).trim();
  const syncs = `fdatasync of 4 KiB: p50 ${sync.p50.toFixed(2)} ms, p99 ${sync.p99.toFixed(2)} ms`;
  return [
    ['CPU', `${processors[0]?.model.trim()}, ${processors.length} cores`],
    ['Cores', `server ${server}, load generator ${load}, PostgreSQL ${database}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['Kernel', `Linux ${release()}`],
    ['Data directory', `${fileSystem}, ${syncs}`],
    ['Node.js', `${process.versions.node} with SQLite ${process.versions['sqlite']}`],
    ['Packages', ['fastify', 'kysely', 'pg', 'jose', 'autocannon'].map(withVersion).join(', ')],
  ];
}

/** Returns the load average. Above the number of benchmark processes, another program was using the machine. */
export function loadAverage(): string {
  return loadavg()[0]!.toFixed(1);
}

function syncLatency(folder: string) {
  const file = join(folder, 'sync-latency');
  const descriptor = openSync(file, 'w');
  const page = Buffer.alloc(4_096, 1);
  const milliseconds = Array.from({ length: 300 }, () => {
    writeSync(descriptor, page);
    const start = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - start;
  });
  closeSync(descriptor);
  rmSync(file);
  return latency(milliseconds);
}

function withVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
}

/** The cores of each side, in the notation of `taskset`, a part of util-linux that every Debian has. */
export interface Cores {
  all: string;
  server: string;
  load: string;
  /** PostgreSQL's cores: shared with the load generator when the machine has no third one. */
  database: string;
}

/**
 * Puts the server alone on the first core, so that a result is what one core gives, and everything else on the
 * others.
 */
export function chooseCores(): Cores {
  const cores = allowedCores();
  const [server = '0', load = server, ...rest] = cores;
  return { all: cores.join(','), server, load, database: rest.length > 0 ? rest.join(',') : load };
}

/** Moves this process with all its threads; processes started later inherit the cores. */
export function moveTo(cores: string): void {
  execFileSync('taskset', ['-acp', cores, String(process.pid)], { stdio: 'ignore' });
}

/** Runs processes that `start` creates on these cores; this process returns to its own. */
export async function startOn<R>(cores: string, start: () => Promise<R>): Promise<R> {
  const own = allowedCores().join(',');
  moveTo(cores);
  try {
    return await start();
  } finally {
    moveTo(own);
  }
}

/** Runs one of our programs on these cores, and returns the JSON that it prints. */
export function runOn<R>(cores: string, program: URL, ...args: string[]): R {
  const command = ['-c', cores, process.execPath, program.pathname, ...args];
  return JSON.parse(execFileSync('taskset', command, { encoding: 'utf8' })) as R;
}

function allowedCores(): string[] {
  const said = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
  const list = said.slice(said.lastIndexOf(':') + 1).trim();
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}

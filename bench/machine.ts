import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { percentile } from './statistics.ts';

/** Describes the machine that the numbers depend on, as label and value. */
export function describeMachine(folder: string): [string, string][] {
  const processors = cpus();
  const { p50, p99 } = syncLatency(folder);
  return [
    ['CPU', `${processors[0]?.model.trim()}, ${processors.length} cores`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['Kernel', `Linux ${release()}`],
    ['Data directory', `${fileSystemOf(folder)}, fdatasync of 4 KiB: p50 ${p50} ms, p99 ${p99} ms`],
    ['Node.js', `${process.versions.node} with SQLite ${process.versions['sqlite']}`],
    ['Packages', ['fastify', 'kysely', 'pg', 'jose', 'autocannon'].map(withVersion).join(', ')],
  ];
}

/** Returns the load average. Above the number of benchmark processes, another program was using the machine. */
export function loadAverage(): string {
  return loadavg()[0]!.toFixed(1);
}

function syncLatency(folder: string): { p50: string; p99: string } {
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
  return { p50: percentile(milliseconds, 0.5).toFixed(2), p99: percentile(milliseconds, 0.99).toFixed(2) };
}

function fileSystemOf(folder: string): string {
  return execFileSync('stat', ['-f', '-c', '%T', folder], { encoding: 'utf8' }).trim();
}

function withVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return `${name} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/counterparts/program.ts';
import { databaseFile, type Place } from './place.ts';
import { serverEnvironment } from './settings.ts';

export interface ServerProcess {
  baseUrl: string;
  /** From the start of the process to its first response. */
  startMilliseconds: number;
  residentBytes(): number;
  /** The CPU time of all its threads since the start. */
  cpuMilliseconds(): number;
  stop(): Promise<void>;
}

interface ServerProcessOptions {
  args: string[];
  cores: string;
  port: number;
  env?: Record<string, string>;
}

/** Starts one of our servers on `cores`, and returns when it responds. It cannot outlive this process. */
export async function startProcess({ args, cores, port, env }: ServerProcessOptions): Promise<ServerProcess> {
  const startedAt = performance.now();
  const command = ['taskset', '-c', cores, process.execPath, ...args];
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
    });
  }
  const exited = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const baseUrl = `http://127.0.0.1:${port}`;
  while (!(await responds(`${baseUrl}/healthz`))) {
    if (hasEnded()) throw new Error(`${args.join(' ')} ended at its start:\n${output}`);
    if (performance.now() - startedAt > 30_000) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} does not respond:\n${output}`);
    }
    await sleep(2);
  }
  const startMilliseconds = performance.now() - startedAt;
  return {
    baseUrl,
    startMilliseconds,
    residentBytes: () => residentBytes(child.pid!),
    cpuMilliseconds: () => cpuMilliseconds(child.pid!),
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM');
      await exited;
      if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
    },
  };
}

/** Starts the built server with the settings of production, as `latchkey serve` does. `nodeArgs` are for Node.js. */
export async function serve(
  place: Place,
  cores: string,
  {
    nodeArgs = [],
    program = 'bin/latchkey.mjs',
    env = {},
  }: { nodeArgs?: string[]; program?: string; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const args = [...nodeArgs, program, 'serve'];
  return startProcess({ args, cores, port, env: { ...serverEnvironment(place, port), ...env } });
}

/** Starts a server that is compared with ours, on its own copy of the database. `data` becomes a file of JSON. */
export async function serveBeside(
  program: URL,
  place: Place,
  data: unknown,
  cores: string,
): Promise<ServerProcess> {
  const file = join(place.dataDir, 'data.json');
  writeFileSync(file, JSON.stringify(data), { mode: 0o600 });
  const port = await freePort();
  const database = place.url ? ['postgres', place.url] : ['sqlite', databaseFile(place)];
  return startProcess({ args: [fileURLToPath(program), ...database, file, String(port)], cores, port });
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** Reads proc(5): user and system time, in hundredths of a second. The name before them may contain spaces. */
export function cpuMilliseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Program {
  /** Returns the last 20,000 characters of its output. */
  output(): string;
  running(): boolean;
  stop(): Promise<void>;
  /** Ends it without any warning, as a failure of its machine would. Keeps its folder. */
  crash(): Promise<void>;
  /** Halts it and its child processes: connections stay open, and nothing responds on them, as on a machine that is cut off. */
  pause(): void;
  resume(): void;
}

export interface ProgramOptions {
  /** Its working folder, deleted when it stops unless `keepsFolder` is set. */
  folder: string;
  keepsFolder?: boolean;
  /** Ends with everything that it started, such as the server behind `npm start`. */
  ownsGroup?: boolean;
  env?: Record<string, string>;
  /** Run as this system user; only root may choose another one. */
  user?: string | undefined;
  stopSignal?: 'SIGTERM' | 'SIGINT';
}

/**
 * Starts a server for tests that cannot outlive them: the kernel signals it when the thread that started it
 * ends, so nothing is left behind even when a test run is killed.
 */
export function startProgram(command: string, args: string[], options: ProgramOptions): Program {
  const stopSignal = options.stopSignal ?? 'SIGTERM';
  const child = spawn(
    'setpriv',
    [...asUser(options.user), '--pdeathsig', stopSignal.replace('SIG', ''), '--', command, ...args],
    {
      cwd: options.folder,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.ownsGroup,
    },
  );
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.on('error', (error) => {
    output += `${command} could not be started: ${error.message}`;
  });
  // A test file run by hand must be able to end without stopping its counterparts first.
  child.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
  const running = (): boolean =>
    child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const removeFolder = (): void => {
    if (!options.keepsFolder) rmSync(options.folder, { recursive: true, force: true });
  };
  // The parent first, so that it starts no other children meanwhile.
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    if (child.pid === undefined || !running()) return;
    process.kill(child.pid, signal);
    for (const pid of childrenOf(child.pid)) process.kill(pid, signal);
  };
  let isPaused = false;
  const resume = (): void => {
    // A halted process would not end when it is told to.
    if (isPaused) signalAll('SIGCONT');
    isPaused = false;
  };
  const killGroup = (): void => {
    if (!options.ownsGroup || child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  const killAndRemove = (): void => {
    resume();
    child.kill('SIGKILL');
    killGroup();
    removeFolder();
  };
  process.once('exit', killAndRemove);
  return {
    output: () => output,
    running,
    async stop() {
      resume();
      await stopChild(child, running, stopSignal);
      killGroup();
      process.off('exit', killAndRemove);
      removeFolder();
    },
    async crash() {
      await stopChild(child, running, 'SIGKILL');
      process.off('exit', killAndRemove);
    },
    pause() {
      isPaused = true;
      signalAll('SIGSTOP');
    },
    resume,
  };
}

/** Creates a folder named after this process, so that a later one can remove those of a killed one. */
export function temporaryFolder(name: string, parent = tmpdir()): string {
  const prefix = `latchkey-${name}-`;
  for (const entry of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const owner = entry.slice(prefix.length).split('-')[0];
    if (!existsSync(`/proc/${owner}`)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`));
}

const neededBytes = 2 ** 30;

/** Returns a folder in memory, or the usual one on a machine without much room there. */
export function folderInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > neededBytes) return '/dev/shm';
  } catch {}
  return tmpdir();
}

/** Returns arguments of setpriv. */
export function asUser(user: string | undefined): string[] {
  return user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : [];
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

async function stopChild(child: ChildProcess, running: () => boolean, signal: NodeJS.Signals): Promise<void> {
  if (!running()) return;
  const exited = once(child, 'exit');
  child.ref();
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(timer);
}

/** Calls `isReady` until it returns true. Throws with the program's output when it ends or takes too long. */
export async function untilReady(
  name: string,
  program: Program,
  isReady: () => Promise<boolean>,
  limitSeconds = 120,
): Promise<void> {
  const deadline = performance.now() + limitSeconds * 1000;
  while (!(await isReady())) {
    if (!program.running()) throw new Error(`${name} ended at its start:\n${program.output()}`);
    if (performance.now() > deadline) {
      await program.stop();
      throw new Error(`${name} was not ready after ${limitSeconds} s:\n${program.output()}`);
    }
    await sleep(20);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

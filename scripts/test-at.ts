// `npm run test:at -- --at 2028-02-29T00:03Z --tz Pacific/Auckland --busy --one-core [argument of npm test …]`: runs
// the tests under another clock, in another time zone, on a busy or a small machine. Each option may be left out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { allPrograms, ensureDebianPackages } from './debian-packages.ts';
import { parseTestAtArguments } from './test/at-arguments.ts';

/** Debian's folder for libraries of this architecture. */
const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const library = `${libraries}/faketime/libfaketimeMT.so.1`;
/** More than the number of cores of the usual test machines. */
const busyLoops = 2;

const children: ChildProcess[] = [];
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));

const { at, timeZone, isBusy, onOneCore, testArguments } = parseTestAtArguments(
  process.argv.slice(2),
  Date.now(),
);
// Package managers check certificates and need the true date.
await ensureDebianPackages(allPrograms, interruption.signal);

for (let count = 0; isBusy && count < busyLoops; count += 1) start([process.execPath, '-e', 'for (;;);']);
const test = start(
  [...(onOneCore ? ['taskset', '-c', '0'] : []), process.execPath, 'scripts/test.ts', ...testArguments],
  {
    ...(timeZone && { TZ: timeZone }),
    ...(at !== undefined && fakeClock(at)),
  },
);
interruption.signal.addEventListener('abort', () => test.kill(interruption.signal.reason));
const [code] = (await once(test, 'close')) as [number | null];
for (const child of children) child.kill('SIGKILL');
process.exitCode = code ?? 1;

/** Sets an offset, so that all processes agree whenever they start. Timers and waiting use the true clock. */
function fakeClock(at: number): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: library,
    FAKETIME: `${((at - Date.now()) / 1000).toFixed(0)}s`.replace(/^(?!-)/, '+'),
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    // Otherwise Chromium waits for minutes instead of moments.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
}

/** The kernel ends it when this process ends. */
function start(command: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  return child;
}

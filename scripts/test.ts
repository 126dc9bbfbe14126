import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../test/counterparts/postgres.ts';
import { startSimpleSamlServer } from '../test/counterparts/simplesamlphp.ts';
import { checks, runCheck } from './checks.ts';
import { ensureDebianPackages } from './debian-packages.ts';
import { runProgram } from './run-program.ts';
import { type Leg, parseTestArguments, type TestArguments } from './test-arguments.ts';
import type { TestEvent } from './test-events.ts';
import { findTestFiles, needsOf } from './test-needs.ts';
import { ResultCounter, type Results } from './test-results.ts';

const interruption = new AbortController();
const { signal } = interruption;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));

const parts: ({ name: string; seconds: number } & Results)[] = [];
const stops: (() => Promise<void>)[] = [];

try {
  await runEverything(parseTestArguments(process.argv.slice(2)));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!signal.aborted) console.error(message);
  parts.push({ name: 'test run', passed: 0, failures: [message.split('\n', 1)[0] ?? ''], seconds: 0 });
}
await Promise.allSettled(stops.map((stop) => stop()));
printSummary();

async function runEverything(wanted: TestArguments): Promise<void> {
  const legs = (['sqlite', 'postgres'] as const).filter((leg) => wanted.parts.has(leg));
  const files = legs.length === 0 ? [] : chooseFiles(wanted);
  const needs = files.map(needsOf);
  const programs = new Set(needs.flatMap((need) => [...need.programs]));
  if (wanted.parts.has('postgres')) programs.add('postgres');
  // One waits for the network, the other for a processor.
  const preparations = await Promise.allSettled([
    part('Debian packages', () => ensureDebianPackages(programs, signal)),
    wanted.parts.has('checks') && part('checks', () => runChecks(wanted.quick)),
  ]);
  for (const preparation of preparations) if (preparation.status === 'rejected') throw preparation.reason;
  if (legs.length === 0) return;
  if (programs.has('/usr/bin/chromium-headless-shell')) await part('console', () => build('console'));
  if (needs.some((need) => need.startsProcesses)) await part('server', () => build('server'));
  keepTemporaryFilesInMemory();
  const env = await part('counterparts', () => startCounterparts(programs));
  for (const leg of legs) {
    await part(`tests on ${leg}`, () => runLeg(leg, wanted, { ...env, TEST_DATABASE: leg }));
  }
  const isEmpty = parts.every(({ name, passed, failures }) => {
    return !name.startsWith('tests on') || passed + failures.length === 0;
  });
  if (isEmpty) throw new Error(`No test was found: ${wanted.vitestArguments.join(' ')}`);
}

function chooseFiles({ quick, vitestArguments }: TestArguments): string[] {
  const files = findTestFiles(vitestArguments);
  const startsNothing = (file: string) => !needsOf(file).startsProcesses && needsOf(file).programs.size === 0;
  return quick ? files.filter(startsNothing) : files;
}

/** Times one part. An exception ends the run, and counts once. */
async function part<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const started = performance.now();
  const result = await run();
  const { passed, failures } = isResults(result) ? result : { passed: 0, failures: [] };
  parts.push({ name, passed, failures, seconds: (performance.now() - started) / 1000 });
  return result;
}

function isResults(result: unknown): result is Results {
  return typeof result === 'object' && result !== null && 'passed' in result && 'failures' in result;
}

async function runChecks(quick: boolean): Promise<Results> {
  const results: Results = { passed: 0, failures: [] };
  for (const check of quick ? checks.filter((check) => check.quick) : checks) {
    signal.throwIfAborted();
    const { code } = await runCheck(check, signal);
    if (code === 0) results.passed += 1;
    else results.failures.push(`check of ${check.name}`);
  }
  return results;
}

/**
 * Builds what is delivered: the files that the server serves below `/console/`, and the server that tests start as a
 * process. Tests within one process run the sources.
 */
async function build(what: 'console' | 'server'): Promise<void> {
  const script = join('scripts', `build-${what}.mjs`);
  const { code, output } = await runProgram([process.execPath, script], { signal });
  if (code !== 0) throw new Error(output);
}

/**
 * No test cuts the power, and a killed process loses nothing that it wrote: databases in memory keep every
 * tested guarantee, and no test waits for a disk.
 */
function keepTemporaryFilesInMemory(): void {
  const memory = '/dev/shm';
  const neededBytes = 2 * 1024 ** 3;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= neededBytes) process.env['TMPDIR'] = memory;
  } catch {
    // This system has none: the tests are slower.
  }
}

async function startCounterparts(programs: Set<string>): Promise<NodeJS.ProcessEnv> {
  const [postgres, simpleSaml] = await Promise.all([
    programs.has('postgres') ? startCounterpart(startPostgres()) : undefined,
    programs.has('php') ? startCounterpart(startSimpleSamlServer()) : undefined,
  ]);
  return {
    ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
    ...(simpleSaml && { TEST_SIMPLESAML: JSON.stringify(simpleSaml.instance) }),
  };
}

async function startCounterpart<C extends { stop(): Promise<void> }>(starting: Promise<C>): Promise<C> {
  const counterpart = await starting;
  stops.push(() => counterpart.stop());
  return counterpart;
}

async function runLeg(leg: Leg, wanted: TestArguments, env: NodeJS.ProcessEnv): Promise<Results> {
  console.log(`\nTests on ${leg}`);
  const { hasNameFilter, vitestArguments } = wanted;
  const counter = new ResultCounter({ isFiltered: vitestArguments.length > 0, hasNameFilter });
  const command = [
    process.execPath,
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--allowOnly=false',
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${join(import.meta.dirname, 'test-events.ts')}`,
    ...vitestArguments,
    ...(wanted.quick ? chooseFiles(wanted) : []),
  ];
  const { code } = await runProgram(command, {
    env: { ...withoutOwnVariables(process.env), ...env },
    signal,
    show: true,
    onEvent: (line) => counter.add(JSON.parse(line) as TestEvent),
    onSilence: () => {
      console.log(`\nNo test has finished for five minutes; running: ${counter.running.join(', ')}`);
      console.log(`Failed until then: ${counter.results.failures.join('\n') || 'none'}`);
    },
  });
  return counter.finish(code);
}

/** The tests choose their own configuration: variables of the developer's shell must not affect them. */
function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOwn = (name: string): boolean => /^(LATCHKEY_.*|DATABASE_URL|HOST|PORT)$/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwn(name)));
}

function printSummary(): void {
  console.log('');
  for (const { name, passed, failures, seconds } of parts) {
    const count = passed + failures.length;
    const outcome = count > 0 ? `${passed} passed, ${failures.length} failed` : 'done';
    console.log(`${name}: ${outcome} (${seconds.toFixed(1)} s)`);
  }
  for (const { name, failures } of parts) {
    for (const failure of failures) console.log(`FAILED ${name}: ${failure}`);
  }
  const failed = parts.reduce((total, { failures }) => total + failures.length, 0);
  const passed = parts.reduce((total, part) => total + part.passed, 0);
  if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = signal.aborted ? 130 : failed > 0 ? 1 : 0;
}

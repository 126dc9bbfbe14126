import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '../test/counterparts/postgres.ts';
import { startSimpleSamlServer } from '../test/counterparts/simplesamlphp.ts';
import { checks, runCheck } from './checks.ts';
import { ensureDebianPackages } from './debian-packages.ts';
import { runProgram } from './run-program.ts';
import { parseTestArguments, type TestArguments } from './test-arguments.ts';
import { countResults } from './vitest-results.ts';

type Leg = 'sqlite' | 'postgres';

/** Two legs of this, and the installation before them, stay below twenty minutes. */
const legLimitSeconds = 570;

const interruption = new AbortController();
const { signal } = interruption;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));

const parts: { name: string; passed: number; failed: number; seconds: number }[] = [];
const stops: (() => Promise<void>)[] = [];

try {
  await runEverything(parseTestArguments(process.argv.slice(2)));
} catch (error) {
  parts.push({ name: 'test run', passed: 0, failed: 1, seconds: 0 });
  if (!signal.aborted) console.error(error instanceof Error ? error.message : error);
}
await Promise.allSettled(stops.map((stop) => stop()));
printSummary();

async function runEverything({
  parts: wanted,
  vitestArguments,
  hasNameFilter,
}: TestArguments): Promise<void> {
  const legs = (['sqlite', 'postgres'] as const).filter((leg) => wanted.has(leg));
  if (legs.length > 0) await part('Debian packages', async () => void (await ensureDebianPackages(signal)));
  if (wanted.has('checks')) await part('checks', runChecks);
  if (legs.length === 0) return;
  await part('console', buildConsole);
  const env = await part('counterparts', startCounterparts);
  for (const leg of legs) {
    await part(`tests on ${leg}`, () =>
      runLeg(leg, vitestArguments, hasNameFilter, { ...env, TEST_DATABASE: leg }),
    );
  }
  const isEmpty = parts.every(
    ({ name, passed, failed }) => !name.startsWith('tests on') || passed + failed === 0,
  );
  if (isEmpty) throw new Error(`No test was found: ${vitestArguments.join(' ')}`);
}

interface Tally {
  passed: number;
  failed: number;
}

/** Times one part; what it throws ends the run, and counts once. */
async function part<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const result = await run();
  const { passed, failed } = isTally(result) ? result : { passed: 0, failed: 0 };
  parts.push({ name, passed, failed, seconds: seconds() });
  return result;
}

function isTally(result: unknown): result is Tally {
  return typeof result === 'object' && result !== null && 'passed' in result && 'failed' in result;
}

async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const check of checks) {
    signal.throwIfAborted();
    const { code } = await runCheck(check, signal);
    if (code === 0) tally.passed++;
    else tally.failed++;
  }
  return tally;
}

/** What the server answers below `/console/`: built by what `npm start` builds it with. */
async function buildConsole(): Promise<void> {
  const { code, output } = await runProgram([process.execPath, join('scripts', 'build-console.mjs')], {
    limitSeconds: 120,
    signal,
  });
  if (code !== 0) throw new Error(output);
}

async function startCounterparts(): Promise<NodeJS.ProcessEnv> {
  const starting = [startPostgres(), startSimpleSamlServer()] as const;
  for (const counterpart of starting) {
    counterpart.then(({ stop }) => stops.push(stop)).catch(() => {});
  }
  const postgres: PostgresServer = await starting[0];
  const simpleSaml = await starting[1];
  return { TEST_POSTGRES_URL: postgres.url, TEST_SIMPLESAML: JSON.stringify(simpleSaml.instance) };
}

async function runLeg(
  leg: Leg,
  vitestArguments: string[],
  hasNameFilter: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  const reportFile = join(folder, 'report.json');
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  console.log(`\nTests on ${leg}`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { code } = await runProgram(
    [
      process.execPath,
      vitest,
      'run',
      '--allowOnly=false',
      '--passWithNoTests',
      ...reporters,
      ...vitestArguments,
    ],
    {
      env: { ...withoutOwnVariables(process.env), ...env },
      limitSeconds: legLimitSeconds,
      signal,
      show: true,
    },
  );
  const counts = countResults(readIfPresent(reportFile), code, {
    isFiltered: vitestArguments.length > 0,
    hasNameFilter,
  });
  rmSync(folder, { recursive: true, force: true });
  for (const complaint of counts.complaints) console.log(`FAILED ${complaint}`);
  return counts;
}

/** The tests choose their own configuration: that of the developer's shell must not leak into them. */
function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOwn = (name: string): boolean => /^(LATCHKEY_.*|DATABASE_URL|HOST|PORT)$/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwn(name)));
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function printSummary(): void {
  console.log('');
  for (const { name, passed, failed, seconds } of parts) {
    const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : 'done';
    console.log(`${name}: ${counts} (${seconds.toFixed(1)} s)`);
  }
  const sum = (key: 'passed' | 'failed'): number => parts.reduce((total, part) => total + part[key], 0);
  if (signal.aborted) console.log(`Interrupted by ${signal.reason}.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = signal.aborted ? 130 : sum('failed') > 0 ? 1 : 0;
}

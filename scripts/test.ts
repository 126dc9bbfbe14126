import { checks, runCheck } from './checks.ts';
import { ensureDebianPackages } from './debian-packages.ts';
import { type Leg, parseTestArguments, type TestArguments } from './test/arguments.ts';
import { expectedSecondsOf, measureYardstick, readBudget } from './test/budget.ts';
import { build } from './test/build.ts';
import { startCounterparts, stopCounterparts } from './test/counterparts.ts';
import { findTestFiles, needsOf } from './test/needs.ts';
import { Parts } from './test/parts.ts';
import { watchProcesses } from './test/processes.ts';
import { Profile } from './test/profile.ts';
import { chooseQuickFiles } from './test/quick.ts';
import { ResultCounter, type Results } from './test/results.ts';
import { runVitest } from './test/run-vitest.ts';
import { mayStatementsHaveChanged, StatementGuard } from './test/statements.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

const interruption = new AbortController();
const { signal } = interruption;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));

const parts = new Parts();
const wanted = parseTestArguments(process.argv.slice(2));
/** A named file always runs as a whole, and so does everything when a statement may have changed. */
const isWholeOnPostgres = wanted.wholeOnPostgres || !wanted.isWhole || mayStatementsHaveChanged();
const fileSeconds: Record<string, number> = {};
// Before anything else occupies the processors.
if (wanted.isWhole) measureYardstick();

try {
  await runEverything();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!signal.aborted) console.error(message);
  parts.addFailure(message);
}
await stopCounterparts();
printSummary();

async function runEverything(): Promise<void> {
  const legs = (['sqlite', 'postgres'] as const).filter((leg) => wanted.parts.has(leg));
  const files = legs.length === 0 ? [] : chooseFiles(wanted);
  const needs = files.map(needsOf);
  const programs = new Set(needs.flatMap((need) => [...need.programs]));
  if (wanted.parts.has('postgres')) programs.add('postgres');
  // One waits for the network, the other for a processor.
  const preparations = await Promise.allSettled([
    ensureDebianPackages(programs, signal),
    wanted.parts.has('checks') && part('checks', () => runChecks(wanted.quick)),
  ]);
  for (const preparation of preparations) if (preparation.status === 'rejected') throw preparation.reason;
  if (legs.length === 0) return;
  if (programs.has('/usr/bin/chromium-headless-shell')) await part('console', () => build('console', signal));
  if (needs.some((need) => need.startsProcesses)) await part('server', () => build('server', signal));
  keepTemporaryFilesInMemory();
  const env = await part('counterparts', () => startCounterparts(programs));
  for (const leg of legs) {
    await part(`tests on ${leg}`, () => runLeg(leg, env));
  }
  if (parts.haveNoTest) throw new Error(`No test was found: ${wanted.vitestArguments.join(' ')}`);
}

function chooseFiles({ quick, vitestArguments }: TestArguments): string[] {
  const files = findTestFiles(vitestArguments);
  return quick ? chooseQuickFiles(files, expectedSecondsOf) : files;
}

function part<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  return parts.run(name, work);
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

async function runLeg(leg: Leg, env: NodeJS.ProcessEnv): Promise<Results> {
  console.log(`\nTests on ${leg}`);
  const { hasNameFilter, vitestArguments } = wanted;
  const counter = new ResultCounter({ isFiltered: vitestArguments.length > 0, hasNameFilter });
  const profile = new Profile();
  const guard = new StatementGuard();
  const programs = wanted.profiles ? watchProcesses() : undefined;
  const results = await runVitest({
    leg,
    args: [...vitestArguments, ...(wanted.quick ? chooseFiles(wanted) : [])],
    env: {
      ...env,
      ...(wanted.profiles && { TEST_PROFILE: '1' }),
      ...(leg === 'postgres' && isWholeOnPostgres && { TEST_WHOLE: '1' }),
    },
    counter,
    onEvent(event) {
      profile.add(event);
      guard.add(event);
      if (event.type === 'fileEnded' && event.cost) fileSeconds[event.file] ??= event.cost.seconds;
    },
    signal,
  });
  if (programs) console.log(profile.report(programs()));
  // A part of the files can be the only ones to send a statement.
  if (vitestArguments.length === 0) results.failures.push(...guard.failures());
  return results;
}

function printSummary(): void {
  const lines = parts.summary(wanted.isWhole ? readBudget() : undefined);
  if (wanted.writesBudget && parts.failed === 0) parts.writeBudget(fileSeconds);
  if (signal.aborted) lines.push(`Interrupted by ${signal.reason}.`);
  console.log(['', ...lines, `${parts.passed} passed, ${parts.failed} failed`].join('\n'));
  process.exitCode = signal.aborted ? 130 : parts.failed > 0 ? 1 : 0;
}

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureDebianPackages } from './debian-packages.ts';
import { build } from './test/build.ts';
import { concernedTests, countDistantTests } from './test/changed.ts';
import { checksOf, runChecksQuietly } from './test/changed-checks.ts';
import { readChange } from './test/changed-files.ts';
import { describeChoice, describeRest } from './test/changed-report.ts';
import type { Concerned, Subjects } from './test/concerned.ts';
import { startCounterparts, stopCounterparts } from './test/counterparts.ts';
import { needsOf } from './test/needs.ts';
import { Parts } from './test/parts.ts';
import { ResultCounter, type Results } from './test/results.ts';
import { runVitest } from './test/run-vitest.ts';
import { readSourceTree } from './test/source-tree.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';
import { expectedSeconds, expectedTimeOf, fitIntoLimit, workers } from './test/time-limit.ts';

const interruption = new AbortController();
const { signal } = interruption;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));

const parts = new Parts();
let rest: string[] = [];

try {
  rest = await runWhatChanged();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (!signal.aborted) console.error(message);
  parts.addFailure(message);
}
await stopCounterparts();
if (signal.aborted) rest.push(`Interrupted by ${signal.reason}.`);
const results = `${parts.passed} passed, ${parts.failed} failed`;
console.log(['', ...rest, ...parts.summary(undefined), results].join('\n'));
process.exitCode = signal.aborted ? 130 : parts.failed > 0 ? 1 : 0;

/** Returns the lines about the tests that did not run. */
async function runWhatChanged(): Promise<string[]> {
  const { values } = parseArgs({
    options: {
      /** Compare with this commit instead of the one where the branch left the main branch. */
      since: { type: 'string' },
      /** The time that the chosen tests may take. The rest of the run takes as long again. */
      seconds: { type: 'string', default: '8' },
    },
  });
  const limitSeconds = Number(values.seconds);
  if (!(limitSeconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}".`);
  const change = readChange(values.since);
  const { files } = change;
  if (files.length === 0) {
    const option = 'npm run test:changed -- --since <commit> compares with another commit.';
    return [`Nothing has changed since ${change.since.slice(0, 10)}. ${option}`];
  }
  const tree = readSourceTree(files.filter((path) => !existsSync(path)));
  const concerned = concernedTests(files, tree).filter(({ file }) => existsSync(file));
  const fitted = fitIntoLimit(concerned, limitSeconds, expectedTimeOf);
  const { chosen, leftOut } = fitted;
  console.log(describeChoice(change, fitted, expectedSeconds(chosen, expectedTimeOf)).join('\n'));
  // At the same time, because the tests wait for timers and browsers.
  const checking = runChecksQuietly(checksOf(files, tree), signal);
  await parts.run('types, style and tests', async () => {
    const [tests] = await Promise.allSettled([runTests(chosen), checking]);
    const checks = await checking;
    console.log(`\n${checks.output}`);
    if (tests.status === 'rejected') throw tests.reason;
    const { passed, failures } = tests.value;
    return { passed: checks.passed + passed, failures: [...checks.failures, ...failures] };
  });
  const whole = expectedSeconds([...chosen, ...leftOut], expectedTimeOf);
  return describeRest(fitted, whole, countDistantTests(files, concerned, tree));
}

async function runTests(chosen: Concerned[]): Promise<Results> {
  const results: Results = { passed: 0, failures: [] };
  if (chosen.length === 0) return results;
  const needs = chosen.map(({ file }) => needsOf(file));
  const programs = new Set(needs.flatMap((need) => [...need.programs]));
  await ensureDebianPackages(programs, signal);
  if (programs.has('/usr/bin/chromium-headless-shell')) await build('console', signal);
  // The server is not built: the few tests that start it as a process start its sources, which is faster than a build.
  keepTemporaryFilesInMemory();
  const env = await startCounterparts(programs);
  return runVitest({
    leg: 'sqlite',
    args: [`--maxWorkers=${workers}`, ...chosen.map(({ file }) => file)],
    env: { ...env, TEST_GROUPS: namesOf('groups', chosen), TEST_SCREENS: namesOf('screens', chosen) },
    counter: new ResultCounter(),
    signal,
  });
}

/** Returns the subjects to which the tests that go through all of them are restricted. */
function namesOf(kind: Subjects['kind'], chosen: Concerned[]): string | undefined {
  const names = chosen.flatMap(({ only }) => (only?.kind === kind ? only.names : []));
  return names.length > 0 ? [...new Set(names)].join(',') : undefined;
}

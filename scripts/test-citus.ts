// `npm run test:citus -- [paths] [options of vitest]`: runs the tests of the PostgreSQL leg on a coordinator and two
// workers of Citus. Each test database is a distributed copy of the migrated one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExpected, leftFiles } from '../test/citus/exceptions.ts';
import { explainStatements } from '../test/citus/explain-statements.ts';
import { findCitus } from '../test/citus/installed.ts';
import { type CitusNodes, startCitus } from '../test/citus/nodes.ts';
import { makeMigratedDatabase } from '../test/migrated-database.ts';
import { ensureDebianPackages } from './debian-packages.ts';
import { parseTestArguments } from './test/arguments.ts';
import { build } from './test/build.ts';
import { startCounterparts, stopCounterparts } from './test/counterparts.ts';
import { findTestFiles, needsOf } from './test/needs.ts';
import { ResultCounter } from './test/results.ts';
import { runVitest } from './test/run-vitest.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

const interruption = new AbortController();
const { signal } = interruption;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort(name));

const { vitestArguments, hasNameFilter } = parseTestArguments(process.argv.slice(2));
let nodes: CitusNodes | undefined;
const failures: string[] = [];
try {
  findCitus();
  failures.push(...(await run()));
} catch (error) {
  failures.push(signal.aborted ? `interrupted by ${signal.reason}` : String(error));
}
await stopCounterparts();
await nodes?.stop();
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);

async function run(): Promise<string[]> {
  const needs = findTestFiles(vitestArguments).map(needsOf);
  const programs = new Set(needs.flatMap((need) => [...need.programs]));
  await ensureDebianPackages([...programs, 'postgres'], signal);
  if (programs.has('/usr/bin/chromium-headless-shell')) await build('console', signal);
  if (needs.some((need) => need.startsProcesses)) await build('server', signal);
  keepTemporaryFilesInMemory();
  const counterparts = await startCounterparts(programs);
  nodes = await startCitus();
  process.env['TEST_POSTGRES_URL'] = nodes.coordinator;
  process.env['TEST_CITUS_WORKERS'] = nodes.workers.join(' ');
  await makeMigratedDatabase('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-statements-'));
  process.env['TEST_CITUS_STATEMENTS'] = folder;
  const counter = new ResultCounter({ isFiltered: vitestArguments.length > 0, hasNameFilter });
  const left = leftFiles.filter((file) => !vitestArguments.includes(file));
  const results = await runVitest({
    leg: 'postgres',
    args: [...vitestArguments, ...left.map((file) => `--exclude=${file}`)],
    env: { ...counterparts, TEST_WHOLE: '1' },
    counter,
    signal,
  });
  const { counts, failures } = await explainStatements(folder);
  rmSync(folder, { recursive: true });
  const unexpected = results.failures.filter((failure) => !isExpected(failure));
  const expected = results.failures.length - unexpected.length;
  console.log(`${results.passed} passed, ${unexpected.length} failed, ${expected} failed as listed`);
  console.log(
    `Statements: ${counts.one} on one node, ${counts.local} on the coordinator alone, ${counts.all} on all nodes, ` +
      `${counts.coordinator} through the coordinator, ${counts.unknown} on tables of tests`,
  );
  return [...unexpected, ...failures];
}

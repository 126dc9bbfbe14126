/** `npm run bench`: measures the server's throughput beside the machine's limit. See `bench/README.md`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/counterparts/postgres.ts';
import { measureAudit } from './audit/audit.ts';
import { measureConsole } from './console/console.ts';
import { measureFairness } from './fairness/fairness.ts';
import { measureImports } from './imports/imports.ts';
import { measureLarge } from './large/large.ts';
import { measureLimits } from './limits.ts';
import { chooseCores, describeMachine, loadAverage, moveTo } from './machine.ts';
import { measureOperations } from './operations/measure-operations.ts';
import { type Options, type OtherPart, otherParts, readOptions } from './options.ts';
import { measureOverload } from './overload.ts';
import { type Section, sectionText, writeResults } from './report.ts';
import { measureRevocation } from './revocation.ts';
import { measureHostile } from './saml/hostile.ts';
import { measureVerification } from './saml/verification.ts';
import { createSetting, type Setting } from './stage.ts';
import { measureStart } from './start.ts';

/** Parts that hardly use the database are measured on the first engine. */
const measurements: Record<OtherPart, (settings: Setting[]) => Promise<Section[]>> = {
  start: measureStart,
  revocation: measureRevocation,
  limits: measureLimits,
  overload: ([setting]) => measureOverload(setting!),
  fairness: ([setting]) => measureFairness(setting!),
  console: ([setting]) => measureConsole(setting!),
  saml: ([setting]) => measureVerification(setting!),
  hostile: ([setting]) => measureHostile(setting!),
  imports: (settings) => inTurn(settings, measureImports),
  audit: (settings) => inTurn(settings, measureAudit),
  large: (settings) => inTurn(settings, measureLarge),
};

const options = readOptions(process.argv.slice(2));
if ('usage' in options) {
  console.log(options.usage);
  process.exit(2);
}
process.chdir(new URL('..', import.meta.url).pathname);
const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
try {
  await run(options);
} finally {
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function run(options: Options): Promise<void> {
  const startedAt = Date.now();
  const loadBefore = loadAverage();
  const cores = chooseCores();
  moveTo(cores.database);
  const isThere = Boolean(process.env['TEST_POSTGRES_URL']);
  const postgres = options.engines.includes('postgres') && !isThere ? await startPostgres() : undefined;
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  moveTo(cores.load);
  execFileSync(process.execPath, ['scripts/build-server.mjs']);

  const settings = options.engines.map((engine) => createSetting(engine, options, cores, folder));
  const others = otherParts.filter((part) => options.parts.has(part));
  const sections = options.parts.size > others.length ? await inTurn(settings, measureOperations) : [];
  for (const part of others) sections.push(...(await measurements[part](settings)));

  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const circumstances =
    `Measured ${new Date(startedAt).toISOString().slice(0, 16)} in a run of ${minutes} minutes on ${cpus()[0]?.model.trim()}; ` +
    `load average ${loadBefore} before, ${loadAverage()} at the end.`;
  for (const { parts } of sections) parts.unshift(circumstances);
  console.log(`\n${sections.map(sectionText).join('\n\n')}`);
  const complete = sections.filter(({ isComplete }) => isComplete && !options.quick);
  if (complete.length > 0) writeResults('bench/results.md', describeMachine(folder, cores), complete);
  if (!options.keep) await postgres?.stop();
}

async function inTurn(settings: Setting[], measure: (one: Setting) => Promise<Section>): Promise<Section[]> {
  const sections: Section[] = [];
  for (const setting of settings) sections.push(await measure(setting));
  return sections;
}

/** `npm run bench`: measures the server's throughput beside the machine's limit. See `bench/README.md`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import { startPostgres } from '../test/counterparts/postgres.ts';
import { type ConsoleResult, measureConsole } from './console/console.ts';
import { chooseCores, moveTo } from './cores.ts';
import { type HostileResult, measureHostile } from './hostile.ts';
import { type LargeResult, measureLarge } from './large/large.ts';
import { describeMachine, loadAverage } from './machine.ts';
import { measureOperations } from './measurement.ts';
import { notes } from './notes.ts';
import { operations } from './operations.ts';
import { type Options, type Part, readOptions } from './options.ts';
import { measureOutbox, type OutboxResult } from './outbox.ts';
import { measurePage, type PageResult } from './pages.ts';
import { profileOperations } from './profile.ts';
import { type EngineResults, report, reportHead } from './report.ts';
import { sectionText, writeResults } from './results-file.ts';
import { measureSaml } from './saml.ts';
import { measureSaturation, type SaturationResult } from './saturation.ts';
import { prepareStage } from './stage.ts';
import { measureStart } from './start.ts';

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

  const idp = await createCertifiedKey('idp.bench.example', startedAt);
  const chosen = operations.filter(({ name }) => options.parts.has(name));
  const measures = (part: Part) => options.parts.has(part) && !options.profile;
  const engines: EngineResults[] = [];
  const large: LargeResult[] = [];
  const outbox: OutboxResult[] = [];
  let hostile: HostileResult[] = [];
  let saturation: SaturationResult[] = [];
  let page: PageResult | undefined;
  let consoleResult: ConsoleResult | undefined;
  for (const engine of options.engines) {
    if (measures('large')) large.push(await measureLarge(engine, options, { cores: cores.all, folder }));
    if (measures('outbox')) {
      outbox.push(...(await measureOutbox(engine, { folder, cores: cores.all, quick: options.quick })));
    }
    // Parts that hardly use the database are measured on one engine.
    const measuresOnce = (part: Part) => engine === options.engines[0] && measures(part);
    if (measuresOnce('console')) {
      consoleResult = await measureConsole(engine, options, { cores: cores.all, folder });
    }
    const needsStage = measures('start') || (['hostile', 'saturation', 'pages'] as const).some(measuresOnce);
    if (chosen.length === 0 && !needsStage) continue;
    const setting = {
      folder,
      sizes: sizesFor(options),
      cores: cores.all,
      idpCertificate: idp.certificatePem,
    };
    const stage = await prepareStage(engine, setting);
    if (options.profile) {
      await profileOperations(stage, chosen, options, { cores: cores.all, folder });
      continue;
    }
    const start = measures('start') ? await measureStart(stage, cores.all) : undefined;
    const results = await measureOperations(stage, chosen, options, { cores: cores.server, folder });
    engines.push({ engine, start, results });
    if (measuresOnce('saturation')) saturation = await measureSaturation(stage, cores);
    if (measuresOnce('pages')) page = await measurePage(stage, cores.all);
    if (measuresOnce('hostile')) hostile = await measureHostile(stage, cores, idp);
  }
  const saml = measures('saml') ? await measureSaml(options, cores) : undefined;
  if (options.profile) return;
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const circumstances =
    `Measured ${new Date(startedAt).toISOString().slice(0, 16)} in a run of ${minutes} minutes; ` +
    `load average ${loadBefore} before, ${loadAverage()} at the end.`;
  const sections = report({
    ...{ options, engines, hostile, saturation, outbox, page, consoleResult, saml, large, circumstances },
  });
  console.log(`\n${sections.map(sectionText).join('\n\n')}`);
  const kept = sections.filter((section) => section.isComplete);
  const head = reportHead(describeMachine(folder));
  if (kept.length > 0) writeResults('bench/results.md', head, kept, notes(cores, options.searches));
  if (!options.keep) await postgres?.stop();
}

/** Provides enough single-use values for the fastest likely machine. */
function sizesFor({ fewUsers: users, runs, runSeconds, warmUpSeconds, connections }: Options) {
  const seconds = runs * runSeconds + 2 * warmUpSeconds;
  // Two operations need sessions of their own, and so do their baselines.
  const sessions = 4 * (runs + 2) * connections;
  return { users, codes: Math.ceil(seconds + 1) * 2_000, sessions };
}

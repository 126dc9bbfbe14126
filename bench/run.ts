/** `npm run bench`: what the server does in a second, beside what the machine allows. See `bench/results.md`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import { startPostgres } from '../test/counterparts/postgres.ts';
import { chooseCores, moveTo } from './cores.ts';
import { type HostileResult, measureHostile } from './hostile.ts';
import { describeMachine, loadAverage } from './machine.ts';
import { measureOperations } from './measurement.ts';
import { operations } from './operations.ts';
import { type Options, readOptions } from './options.ts';
import { profileOperations } from './profile.ts';
import { type EngineResults, report } from './report.ts';
import { measureSaml } from './saml.ts';
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
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function run(options: Options): Promise<void> {
  const startedAt = Date.now();
  const loadBefore = loadAverage();
  const cores = chooseCores();
  moveTo(cores.database);
  const postgres = options.engines.includes('postgres') ? await startPostgres() : undefined;
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  moveTo(cores.load);

  const idp = await createCertifiedKey('idp.bench.example', startedAt);
  const chosen = operations.filter(({ name }) => options.parts.has(name));
  const engines: EngineResults[] = [];
  let hostile: HostileResult[] = [];
  for (const engine of options.engines) {
    const setting = {
      folder,
      sizes: sizesFor(options),
      cores: cores.all,
      idpCertificate: idp.certificatePem,
    };
    const stage = await prepareStage(engine, setting);
    const start =
      options.parts.has('start') && !options.profile ? await measureStart(stage, cores.all) : undefined;
    const at = { cores: cores.server, folder };
    if (options.profile) await profileOperations(stage, chosen, options, { cores: cores.all, folder });
    else engines.push({ engine, start, results: await measureOperations(stage, chosen, options, at) });
    if (engine === options.engines[0] && options.parts.has('hostile') && !options.profile) {
      hostile = await measureHostile(stage, cores, idp);
    }
  }
  const saml = options.parts.has('saml') && !options.profile ? await measureSaml(options, cores) : undefined;
  if (options.profile) return;
  const machine = describeMachine(folder);
  machine.push(['Load average', `${loadBefore} before, ${loadAverage()} at the end`]);
  const text = report({ machine, cores, options, engines, hostile, saml, startedAt, endedAt: Date.now() });
  console.log(`\n${text}`);
  if (options.complete) writeFileSync('bench/results.md', text);
  await postgres?.stop();
}

/** Enough of what can be used once, for the fastest machine that is likely. */
function sizesFor({ users, runs, runSeconds, warmUpSeconds, connections }: Options) {
  const seconds = runs * runSeconds + 2 * warmUpSeconds;
  return { users, codes: seconds * 2_000, sessions: (runs + 2) * connections };
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openDatabase } from '../../server/storage/engine.ts';
import { createDatabase } from '../../test/counterparts/postgres.ts';
import { describeMachine, loadAverage } from '../machine.ts';
import { projectId } from '../settings.ts';
import { databaseFile, type Place, serve } from '../stage.ts';
import { cases, deepPages } from './cases.ts';
import { type Measurement, measure, search } from './measure.ts';
import { sizes } from './people.ts';
import { seed } from './seed.ts';

/**
 * Measures user search at a million users: `node bench/search/run.ts [--engine sqlite|postgres] [--users n]
 * [--requests n] [--only text]`, and with `--sqlite-place` (a folder) and `--postgres-place` (a URL) on databases that
 * an earlier run kept (`--keep`). A run of all searches on both engines writes `bench/search/results.md`.
 */
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    users: { type: 'string', default: String(sizes.users) },
    requests: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    'sqlite-place': { type: 'string' },
    'postgres-place': { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const users = Number(options.users);
const requests = Number(options.requests);
const resultsFile = new URL('results.md', import.meta.url);
const cores = '0-1';

interface Result {
  engine: string;
  seedSeconds?: number | undefined;
  bytes: number;
  load: string;
  measurements: Measurement[];
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-search-'));
const results: Result[] = [];
for (const engine of options.engine ? [options.engine] : ['sqlite', 'postgres']) {
  results.push(await measureEngine(engine));
}
if (!options.only && !options.engine && users === sizes.users) writeFileSync(resultsFile, report(results));
if (!options.keep) rmSync(folder, { recursive: true, force: true });

async function measureEngine(engine: string): Promise<Result> {
  const old = engine === 'sqlite' ? options['sqlite-place'] : options['postgres-place'];
  const { place, seedSeconds } = old ? { place: oldPlace(engine, old) } : await newPlace(engine);
  if (!place.url) readOnce(databaseFile(place));
  const server = await serve(place, cores);
  const load = loadAverage();
  const measurements: Measurement[] = [];
  const add = (measurement: Measurement) => {
    measurements.push(measurement);
    const { name, p50, p99, total } = measurement;
    console.log(`${engine} ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${total} found`);
  };
  for (const { name, body } of cases.filter((one) => one.name.includes(options.only))) {
    add(await measure(server.baseUrl, name, body, requests));
  }
  for (const { name, page, body } of deepPages.filter((one) => one.name.includes(options.only))) {
    add(await measure(server.baseUrl, `${name}, by number`, () => ({ ...body, page }), requests));
    const { nextCursor: cursor } = await search(server.baseUrl, { ...body, page: page - 1 });
    add(await measure(server.baseUrl, `${name}, by cursor`, () => ({ ...body, cursor }), requests));
  }
  await server.stop();
  return { engine, seedSeconds, bytes: await sizeOf(place), load, measurements };
}

function oldPlace(engine: string, place: string): Place {
  return engine === 'sqlite' ? { dataDir: place } : { dataDir: folder, url: place };
}

/** Puts the file into the page cache of the kernel, where the other engine's has been since it was written. */
function readOnce(file: string): void {
  execFileSync('cat', [file], { stdio: 'ignore' });
}

/** The server makes tables and project, the seed everybody else. */
async function newPlace(engine: string): Promise<{ place: Place; seedSeconds: number }> {
  const dataDir = join(folder, engine);
  mkdirSync(dataDir, { recursive: true });
  const place: Place = engine === 'sqlite' ? { dataDir } : { dataDir, url: (await createDatabase()).url };
  await (await serve(place, cores)).stop();
  const startedAt = performance.now();
  await seed(place.url ? { url: place.url } : { file: databaseFile(place) }, {
    projectId,
    users,
    report: (done) => done % 100_000 === 0 && console.log(`${engine}: ${done} users`),
  });
  return { place, seedSeconds: (performance.now() - startedAt) / 1_000 };
}

async function sizeOf(place: Place): Promise<number> {
  if (!place.url) return statSync(databaseFile(place)).size;
  const database = await openDatabase({ kind: 'postgres', url: place.url });
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    database.db,
  );
  await database.close();
  return rows[0]?.size ?? 0;
}

function report(results: Result[]): string {
  const names = results[0]!.measurements.map((measurement) => measurement.name);
  const of = (result: Result, name: string) => result.measurements.find((one) => one.name === name)!;
  const notes = readFileSync(new URL('notes.md', import.meta.url), 'utf8');
  const lines = [
    '# User search at a million users',
    '',
    `Measured ${new Date().toISOString().slice(0, 10)} by \`node bench/search/run.ts\` (${requests} requests each, one after the other, over HTTP).`,
    '',
    '| | |',
    '|---|---|',
    ...describeMachine(folder).map(([label, value]) => `| ${label} | ${value} |`),
    ...results.map(
      ({ engine, load, bytes, seedSeconds }) =>
        `| ${engine} | ${(bytes / 2 ** 30).toFixed(1)} GiB` +
        (seedSeconds ? `, ${Math.round(users / seedSeconds)} users/s when seeded` : '') +
        `, load average ${load} |`,
    ),
    '',
    notes.trim(),
    '',
    `| search | found | ${results.map(({ engine }) => `${engine} p50 ms | p99 ms | rows/s`).join(' | ')} |`,
    `|---|--:|${results.map(() => '--:|--:|--:|').join('')}`,
    ...names.map(
      (name) =>
        `| ${name} | ${of(results[0]!, name).total} | ` +
        results
          .map((result) => of(result, name))
          .map(
            ({ p50, p99, rowsPerSecond }) =>
              `${p50.toFixed(1)} | ${p99.toFixed(1)} | ${Math.round(rowsPerSecond)}`,
          )
          .join(' | ') +
        ' |',
    ),
  ];
  return `${lines.join('\n')}\n`;
}

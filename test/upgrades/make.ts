/** `npm run upgrades:make -- RELEASE [CHECKOUT]` (docs/releases.md). Writes the dumps of a release. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dumpPostgres, dumpSqlite } from './dump.ts';
import { fill } from './fill.ts';
import { key, newPlace, startRelease } from './place.ts';

const [release, checkout = '.'] = process.argv.slice(2);
if (!release) throw new Error('name the release: npm run upgrades:make -- 0.1.0 [CHECKOUT]');
const folder = join(import.meta.dirname, release);
mkdirSync(folder, { recursive: true });

for (const engine of ['sqlite', 'postgres'] as const) {
  const place = await newPlace(engine);
  const server = await startRelease(place, checkout);
  const known = await fill(server.start.baseUrl, key);
  server.kill('SIGTERM');
  await server.exited;
  const { database, dataDir } = place;
  const dump = database ? dumpPostgres(database.url) : dumpSqlite(join(dataDir, 'latchkey.db'));
  writeFileSync(join(folder, `${engine}.sql.gz`), dump);
  writeFileSync(join(folder, `${engine}.json.gz`), gzipSync(JSON.stringify(known), { level: 9 }));
  await database?.drop();
  process.stdout.write(`${release} ${engine}: ${dump.length} bytes\n`);
}
process.exit();

/** `npm run upgrades:make -- RELEASE [CHECKOUT]` (docs/releases.md). Writes the dumps of a release. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createDatabase } from '../counterparts/postgres.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import { startServer } from '../latchkey-process.ts';
import { dumpPostgres, dumpSqlite } from './dump.ts';
import { fill } from './fill.ts';

const [release, checkout = '.'] = process.argv.slice(2);
if (!release) throw new Error('name the release: npm run upgrades:make -- 0.1.0 [CHECKOUT]');
const folder = join(import.meta.dirname, release);
mkdirSync(folder, { recursive: true });

const key = {
  projectId: `P${'upgrades'.padEnd(27, '0')}`,
  managementKey: 'k'.repeat(43),
  secretKey: Buffer.alloc(32, 7).toString('base64'),
};

for (const engine of ['sqlite', 'postgres'] as const) {
  const dataDir = temporaryFolder('upgrades');
  const database = engine === 'postgres' ? await createDatabase() : undefined;
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', PORT: '0', LATCHKEY_MODE: 'development', LATCHKEY_LOG: 'json' },
    ...{ LATCHKEY_DATA_DIR: dataDir, LATCHKEY_SECRET_KEY: key.secretKey },
    ...{ LATCHKEY_PROJECT_ID: key.projectId, LATCHKEY_MANAGEMENT_KEY: key.managementKey },
    ...(database && { DATABASE_URL: database.url }),
  };
  // The sources, because a release of a time before the bundles has nothing else.
  const server = await startServer({ env }, {}, [join(resolve(checkout), 'server/main.ts'), 'serve']);
  const known = await fill(server.start.baseUrl, key);
  server.kill('SIGTERM');
  await server.exited;
  const dump = database ? dumpPostgres(database.url) : dumpSqlite(join(dataDir, 'latchkey.db'));
  writeFileSync(join(folder, `${engine}.sql.gz`), dump);
  writeFileSync(join(folder, `${engine}.json.gz`), gzipSync(JSON.stringify(known), { level: 9 }));
  await database?.drop();
  process.stdout.write(`${release} ${engine}: ${dump.length} bytes\n`);
}
process.exit();

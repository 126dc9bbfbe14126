import { join, resolve } from 'node:path';
import { createDatabase, type TestDatabase } from '../counterparts/postgres.ts';
import { temporaryFolder } from '../counterparts/program.ts';
import { type ServerProcess, startServer } from '../latchkey-process.ts';

export const key = {
  projectId: `P${'upgrades'.padEnd(27, '0')}`,
  managementKey: 'k'.repeat(43),
  secretKey: Buffer.alloc(32, 7).toString('base64'),
};

export interface EmptyPlace {
  dataDir: string;
  database: TestDatabase | undefined;
}

export async function newPlace(engine: 'sqlite' | 'postgres'): Promise<EmptyPlace> {
  const dataDir = temporaryFolder('upgrades');
  return { dataDir, database: engine === 'postgres' ? await createDatabase() : undefined };
}

/** Starts the server of a checkout from its sources: a release of a time before the bundles has nothing else. */
export function startRelease({ dataDir, database }: EmptyPlace, checkout: string): Promise<ServerProcess> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    LATCHKEY_MODE: 'development',
    LATCHKEY_LOG: 'json',
    LATCHKEY_DATA_DIR: dataDir,
    LATCHKEY_SECRET_KEY: key.secretKey,
    LATCHKEY_PROJECT_ID: key.projectId,
    LATCHKEY_MANAGEMENT_KEY: key.managementKey,
    ...(database && { DATABASE_URL: database.url }),
  };
  return startServer({ env }, {}, [join(resolve(checkout), 'server/main.ts'), 'serve']);
}

import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { type Database, type DatabaseHooks, type DatabaseOptions, openDatabase } from './engine.ts';

type Place = Pick<Config, 'mode' | 'dataDir' | 'databaseUrl' | 'databasePoolSize' | 'databasePrepares'>;

/** The tables whose rows belong to no project. */
const instanceTables = ['projects', 'leases', 'secretKeys'];

/** Returns the path of the embedded database. */
export function databaseFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'latchkey.db');
}

/** Opens the database that the environment names. Creates a missing embedded database, without tables. */
export function openConfiguredDatabase(
  config: Place,
  { onFatal, tracing }: DatabaseHooks & Pick<DatabaseOptions, 'tracing'> = {},
): Promise<Database> {
  const place = config.databaseUrl
    ? {
        kind: 'postgres' as const,
        url: config.databaseUrl,
        poolSize: config.databasePoolSize,
        prepares: config.databasePrepares,
      }
    : { kind: 'sqlite' as const, file: databaseFile(config) };
  const checkScope = config.mode === 'development';
  return openDatabase({ ...place, checkScope, instanceTables, tracing }, { onFatal });
}

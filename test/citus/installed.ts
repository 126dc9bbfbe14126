import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder of the programs of the PostgreSQL that has Citus. Throws with what to do when there is none. */
export function findCitus(pgConfig = process.env['CITUS_PG_CONFIG'] ?? 'pg_config'): string {
  const ask = (option: string): string => {
    try {
      return execFileSync(pgConfig, [option], { encoding: 'utf8' }).trim();
    } catch {
      throw new Error(`${pgConfig} cannot be run. ${remedy}`);
    }
  };
  const library = join(ask('--pkglibdir'), 'citus.so');
  if (!existsSync(library)) throw new Error(`Citus is not installed: ${library} does not exist. ${remedy}`);
  return ask('--bindir');
}

const remedy =
  'These tests need PostgreSQL with Citus. Install both as docs/testing-citus.md describes, and set CITUS_PG_CONFIG to the pg_config of that PostgreSQL.';

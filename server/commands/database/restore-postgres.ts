import { resolve } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { type Config, programEnvironment } from '../../core/config.ts';
import { createSealer, type Sealer } from '../../core/crypto.ts';
import { findSecretKeys, secretKeyFile } from '../../core/secret-key.ts';
import { sealedSigningKeys } from '../../domain/project/projects/keys/signing-keys.ts';
import { openConfiguredDatabase } from '../../storage/configured.ts';
import { refuseUnknown } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations.ts';
import { countOtherConnections } from '../../storage/other-processes.ts';
import { checkArchive, readArchivedTable, restoreArchive } from '../../storage/postgres-backup/archive.ts';
import { dumpPostgres } from '../../storage/postgres-backup/dump.ts';
import { inspectTarget, type PostgresTarget } from '../../storage/postgres-backup/inspect-target.ts';
import { hidePassword, requireVersion } from '../../storage/postgres-backup/tools.ts';
import { CommandFailure, type OutputOptions } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { reportRestored } from './report-restored.ts';

export type RestoreOptions = OutputOptions & { force?: boolean };

/** Restores in one transaction: the database has its previous content until the backup is complete. */
export async function restorePostgres(
  terminal: Terminal,
  config: Config,
  file: string,
  options: RestoreOptions,
): Promise<void> {
  const env = programEnvironment(terminal.env);
  const url = config.databaseUrl as string;
  const backup = resolve(file);
  const { version, tables, drops, isOnCitus } = await readTarget(config);
  if (tables.length > 0 && !options.force) {
    throw new CommandFailure('The database already has tables. With --force, they are kept in a backup');
  }
  if (tables.length > 0 && !tables.includes('kysely_migration')) {
    throw new CommandFailure(
      'The database has tables of another program. Create a separate database for Latchkey',
    );
  }
  for (const tool of ['pg_restore', 'psql', 'pg_dump'] as const) await requireVersion(tool, version, env);
  const pending = await checkBackup(config, backup, env);
  const replaced = tables.length > 0 ? `${backup}.${replacedSuffix()}` : undefined;
  if (replaced) await dumpPostgres(url, replaced, env);
  await restoreArchive(hidePassword(url, env), backup, drops);
  const { host, pathname } = new URL(url);
  reportRestored(
    terminal,
    { database: `${host}${pathname}`, replaced, pending, isLocal: isOnCitus },
    options,
  );
}

async function readTarget(config: Config): Promise<PostgresTarget & { isOnCitus: boolean }> {
  // One connection: any other one is a running instance.
  const database = await openConfiguredDatabase({ ...config, databasePoolSize: 1 });
  try {
    if ((await countOtherConnections(database.db)) > 0)
      throw new CommandFailure(
        'The database is in use by other Latchkey processes. Stop all instances first',
      );
    return { ...(await inspectTarget(database.db)), isOnCitus: database.isOnCitus };
  } finally {
    await database.close();
  }
}

/**
 * Throws unless this build can serve the backup with this secret key. Returns the migrations that the next start
 * will run.
 */
async function checkBackup(config: Config, file: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  await checkArchive(file, env);
  const sealer = await requireSealer(config);
  const applied = (await readArchivedTable(file, 'kysely_migration', env)).map(({ name }) => String(name));
  if (applied.length === 0) throw new CommandFailure(`${file} is not a backup of Latchkey`);
  const known = Object.keys(migrations);
  // Stricter than a start, which reads from the database what a newer version needs.
  refuseUnknown({ blocking: applied.filter((name) => !known.includes(name)) });
  const keys = await readArchivedTable(file, 'signingKeys', env);
  const newest = keys.sort((a, b) => Number(b['createdAt']) - Number(a['createdAt']))[0];
  if (newest && !opens(sealer, newest)) throw wrongKey(file);
  return known.filter((name) => !applied.includes(name));
}

function opens(sealer: Sealer, row: Record<string, string | null>): boolean {
  try {
    sealer.unseal(row['sealedPrivateKey'] as string, sealedSigningKeys.purposeOf(row as never));
    return true;
  } catch {
    return false;
  }
}

export async function requireSealer(config: Config): Promise<Sealer> {
  const keys = await findSecretKeys(config);
  if (keys) return createSealer(...keys);
  throw new CommandFailure(
    `There is no secret key. Set LATCHKEY_SECRET_KEY, or copy the key to ${secretKeyFile(config.dataDir)}`,
  );
}

export function wrongKey(file: string): CommandFailure {
  return new CommandFailure(`The secret key is not the one that sealed the secrets in ${file}. Use that key`);
}

export function replacedSuffix(): string {
  return `replaced-${new Date(systemClock()).toISOString().replaceAll(':', '')}`;
}

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigError, programEnvironment, readCommandConfig } from '../../core/config.ts';
import { secretKeyFile } from '../../core/secret-key.ts';
import { databaseFile, openConfiguredDatabase } from '../../storage/configured.ts';
import { checkArchive } from '../../storage/postgres-backup/archive.ts';
import { dumpPostgres } from '../../storage/postgres-backup/dump.ts';
import { inspectTarget } from '../../storage/postgres-backup/inspect-target.ts';
import { requireVersion } from '../../storage/postgres-backup/tools.ts';
import { backupSqlite, findDamage } from '../../storage/sqlite/backup.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export type BackupOptions = OutputOptions & { verify?: boolean };

export async function backup(
  terminal: Terminal,
  file: string,
  { json, verify }: BackupOptions,
): Promise<void> {
  const config = readCommandConfig(terminal.env);
  const target = resolve(file);
  if (!config.databaseUrl && !existsSync(databaseFile(config)))
    throw new ConfigError(`There is no database in ${config.dataDir}.`);
  if (existsSync(target))
    throw new CommandFailure(`${target} already exists. A backup does not overwrite files`);
  if (config.databaseUrl) await backupPostgres(terminal, config, target);
  else await backupSqlite(databaseFile(config), target);
  if (verify) await verifyBackup(terminal, config, target);
  const { size: bytes } = statSync(target);
  if (json) {
    printJson(terminal, { file: target, bytes, secretKey: placeOfKey(config) });
    return;
  }
  printLine(terminal, `${target} is complete (${bytes} bytes).`);
  printLine(
    terminal,
    `You need the secret key to restore it. Keep a copy of ${placeOfKey(config)} in a separate place.`,
  );
}

/** Reads the finished file to its end. Throws if it is damaged. */
async function verifyBackup(terminal: Terminal, config: Config, file: string): Promise<void> {
  if (config.databaseUrl) {
    await checkArchive(file, programEnvironment(terminal.env));
    return;
  }
  const [damage] = findDamage(file);
  if (damage !== undefined) throw new CommandFailure(`${file} is damaged: ${damage}`);
}

async function backupPostgres(terminal: Terminal, config: Config, target: string): Promise<void> {
  const env = programEnvironment(terminal.env);
  const database = await openConfiguredDatabase(config);
  try {
    const { tables, version } = await inspectTarget(database.db);
    if (!tables.includes('projects'))
      throw new ConfigError('The database in DATABASE_URL has no Latchkey tables.');
    await requireVersion('pg_dump', version, env);
  } finally {
    await database.close();
  }
  await dumpPostgres(config.databaseUrl as string, target, env);
}

export function placeOfKey(config: Config): string {
  const file = secretKeyFile(config.dataDir);
  return !config.secretKeys && existsSync(file) ? file : 'LATCHKEY_SECRET_KEY';
}

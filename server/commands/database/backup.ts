import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigError, readCommandConfig } from '../../core/config.ts';
import { secretKeyFile } from '../../core/secret-key.ts';
import { databaseFile } from '../../storage/configured.ts';
import { backupSqlite } from '../../storage/sqlite/backup.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export async function backup(terminal: Terminal, file: string, { json }: OutputOptions): Promise<void> {
  const config = readCommandConfig(terminal.env);
  const target = resolve(file);
  if (config.databaseUrl) {
    throw new CommandFailure(
      `PostgreSQL has its own tool: pg_dump --format=custom --file=${quote(file)} "$DATABASE_URL"`,
      2,
    );
  }
  const source = databaseFile(config);
  if (!existsSync(source)) throw new ConfigError(`There is no database in ${config.dataDir}.`);
  if (existsSync(target)) throw new CommandFailure(`${target} exists already: a backup overwrites nothing`);
  await backupSqlite(source, target);
  const { size: bytes } = statSync(target);
  if (json) {
    printJson(terminal, { file: target, bytes, secretKey: placeOfKey(config) });
    return;
  }
  printLine(terminal, `${target} is complete (${bytes} bytes).`);
  printLine(
    terminal,
    `It cannot be used without the secret key. Keep ${placeOfKey(config)}, too, in another place.`,
  );
}

export function placeOfKey(config: Config): string {
  const file = secretKeyFile(config.dataDir);
  return !config.secretKeys && existsSync(file) ? file : 'LATCHKEY_SECRET_KEY';
}

/** Quotes a text for a shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { type Config, readCommandConfig } from '../../core/config.ts';
import { createSealer } from '../../core/crypto.ts';
import { findSecretKeys, secretKeyFile } from '../../core/secret-key.ts';
import { canUnsealSigningKeys } from '../../domain/project/projects/keys/signing-keys.ts';
import { makeDataDir } from '../../instance.ts';
import { databaseFile } from '../../storage/configured.ts';
import { openDatabase } from '../../storage/engine.ts';
import { migrationStatus, refuseUnknown } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations.ts';
import { findDamage, moveDurably, setAside } from '../../storage/sqlite/backup.ts';
import { CommandFailure, type OutputOptions, printJson, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { quote } from './backup.ts';

export async function restore(
  terminal: Terminal,
  file: string,
  options: OutputOptions & { force?: boolean },
): Promise<void> {
  const config = readCommandConfig(terminal.env);
  if (config.databaseUrl) {
    throw new CommandFailure(
      `PostgreSQL has its own tool: pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" ${quote(file)}`,
      2,
    );
  }
  const target = databaseFile(config);
  if (existsSync(target) && !options.force) {
    throw new CommandFailure(`${target} already exists. With --force it is kept under another name`);
  }
  await makeDataDir(config);
  // Checks a copy on the target's file system: the backup stays unchanged, and the last step is one rename.
  const copy = `${target}.${randomBytes(4).toString('hex')}.restoring`;
  try {
    await copyFile(resolve(file), copy);
    await chmod(copy, 0o600);
    const pending = await checkCopy(config, file, copy);
    const keptAs = await makeRoom(target);
    await moveDurably(copy, target);
    report(terminal, { target, keptAs, pending }, options);
  } finally {
    for (const extension of ['', '-wal', '-shm']) rmSync(copy + extension, { force: true });
  }
}

/**
 * Throws unless this build can serve the copy with this secret key. Returns the migrations that the next start
 * will run.
 */
async function checkCopy(config: Config, file: string, copy: string): Promise<string[]> {
  const damage = findDamage(copy);
  if (damage.length > 0) throw new CommandFailure(`${file} is damaged: ${damage[0]}`);
  const keys = await findSecretKeys(config);
  if (!keys) {
    throw new CommandFailure(
      `There is no secret key. Set LATCHKEY_SECRET_KEY, or copy the key to ${secretKeyFile(config.dataDir)}`,
    );
  }
  const database = await openDatabase({ kind: 'sqlite', file: copy });
  try {
    const status = await migrationStatus(database.db, migrations);
    refuseUnknown(status);
    if (status.applied.length === 0) throw new CommandFailure(`${file} is not a Latchkey database`);
    if ((await canUnsealSigningKeys({ db: database.db, sealer: createSealer(...keys) })) === false) {
      throw new CommandFailure(
        `The secret key is not the one that sealed the secrets in ${file}. Use that key`,
      );
    }
    return status.pending;
  } finally {
    await database.close();
  }
}

async function makeRoom(target: string): Promise<string | undefined> {
  const isThere = existsSync(target);
  const suffix = `replaced-${new Date(systemClock()).toISOString().replaceAll(':', '')}`;
  const aside = await setAside(target, suffix);
  if (!aside) throw new CommandFailure(`${target} is in use. Stop the server first`);
  return isThere ? aside : undefined;
}

function report(
  terminal: Terminal,
  { target, keptAs, pending }: { target: string; keptAs: string | undefined; pending: string[] },
  { json }: OutputOptions,
): void {
  if (json) {
    printJson(terminal, { database: target, replaced: keptAs ?? null, pending });
    return;
  }
  printLine(terminal, `Restored ${target}.`);
  if (keptAs) printLine(terminal, `The previous database is kept as ${keptAs}.`);
  if (pending.length > 0) printLine(terminal, `The next start will migrate it: ${pending.join(', ')}.`);
}

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, readCommandConfig } from '../../core/config.ts';
import { canUnsealSigningKeys } from '../../domain/project/projects/keys/signing-keys.ts';
import { makeDataDir } from '../../instance.ts';
import { databaseFile } from '../../storage/configured.ts';
import { openDatabase } from '../../storage/engine.ts';
import { migrationStatus, refuseUnknown } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations.ts';
import { findDamage, moveDurably, setAside } from '../../storage/sqlite/backup.ts';
import { CommandFailure } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { reportRestored } from './report-restored.ts';
import { requireEngine } from './require-engine.ts';
import {
  type RestoreOptions,
  replacedSuffix,
  requireSealer,
  restorePostgres,
  wrongKey,
} from './restore-postgres.ts';

export async function restore(terminal: Terminal, file: string, options: RestoreOptions): Promise<void> {
  const config = readCommandConfig(terminal.env);
  await requireEngine(config.databaseUrl ? 'postgres' : 'sqlite', resolve(file));
  if (config.databaseUrl) await restorePostgres(terminal, config, file, options);
  else await restoreSqlite(terminal, config, file, options);
}

async function restoreSqlite(
  terminal: Terminal,
  config: Config,
  file: string,
  options: RestoreOptions,
): Promise<void> {
  const target = databaseFile(config);
  if (existsSync(target) && !options.force) {
    throw new CommandFailure(`${target} already exists. With --force, it is kept under another name`);
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
    reportRestored(terminal, { database: target, replaced: keptAs, pending }, options);
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
  const sealer = await requireSealer(config);
  const database = await openDatabase({ kind: 'sqlite', file: copy });
  try {
    const status = await migrationStatus(database.db, migrations);
    refuseUnknown(status);
    if (status.applied.length === 0) throw new CommandFailure(`${file} is not a Latchkey database`);
    if ((await canUnsealSigningKeys({ db: database.db, sealer })) === false) throw wrongKey(file);
    return status.pending;
  } finally {
    await database.close();
  }
}

async function makeRoom(target: string): Promise<string | undefined> {
  const isThere = existsSync(target);
  const suffix = replacedSuffix();
  const aside = await setAside(target, suffix);
  if (!aside) throw new CommandFailure(`${target} is in use. Stop the server first`);
  return isThere ? aside : undefined;
}

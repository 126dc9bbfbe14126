import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/**
 * Copies all pages in one step: a copy in several steps starts again whenever another process commits in
 * between.
 */
const allPages = 2 ** 31 - 1;

/**
 * Copies the state of one moment into a new file while writers continue. The file appears when it is complete
 * and on the disk, and needs no log.
 */
export async function backupSqlite(source: string, target: string): Promise<void> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.partial`;
  try {
    await (await open(draft, 'wx', 0o600)).close();
    await copyInto(source, draft);
    makeSelfContained(draft);
    await sync(draft);
    await rename(draft, target);
    await sync(dirname(target));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns the damage that SQLite finds in a closed database file. Empty when there is none. */
export function findDamage(file: string): string[] {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('pragma integrity_check').all();
    return rows.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok');
  } finally {
    database.close();
  }
}

/**
 * Moves a database and its log out of the way and returns its new name, or `undefined` when another process has
 * it open. A log left behind would be read as the log of the next database.
 */
export async function setAside(file: string, suffix: string): Promise<string | undefined> {
  if (existsSync(file) && isOpenElsewhere(file)) return undefined;
  const aside = `${file}.${suffix}`;
  for (const extension of ['', '-wal', '-shm']) {
    if (existsSync(file + extension)) await rename(file + extension, aside + extension);
  }
  return aside;
}

/** Renames a file on the same file system and syncs the folder. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await sync(from);
  await rename(from, to);
  await sync(dirname(to));
}

async function copyInto(source: string, draft: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    await backup(database, draft, { rate: allPages });
  } finally {
    database.close();
  }
}

function makeSelfContained(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode=delete');
  database.close();
}

/** SQLite leaves the log mode only when no other connection is open, even an idle one. */
export function isOpenElsewhere(file: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('pragma journal_mode=delete');
    return false;
  } catch (error) {
    // A damaged file cannot be in use, and may be anything.
    return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
  } finally {
    database?.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

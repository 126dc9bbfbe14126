import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { Checkpointer } from './checkpointer.ts';
import { SqliteConnection } from './connection.ts';
import { openReader, pageCache } from './reader.ts';
import { SlowReader } from './slow-reader.ts';
import { untilFree } from './until-free.ts';
import { WalSync } from './wal-sync.ts';
import { Writer } from './writer.ts';

/** Older versions have a rare race between a checkpoint and a restarting log that could damage a database. */
const oldestVersion = [3, 51, 3] as const;

/** An open file: one connection that reads, one that writes, and the parts that keep the log durable and short. */
export interface SqliteFile {
  read: SqliteConnection;
  /** For reads that would block the event loop. */
  slow: SlowReader;
  writer: Writer;
  wal: WalSync;
  checkpointer: Checkpointer;
}

export async function openSqlite(file: string, onFatal: (error: Error) => void): Promise<SqliteFile> {
  createPrivately(file);
  const write = new SqliteConnection(file, 0);
  await untilFree(() => {
    assertVersion(write);
    configureWriter(write);
  });
  const read = openReader(file);
  const checkpointer = new Checkpointer(file, read, (work) => writer.alone(work), onFatal);
  const wal = new WalSync(`${file}-wal`, onFatal, () => checkpointer.consider());
  const writer = new Writer(write, wal);
  return { read, slow: new SlowReader(file), writer, wal, checkpointer };
}

/** Refuses new work and waits for the work in progress. */
export async function closeSqlite({ read, slow, writer, wal, checkpointer }: SqliteFile): Promise<void> {
  await writer.close();
  await wal.idle();
  await checkpointer.close();
  wal.close();
  await slow.close();
  read.close();
  // The last connection of all processes moves the whole log into the database, syncs it and deletes the log.
  writer.connection.close();
}

/** SQLite gives the log the same permissions as the database. */
function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function configureWriter(write: SqliteConnection): void {
  const [row] = write.execute('pragma journal_mode=wal').rows;
  if (row?.['journal_mode'] !== 'wal') {
    throw new Error(
      'the file system cannot share memory between processes, which the write-ahead log of SQLite needs',
    );
  }
  // Savepoints and statements that can fail halfway keep the old content of each changed page: in a file, by default,
  // which takes more writes than the log.
  for (const pragma of [
    'wal_autocheckpoint=0',
    'synchronous=normal',
    'temp_store=memory',
    pageCache('write'),
  ])
    write.execute(`pragma ${pragma}`);
  // The first transaction recovers the log of a killed process, and creates the log if there is none.
  write.execute('begin immediate');
  write.execute('commit');
}

function assertVersion(connection: SqliteConnection): void {
  const [row] = connection.execute('select sqlite_version() as version').rows;
  const version = String(row?.['version']);
  const parts = version.split('.').map(Number);
  const difference =
    oldestVersion.map((part, index) => (parts[index] ?? 0) - part).find((part) => part !== 0) ?? 0;
  if (difference < 0) {
    throw new Error(`this Node.js has SQLite ${version}; ${oldestVersion.join('.')} or newer is needed`);
  }
}

import { SqliteConnection } from './connection.ts';

/**
 * The memory for pages, by what the connection does; allocated as needed. Reads go to the same pages again and again. The
 * writer needs those of one transaction: a larger cache makes creations and imports no faster.
 */
const cacheMegabytes = { write: 12, read: 32 };

export function pageCache(use: keyof typeof cacheMegabytes): string {
  return `cache_size=-${cacheMegabytes[use] * 1_000}`;
}

const busyMilliseconds = 5_000;

/** Opens a read-only connection. */
export function openReader(file: string): SqliteConnection {
  const reader = new SqliteConnection(file, busyMilliseconds);
  for (const pragma of ['wal_autocheckpoint=0', 'query_only=on', pageCache('read')])
    reader.execute(`pragma ${pragma}`);
  reader.addNumberWords();
  return reader;
}

import { SqliteConnection } from './connection.ts';

/**
 * The memory for pages, by what the connection does; allocated as needed. The operating system has the other pages, so
 * a miss costs a copy. Short reads and writes use few pages again and again; a slow read goes through many in turn.
 */
const cacheMegabytes = { write: 12, read: 12, slowRead: 32 };

export function pageCache(use: keyof typeof cacheMegabytes): string {
  return `cache_size=-${cacheMegabytes[use] * 1_000}`;
}

const busyMilliseconds = 5_000;

/** Opens a read-only connection. */
export function openReader(file: string, use: 'read' | 'slowRead' = 'read'): SqliteConnection {
  const reader = new SqliteConnection(file, busyMilliseconds);
  for (const pragma of ['wal_autocheckpoint=0', 'query_only=on', pageCache(use)])
    reader.execute(`pragma ${pragma}`);
  reader.addNumberWords();
  return reader;
}

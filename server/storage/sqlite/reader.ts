import { SqliteConnection } from './connection.ts';

/** KiB per connection, allocated as needed. The default of 2 MB would read hot pages again and again. */
export const pageCache = 'cache_size=-32000';

const busyMilliseconds = 5_000;

/** Opens a read-only connection. */
export function openReader(file: string): SqliteConnection {
  const reader = new SqliteConnection(file, busyMilliseconds);
  for (const pragma of ['wal_autocheckpoint=0', 'query_only=on', pageCache])
    reader.execute(`pragma ${pragma}`);
  reader.addNumberWords();
  return reader;
}

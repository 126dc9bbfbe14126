import { databaseOn } from '../executor.ts';
import type { Db } from '../tables.ts';
import { sqliteEngine } from './driver.ts';
import type { SqliteFile } from './open.ts';
import { openReader } from './reader.ts';

/** Runs `work` on the state that the database has now, on a connection of its own. Blocks no writer. */
export async function withSqliteSnapshot<R>(
  file: SqliteFile,
  path: string,
  work: (db: Db) => Promise<R>,
): Promise<R> {
  const reader = openReader(path);
  try {
    reader.execute('begin');
    return await work(
      databaseOn(
        {
          ...sqliteEngine(file),
          run: async ({ sql, parameters }) => ({ rows: reader.execute(sql, parameters).rows as never[] }),
          acquire: () => Promise.reject(new Error('a snapshot is read only')),
        },
        [],
      ),
    );
  } finally {
    reader.close();
  }
}

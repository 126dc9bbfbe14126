import type { PoolClient } from 'pg';
import { openPostgres } from '../../server/storage/postgres.ts';
import { Mutex } from '../../server/storage/sqlite/mutex.ts';
import { openSqlite } from '../../server/storage/sqlite/open.ts';
import {
  type Filling,
  fillValue,
  isBegin,
  isCommit,
  isRead,
  type Statement,
  type Variables,
} from './recipe.ts';

/** The statements of one request. */
export interface Work {
  statement(step: Statement, index: number): Promise<void>;
  durable(): Promise<void>;
}

export interface BaselineDatabase {
  work(variables: Variables): Work;
  close(): Promise<void>;
}

/** Opens the server's own connections with their prepared statements and shared syncs, without kysely. */
export async function openBaselineSqlite(file: string): Promise<BaselineDatabase> {
  const { read, writer, wal } = await openSqlite(file, (error) => {
    throw error;
  });
  const write = writer.connection;
  const writing = new Mutex();
  return {
    work(variables) {
      const filling: Filling = { variables, made: [], rows: [] };
      let inTransaction = false;
      return {
        async statement(step, index) {
          const values = step.values.map((source) => fillValue(source, filling));
          const readsAlone = isRead(step) && !inTransaction;
          if (!inTransaction && !readsAlone) await writing.acquire();
          const { rows, changes } = (readsAlone ? read : write).execute(step.sql, values);
          check(step, changes);
          if (rows[0]) filling.rows[index] = rows[0];
          if (readsAlone) return;
          if (isBegin(step)) inTransaction = true;
          else if (isCommit(step)) inTransaction = false;
          if (!inTransaction) writing.release();
        },
        durable: () => wal.commitIsDurable(),
      };
    },
    async close() {
      await wal.idle();
      read.close();
      write.close();
    },
  };
}

/** Opens the server's own pool, with named statements. */
export function openBaselinePostgres(url: string): BaselineDatabase {
  const { pool } = openPostgres(url);
  return {
    work(variables) {
      const filling: Filling = { variables, made: [], rows: [] };
      let client: PoolClient | undefined;
      return {
        async statement(step, index) {
          const values = step.values.map((source) => fillValue(source, filling));
          if (isBegin(step)) client = await pool.connect();
          const query = { name: step.name, text: step.sql, values };
          const { rowCount, rows } = await (client ?? pool).query(query);
          check(step, rowCount ?? 0);
          if (rows[0]) filling.rows[index] = rows[0];
          if (!isCommit(step)) return;
          client?.release();
          client = undefined;
        },
        durable: async () => {},
      };
    },
    close: () => pool.end(),
  };
}

/** A statement that finds nothing is cheaper and would make the baseline too fast. */
function check(step: Statement, found: number): void {
  const { sql, count } = step;
  // The engines return arbitrary counts for these.
  if (isBegin(step) || isCommit(step)) return;
  if (found !== count) throw new Error(`the baseline changed ${found} rows instead of ${count}: ${sql}`);
}

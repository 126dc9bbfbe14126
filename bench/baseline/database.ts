import { PostgresConnection } from '../../server/storage/postgres/connection.ts';
import { openPostgres } from '../../server/storage/postgres/pool.ts';
import { closeSqlite, openSqlite } from '../../server/storage/sqlite/open.ts';
import { type Filling, fillValue, isBegin, isCommit, type Statement, type Variables } from './recipe.ts';

/** The statements of one request. */
export interface Work {
  statement(step: Statement, index: number): Promise<void>;
}

export interface BaselineDatabase {
  work(variables: Variables): Work;
  close(): Promise<void>;
}

/** Opens the server's own connections with their prepared statements and shared commits, without kysely. */
export async function openBaselineSqlite(file: string): Promise<BaselineDatabase> {
  const opened = await openSqlite(file, (error) => {
    throw error;
  });
  const { read, writer } = opened;
  return {
    work(variables) {
      const filling: Filling = { variables, made: [], rows: [] };
      let inTransaction = false;
      return {
        async statement(step, index) {
          if (isBegin(step)) {
            inTransaction = true;
            return writer.begin();
          }
          if (isCommit(step)) {
            inTransaction = false;
            return writer.commit(true);
          }
          const values = step.values.map((source) => fillValue(source, filling));
          const { rows, changes } = (inTransaction ? writer.connection : read).execute(step.sql, values);
          check(step, changes);
          if (rows[0]) filling.rows[index] = rows[0];
        },
      };
    },
    close: () => closeSqlite(opened),
  };
}

/** Opens the server's own pool, with named statements. */
export function openBaselinePostgres(url: string): BaselineDatabase {
  const postgres = openPostgres(url);
  return {
    work(variables) {
      const filling: Filling = { variables, made: [], rows: [] };
      let held: PostgresConnection | undefined;
      return {
        async statement(step, index) {
          const values = step.values.map((source) => fillValue(source, filling));
          const connection = held ?? (await PostgresConnection.take(postgres));
          if (isBegin(step)) held = connection;
          const { rowCount, rows } = await connection.send({ name: step.name, text: step.sql, values });
          check(step, rowCount ?? 0);
          if (rows[0]) filling.rows[index] = rows[0];
          if (isCommit(step)) held = undefined;
          if (!held) connection.release();
        },
      };
    },
    close: () => postgres.pool.end(),
  };
}

/** A statement that finds nothing is cheaper and would make the baseline too fast. */
function check(step: Statement, found: number): void {
  const { sql, count } = step;
  // PostgreSQL returns arbitrary counts for these.
  if (isBegin(step) || isCommit(step)) return;
  if (found !== count) throw new Error(`the baseline changed ${found} rows instead of ${count}: ${sql}`);
}

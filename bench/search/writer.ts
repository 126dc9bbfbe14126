import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Client } from 'pg';

export type Row = Record<string, string | number | null>;

/** Inserts many rows of one shape as fast as the engine takes them with its triggers on. */
export interface Writer {
  prepare(): Promise<void>;
  begin(): Promise<void>;
  insert(table: string, rows: Row[]): Promise<void>;
  commit(): Promise<void>;
  maximum(table: string, column: string): Promise<number>;
  /** Leaves the database as one that has been in use: indexes complete, statistics there. */
  finish(): Promise<void>;
}

export function sqliteWriter(database: DatabaseSync): Writer {
  const statements = new Map<string, StatementSync>();
  const statementFor = (table: string, columns: string[]): StatementSync => {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const text = `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`;
    const known = statements.get(text) ?? database.prepare(text);
    statements.set(text, known);
    return known;
  };
  // What the free-text index collects in memory; the smaller number is the default, which the database remembers.
  const setHashSize = (bytes: number) =>
    database.exec(`insert into "userTextIndex" ("userTextIndex", rank) values ('hashsize', ${bytes})`);
  return {
    async prepare() {
      // Nothing here must survive a power cut.
      for (const pragma of [
        'journal_mode=wal',
        'synchronous=off',
        'cache_size=-1000000',
        'foreign_keys=off',
      ]) {
        database.exec(`pragma ${pragma}`);
      }
      setHashSize(64 * 1_048_576);
    },
    async begin() {
      database.exec('begin');
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return;
      const columns = Object.keys(first);
      const statement = statementFor(table, columns);
      for (const row of rows) {
        // `node:sqlite` binds a number as a real, which has no place in an index beside integers of the server.
        statement.run(...columns.map((column) => bound(row[column]!)));
      }
    },
    async commit() {
      database.exec('commit');
    },
    async maximum(table, column) {
      return Number(database.prepare(`select max("${column}") as top from "${table}"`).get()?.['top'] ?? 0);
    },
    async finish() {
      setHashSize(1_048_576);
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
}

function bound(value: string | number | null): string | bigint | number | null {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

export function postgresWriter(client: Client): Writer {
  const run = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;
  let textIndex = '';
  return {
    async prepare() {
      await run('set synchronous_commit = off');
      // Made at the end, which is many times faster.
      const [row] = await run(`select indexdef from pg_indexes where indexname = 'userTexts_text'`);
      textIndex = row.indexdef;
      await run('drop index "userTexts_text"');
    },
    async begin() {
      await run('begin');
    },
    async insert(table, rows) {
      const [first] = rows;
      if (!first) return;
      const columns = Object.keys(first);
      const names = columns.map((column) => `"${column}"`).join(', ');
      await run(
        `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
    },
    async commit() {
      await run('commit');
    },
    async maximum(table, column) {
      const [row] = await run(`select coalesce(max("${column}"), 0)::int as top from "${table}"`);
      return row.top;
    },
    async finish() {
      await run(`set maintenance_work_mem = '1GB'`);
      await run(textIndex);
      await run('vacuum analyze');
      await client.end();
    },
  };
}

import { sql } from 'kysely';
import type { Database } from './engine.ts';
import type { Db } from './tables.ts';

export interface Inspection {
  engine: string;
  /** The problems, as sentences. Empty when there are none. */
  problems: string[];
}

/** Checks that the engine is configured to keep acknowledged data, and that the file is undamaged. */
export function inspectDatabase({ kind, db }: Database): Promise<Inspection> {
  return kind === 'sqlite' ? inspectSqlite(db) : inspectPostgres(db);
}

async function inspectSqlite(db: Db): Promise<Inspection> {
  const [version, journal, keys, check] = await Promise.all([
    first(sql`select sqlite_version()`.execute(db)),
    first(sql`pragma journal_mode`.execute(db)),
    first(sql`pragma foreign_keys`.execute(db)),
    first(sql`pragma quick_check(1)`.execute(db)),
  ]);
  const problems = [
    journal !== 'wal' && `The journal mode is ${journal}, not wal.`,
    keys !== '1' && 'Foreign keys are not enforced.',
    check !== 'ok' && `The file is damaged (${check}): restore a backup.`,
  ];
  return { engine: `SQLite ${version}`, problems: problems.filter((problem) => problem !== false) };
}

async function inspectPostgres(db: Db): Promise<Inspection> {
  const [version, fsync, fullPages, commit, encoding, readOnly] = await Promise.all(
    [
      'server_version',
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'server_encoding',
      'transaction_read_only',
    ].map((name) => first(sql`select current_setting(${name})`.execute(db))),
  );
  const problems = [
    fsync !== 'on' && 'fsync is off: a power loss can damage the database. Set it to on.',
    fullPages !== 'on' && 'full_page_writes is off: a power loss can damage the database. Set it to on.',
    commit === 'off' && 'synchronous_commit is off: a crash can lose acknowledged data. Set it to on.',
    encoding !== 'UTF8' && `The encoding is ${encoding}: create the database with UTF8.`,
    readOnly === 'on' && 'The database is read-only, perhaps a standby: let DATABASE_URL name the primary.',
  ];
  return { engine: `PostgreSQL ${version}`, problems: problems.filter((problem) => problem !== false) };
}

async function first(query: Promise<{ rows: unknown[] }>): Promise<string> {
  const { rows } = await query;
  return String(Object.values(rows[0] as object)[0]);
}

import type { CompiledQuery } from 'kysely';
import { Pool, types } from 'pg';
import { defaultWaitMilliseconds } from '../patience.ts';
import { KnownColumns } from './named-query.ts';

const idleInTransactionMilliseconds = 10_000;

const idleConnectionMilliseconds = 30_000;

export interface PostgresOptions {
  poolSize?: number;
  /** Give statements names, under which a connection keeps their plans. Default: true. */
  prepares?: boolean;
}

export interface PostgresPool {
  pool: Pool;
  prepares: boolean;
  columns: KnownColumns;
  commits: number;
  /** Set on a database of several nodes only. */
  watch?: Watch;
}

export interface WatchedConnection {
  /** Returns for how long it has waited for a result. 0 if it waits for none. */
  waitedMilliseconds(now: number): number;
  /** A statement since it was taken waits for a node that is cut off. */
  readonly isInVain: boolean;
  /** Ends it, with all statements under way. */
  cut(error: Error): void;
}

/** Keeps statements for a node that is cut off from using up the connections. */
export interface Watch {
  inUse: Set<WatchedConnection>;
  /** Reports whether the statement would wait for a node that is cut off. */
  refuses(query: CompiledQuery): boolean;
}

/**
 * Opens a pool. Durability depends on the server: `fsync` and `synchronous_commit` are on by default and stay
 * unchanged here.
 */
export function openPostgres(
  url: string,
  { poolSize = 10, prepares = true }: PostgresOptions = {},
): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'latchkey',
    max: poolSize,
    // A connection sends a statement before the results of earlier ones have arrived.
    pipeline: true,
    connectionTimeoutMillis: defaultWaitMilliseconds,
    idleTimeoutMillis: idleConnectionMilliseconds,
    statement_timeout: defaultWaitMilliseconds,
    idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    keepAlive: true,
    types: { getTypeParser },
  });
  return poolOf(pool, prepares);
}

/**
 * Opens one more connection, when it is first used, for what must not wait while all others are in use. Its name differs, because it does not show that
 * an instance works on the database.
 */
export function openAside({ pool, prepares }: PostgresPool): PostgresPool {
  return poolOf(new Pool({ ...pool.options, max: 1, application_name: 'latchkey-nodes' }), prepares);
}

function poolOf(pool: Pool, prepares: boolean): PostgresPool {
  // Without listeners, a connection that the server closes would end the process. The next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, prepares, columns: new KnownColumns(), commits: 0 };
}

/** Parses `bigint`, and `numeric` (the type of its sums), as numbers, like SQLite. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const { INT8, NUMERIC } = types.builtins;
  if (oid === INT8) return toSafeInteger;
  if (oid === NUMERIC) return Number;
  return types.getTypeParser(oid, format);
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

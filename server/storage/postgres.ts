import { createHash } from 'node:crypto';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import { bindable } from './bind.ts';
import type { Engine, Session } from './executor.ts';
import { stalePlan } from './failure.ts';
import { defaultWaitMilliseconds, waitMilliseconds } from './patience.ts';
import { refuseInsideTransaction, repeatConflicts, TransactionGuard } from './transaction.ts';

/** Added to the server's own limit, for a server that does not answer at all. */
const silenceMilliseconds = 1_000;

const idleInTransactionMilliseconds = 10_000;

const idleConnectionMilliseconds = 30_000;

const namedStatementLimit = 1_000;

export interface PostgresOptions {
  poolSize?: number;
  /** Give statements names, under which a connection keeps their plans. Default: true. */
  prepares?: boolean;
}

export interface PostgresPool {
  pool: Pool;
  prepares: boolean;
  commits: number;
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
    connectionTimeoutMillis: defaultWaitMilliseconds,
    idleTimeoutMillis: idleConnectionMilliseconds,
    statement_timeout: defaultWaitMilliseconds,
    idle_in_transaction_session_timeout: idleInTransactionMilliseconds,
    keepAlive: true,
    types: { getTypeParser },
  });
  // Without listeners, a connection that the server closes would end the process. The next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, prepares, commits: 0 };
}

/** Returns the engine for PostgreSQL. */
export function postgresEngine(postgres: PostgresPool): Engine {
  const driver = new PostgresDriver(postgres);
  return {
    driver,
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new Adapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    acquire: () => driver.acquireConnection(),
    async run(query) {
      const session = await driver.acquireConnection();
      try {
        return await session.executeQuery(query);
      } finally {
        session.release();
      }
    },
  };
}

/** `migrate` holds a lock for its transaction. kysely's lock would outlive a failed transaction. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PostgresDriver implements Driver {
  readonly #postgres: PostgresPool;
  #closed: Promise<void> | undefined;

  constructor(postgres: PostgresPool) {
    this.#postgres = postgres;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresSession> {
    refuseInsideTransaction();
    try {
      return new PostgresSession(this.#postgres, await this.#postgres.pool.connect());
    } catch (error) {
      throw withCode(error);
    }
  }

  beginTransaction(session: PostgresSession): Promise<void> {
    return session.begin();
  }

  commitTransaction(session: PostgresSession): Promise<void> {
    return session.commit();
  }

  rollbackTransaction(session: PostgresSession): Promise<void> {
    return session.rollback();
  }

  async releaseConnection(session: PostgresSession): Promise<void> {
    session.release();
  }

  destroy(): Promise<void> {
    this.#closed ??= this.#postgres.pool.end();
    return this.#closed;
  }
}

/** A connection of the pool, for one statement or one transaction. */
class PostgresSession implements Session {
  readonly #postgres: PostgresPool;
  readonly #client: PoolClient;
  #guard: TransactionGuard | undefined;
  #broken = false;
  #ended = false;

  constructor(postgres: PostgresPool, client: PoolClient) {
    this.#postgres = postgres;
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#guard) return this.#guard.run(() => this.#execute<R>(query));
    return repeatConflicts(() => this.#execute<R>(query));
  }

  // biome-ignore lint/correctness/useYield: always throws
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('results are not streamed: read them in pages');
  }

  async begin(): Promise<void> {
    const limit = waitMilliseconds();
    await this.#send(
      limit === defaultWaitMilliseconds ? 'begin' : `begin; set local statement_timeout = ${limit}`,
    );
    this.#guard = new TransactionGuard();
  }

  async commit(): Promise<void> {
    await this.#guard!.seal();
    const { command } = await this.#send('commit');
    // PostgreSQL's reply to COMMIT after a failed statement.
    if (command === 'ROLLBACK') {
      this.#ended = true;
      throw new AbortedTransactionError();
    }
    this.#postgres.commits += 1;
  }

  async rollback(): Promise<void> {
    await this.#guard!.abandon();
    if (!this.#broken && !this.#ended) await this.#send('rollback');
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#postgres.prepares ? nameOf(query) : undefined;
    const { rows, rowCount } = await this.#send(query.sql, query.parameters.map(bindableOrArray), name);
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async #send(text: string, values?: unknown[], name?: string) {
    const query_timeout = waitMilliseconds() + silenceMilliseconds;
    try {
      return await this.#client.query({ text, values, name, query_timeout } as { text: string });
    } catch (error) {
      // A connection in an uncertain state must not serve another request, which could receive a late response.
      if (!(error instanceof DatabaseError) || error.severity === 'FATAL') this.#broken = true;
      if (error instanceof Error && isStalePlan(error)) forgetStatements();
      throw withCode(error);
    }
  }
}

const statementNames = new Map<string, string>();
let generation = 0;

/**
 * Returns the name of a prepared statement, which PostgreSQL parses once per connection. Every connection keeps
 * all named statements, so their number is limited; further texts and anything but plain queries stay unnamed.
 */
function nameOf({ sql, query }: CompiledQuery): string | undefined {
  const known = statementNames.get(sql);
  if (known) return known;
  if (!/^(Select|Insert|Update|Delete)QueryNode$/.test(query.kind)) return undefined;
  if (statementNames.size >= namedStatementLimit) return undefined;
  const name = `${generation}-${createHash('sha256').update(sql).digest('base64url').slice(0, 16)}`;
  statementNames.set(sql, name);
  return name;
}

/** After a change of the tables, new names make every connection prepare its statements again. */
function forgetStatements(): void {
  generation += 1;
  statementNames.clear();
}

function bindableOrArray(value: unknown) {
  return Array.isArray(value) ? value.map(bindable) : bindable(value);
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

/** Gives client-side errors the SQLSTATE of a lost connection, unless Node.js gave a reason. */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isStalePlan(error)) return Object.assign(error, { code: stalePlan });
  return 'code' in error && error.code ? error : Object.assign(error, { code: '08006' });
}

function isStalePlan(error: Error): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery';
}

import {
  type CompiledQuery,
  type Driver,
  type LimitNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Engine, Session } from '../executor.ts';
import { isSlowRead } from '../slow-reads.ts';
import { refuseInsideTransaction, TransactionGuard } from '../transaction.ts';
import { closeSqlite, type SqliteFile } from './open.ts';
import { executeOn } from './writer.ts';

/**
 * Returns the engine for SQLite. Reads outside transactions use the read connection without waiting,
 * except slow ones, which use a connection in another thread. Everything else queues for the write connection,
 * which it leaves at COMMIT, before the data is on the disk.
 *
 * A reader can therefore see a commit up to one sync before it is acknowledged, and a power loss in that moment
 * removes it. Anything written because of it is lost, too: a later commit follows the earlier one in the log.
 * Only the result of a bare read can have reached a client.
 */
export function sqliteEngine(file: SqliteFile): Engine {
  const driver = new SqliteDriver(file);
  return {
    driver,
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new Compiler(),
      createAdapter: () => new Adapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    acquire: () => driver.acquireConnection(),
    run: (query) => runAlone(file, query),
  };
}

class Compiler extends SqliteQueryCompiler {
  /**
   * SQLite plans with the value of a plain `limit ?`, so it would compile the statement again at each execution, which
   * takes several times as long as finding a user. It does not look into an expression.
   */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

class Adapter extends SqliteAdapter {
  /** Without it, kysely runs one query at a time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * SQLite's DDL is transactional; kysely denies it because `pragma foreign_keys` does nothing inside a
   * transaction.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #file: SqliteFile;
  #closed: Promise<void> | undefined;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteSession> {
    refuseInsideTransaction();
    return new SqliteSession(this.#file);
  }

  beginTransaction(session: SqliteSession): Promise<void> {
    return session.begin();
  }

  commitTransaction(session: SqliteSession): Promise<void> {
    return session.commit();
  }

  rollbackTransaction(session: SqliteSession): Promise<void> {
    return session.rollback();
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    this.#closed ??= closeSqlite(this.#file);
    return this.#closed;
  }
}

/** A connection in kysely's sense: it lives for one statement or one transaction. */
class SqliteSession implements Session {
  readonly #file: SqliteFile;
  #guard: TransactionGuard | undefined;
  #inTransaction = false;
  #wrote = false;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#guard) return runAlone(this.#file, query);
    return this.#guard.run(() => {
      if (!isRead(query)) this.#wrote = true;
      return Promise.try(executeOn<R>, this.#file.writer.connection, query);
    });
  }

  // biome-ignore lint/correctness/useYield: always throws
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('results are not streamed: read them in pages');
  }

  async begin(): Promise<void> {
    await this.#file.writer.begin();
    this.#inTransaction = true;
    this.#guard = new TransactionGuard();
  }

  async commit(): Promise<void> {
    await this.#guard!.seal();
    this.#inTransaction = false;
    await this.#file.writer.commit(this.#wrote);
  }

  async rollback(): Promise<void> {
    // Also called when the commit failed.
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    await this.#guard!.abandon();
    await this.#file.writer.rollback();
  }

  release(): void {}
}

function runAlone<R>(file: SqliteFile, query: CompiledQuery): Promise<QueryResult<R>> {
  // An `async` function would resolve two turns of the microtask queue later, at each of the frequent reads.
  if (isRead(query) && !isSlowRead(query)) return Promise.try(readOn<R>, file, query);
  return runWaiting(file, query);
}

/** Runs what waits: for the write connection, or for the thread of slow reads. */
async function runWaiting<R>(file: SqliteFile, query: CompiledQuery): Promise<QueryResult<R>> {
  refuseInsideTransaction();
  return isRead(query) ? executeSlowly(file, query) : file.writer.run<R>(query);
}

function readOn<R>(file: SqliteFile, query: CompiledQuery): QueryResult<R> {
  refuseInsideTransaction();
  return executeOn<R>(file.read, query);
}

async function executeSlowly<R>({ slow }: SqliteFile, query: CompiledQuery): Promise<QueryResult<R>> {
  const { rows } = await slow.execute(query.sql, query.parameters);
  return { rows: rows as R[] };
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*select\b/i.test(sql));
}

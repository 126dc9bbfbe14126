import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely';
import { waitMilliseconds } from '../patience.ts';
import { isSlowRead } from '../slow-reads.ts';
import { refuseInsideTransaction, TransactionGuard } from '../transaction.ts';
import type { SqliteConnection } from './connection.ts';
import { closeSqlite, type SqliteFile, untilFree } from './open.ts';

/**
 * Returns the kysely dialect for SQLite. Reads outside transactions use the read connection without waiting,
 * except slow ones, which use a connection in another thread. Everything else queues for the write connection,
 * which it leaves at COMMIT, before the data is on the disk.
 *
 * A reader can therefore see a commit up to one sync before it is acknowledged, and a power loss in that moment
 * removes it. Anything written because of it is lost, too: a later commit follows the earlier one in the log.
 * Only the result of a bare read can have reached a client.
 */
export function sqliteDialect(file: SqliteFile): Dialect {
  return {
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
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

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    refuseInsideTransaction();
    return new Session(this.#file);
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin();
  }

  commitTransaction(session: Session): Promise<void> {
    return session.commit();
  }

  rollbackTransaction(session: Session): Promise<void> {
    return session.rollback();
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    return closeSqlite(this.#file);
  }
}

/** A connection in kysely's sense: it lives for one statement or one transaction. */
class Session implements DatabaseConnection {
  readonly #file: SqliteFile;
  #guard: TransactionGuard | undefined;
  #holdsLock = false;
  #wrote = false;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#guard) return this.#guard.run(async () => this.#executeInTransaction<R>(query));
    if (!isRead(query)) return this.#executeAlone<R>(query);
    return isSlowRead(query) ? executeSlowly(this.#file, query) : execute<R>(this.#file.read, query);
  }

  // biome-ignore lint/correctness/useYield: always throws
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('results are not streamed: read them in pages');
  }

  async begin(): Promise<void> {
    await this.#lock();
    try {
      await untilFree(() => this.#file.write.execute('begin immediate'));
    } catch (error) {
      this.#unlock();
      throw error;
    }
    this.#guard = new TransactionGuard();
  }

  async commit(): Promise<void> {
    await this.#guard!.seal();
    this.#file.write.execute('commit');
    this.#unlock();
    if (this.#wrote) await this.#file.wal.commitIsDurable();
  }

  async rollback(): Promise<void> {
    // kysely also calls this when the sync after the commit failed.
    if (!this.#holdsLock) return;
    try {
      await this.#guard!.abandon();
      // SQLite itself rolls back, for example when the disk is full.
      if (this.#file.write.isTransaction) this.#file.write.execute('rollback');
    } finally {
      this.#unlock();
    }
  }

  #executeInTransaction<R>(query: CompiledQuery): QueryResult<R> {
    if (!isRead(query)) this.#wrote = true;
    return execute<R>(this.#file.write, query);
  }

  async #executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#lock();
    let result: QueryResult<R>;
    try {
      result = await untilFree(() => execute<R>(this.#file.write, query));
    } finally {
      this.#unlock();
    }
    if (!changedNothing(query, result)) await this.#file.wal.commitIsDurable();
    return result;
  }

  async #lock(): Promise<void> {
    await this.#file.writing.acquire(waitMilliseconds());
    this.#holdsLock = true;
    try {
      this.#file.wal.assertHealthy();
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  #unlock(): void {
    this.#holdsLock = false;
    this.#file.writing.release();
  }
}

function execute<R>(connection: SqliteConnection, query: CompiledQuery): QueryResult<R> {
  const { rows, changes } = connection.execute(query.sql, query.parameters);
  return { rows: rows as R[], numAffectedRows: BigInt(changes) };
}

async function executeSlowly<R>({ slow }: SqliteFile, query: CompiledQuery): Promise<QueryResult<R>> {
  const { rows } = await slow.execute(query.sql, query.parameters);
  return { rows: rows as R[] };
}

/** A statement without changes leaves nothing in the log to wait for, for example an update of a missing record. */
function changedNothing({ query }: CompiledQuery, { numAffectedRows }: QueryResult<unknown>): boolean {
  const changesRows = UpdateQueryNode.is(query) || DeleteQueryNode.is(query) || InsertQueryNode.is(query);
  return changesRows && numAffectedRows === 0n;
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*select\b/i.test(sql));
}

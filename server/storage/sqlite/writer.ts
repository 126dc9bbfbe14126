import {
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type QueryResult,
  UpdateQueryNode,
} from 'kysely';
import { UndoneError } from '../failure.ts';
import { waitMilliseconds } from '../patience.ts';
import type { SqliteConnection } from './connection.ts';
import { Mutex } from './mutex.ts';
import { untilFree } from './until-free.ts';
import type { WalSync } from './wal-sync.ts';

/** The most transactions that share a COMMIT. */
const sharedAtMost = 32;
/**
 * After this time, no further transaction shares the COMMIT of the first one. A request is answered when the turn of the
 * event loop ends, so a COMMIT in between would only write the same pages more often.
 */
const sharedMilliseconds = 20;

/** The transactions that share the COMMIT of the one that is open in SQLite. */
interface Shared {
  startedAt: number;
  /** Those that have ended and wait for the COMMIT. */
  members: PromiseWithResolvers<void>[];
  /** The number of those that changed something. */
  writes: number;
  /** The requests that arrived together have been served. */
  isDue: boolean;
}

/**
 * Runs the transactions of this process one after the other on the write connection.
 *
 * Those of requests that arrived together, in one turn of the event loop, share one COMMIT: each of them is a
 * savepoint of the transaction that SQLite has open. A COMMIT writes every changed page to the log once, and these
 * transactions change many of the same pages: the ends of indexes, the counters, the latest entries of the search
 * index. Each is still all or nothing, sees those before it, and is acknowledged after a sync that covers the COMMIT.
 */
export class Writer {
  readonly connection: SqliteConnection;
  readonly #mutex = new Mutex();
  readonly #wal: WalSync;
  #shared: Shared | undefined;
  /** The number of COMMITs that are not shared. */
  #unshared = 0;
  #isClosed = false;

  constructor(connection: SqliteConnection, wal: WalSync) {
    this.connection = connection;
    this.#wal = wal;
  }

  get waiting(): number {
    return this.#mutex.waiting;
  }

  /** Waits for the transactions before this one. Afterwards call either `commit` or `rollback`, exactly once. */
  async begin(): Promise<void> {
    await this.#enter(true);
    await this.#open();
  }

  /** Resolves when the transaction is on the disk, or at the COMMIT if no transaction that shares it wrote. */
  async commit(wrote: boolean): Promise<void> {
    const shared = this.#shared as Shared;
    if (shared.members.length > 0) this.connection.execute('release member');
    if (wrote) shared.writes += 1;
    const committed = this.#join(shared);
    this.#leave();
    await committed;
  }

  /**
   * Undoes this transaction alone. Resolves when those before it, whose changes may be the reason, are on the disk:
   * the caller looks for them next.
   */
  async rollback(): Promise<void> {
    const shared = this.#shared as Shared;
    const { members } = shared;
    let others: Promise<void> | undefined;
    try {
      if (!this.connection.isTransaction) {
        // SQLite itself rolls back everything, for example when the disk is full. Those that are undone run again, and
        // must not meet one that cannot be stored each time.
        this.#shared = undefined;
        this.#unshared = sharedAtMost;
        for (const member of members) member.reject(new UndoneError());
      } else if (members.length === 0) {
        this.#shared = undefined;
        this.connection.execute('rollback');
      } else {
        this.connection.execute('rollback to member');
        this.connection.execute('release member');
        others = this.#join(shared);
      }
    } finally {
      this.#leave();
    }
    await others;
  }

  /** Runs a statement that is a transaction by itself. Resolves when its changes are on the disk. */
  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const joins = changesRows(query);
    await this.#enter(joins);
    if (joins) return this.#runAmongOthers(query);
    let result: QueryResult<R>;
    try {
      result = await untilFree(() => executeOn<R>(this.connection, query));
    } finally {
      this.#leave();
    }
    await this.#wal.commitIsDurable();
    return result;
  }

  async #runAmongOthers<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#open();
    let result: QueryResult<R>;
    try {
      result = executeOn<R>(this.connection, query);
    } catch (error) {
      await this.rollback();
      throw error;
    }
    await this.commit(changedRows(result));
    return result;
  }

  /** Runs `work` while nothing is written and no transaction is open. */
  async alone<R>(work: () => Promise<R>): Promise<R> {
    await this.#mutex.acquire();
    try {
      if (this.#shared) this.#commit(this.#shared);
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Waits for the transactions that came before, and refuses those that come later. */
  async close(): Promise<void> {
    await this.alone(async () => {
      this.#isClosed = true;
    });
  }

  async #enter(joins: boolean): Promise<void> {
    await this.#mutex.acquire({ limitMilliseconds: waitMilliseconds(), joins });
    try {
      if (this.#isClosed) throw new Error('the database has been closed');
      if (this.#shared && !joins) this.#commit(this.#shared);
      this.#wal.assertHealthy();
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  async #open(): Promise<void> {
    try {
      if (this.#shared) {
        this.connection.execute('savepoint member');
      } else {
        await untilFree(() => this.connection.execute('begin immediate'));
        this.#shared = { startedAt: performance.now(), members: [], writes: 0, isDue: false };
        setImmediate(() => this.#fallDue());
      }
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  #join({ members }: Shared): Promise<void> {
    const member = Promise.withResolvers<void>();
    members.push(member);
    return member.promise;
  }

  /** Lets the next one in. Commits first, unless others may still share the COMMIT. */
  #leave(): void {
    if (this.#shared && !this.#isOpenForMore(this.#shared)) this.#commit(this.#shared);
    this.#mutex.release();
  }

  #isOpenForMore({ members, startedAt, isDue }: Shared): boolean {
    if (this.#unshared > 0 || members.length >= sharedAtMost) return false;
    if (performance.now() - startedAt >= sharedMilliseconds) return false;
    return this.#mutex.waiting > 0 ? this.#mutex.isNextJoining : !isDue;
  }

  /** Commits at the end of the turn, or leaves it to the transaction that is still running. */
  #fallDue(): void {
    if (!this.#shared) return;
    this.#shared.isDue = true;
    if (!this.#mutex.isHeld) this.#commit(this.#shared);
  }

  #commit({ members, writes }: Shared): void {
    this.#shared = undefined;
    this.#unshared = Math.max(0, this.#unshared - 1);
    let durable: Promise<void> | undefined;
    try {
      this.connection.execute('commit');
      if (writes > 0) durable = this.#wal.commitIsDurable(writes);
    } catch (error) {
      if (this.connection.isTransaction) this.connection.execute('rollback');
      for (const member of members) member.reject(error);
      return;
    }
    for (const member of members) member.resolve(durable);
  }
}

export function executeOn<R>(connection: SqliteConnection, query: CompiledQuery): QueryResult<R> {
  const { rows, changes } = connection.execute(query.sql, query.parameters);
  return { rows: rows as R[], numAffectedRows: BigInt(changes) };
}

function changesRows({ query }: CompiledQuery): boolean {
  return UpdateQueryNode.is(query) || DeleteQueryNode.is(query) || InsertQueryNode.is(query);
}

/** Without changes there is nothing in the log to wait for, for example after an update of a missing record. */
function changedRows({ numAffectedRows }: QueryResult<unknown>): boolean {
  return numAffectedRows !== 0n;
}

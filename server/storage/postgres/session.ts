import { AbortedTransactionError, type CompiledQuery, type QueryResult } from 'kysely';
import type { Session } from '../executor.ts';
import { defaultWaitMilliseconds, waitMilliseconds } from '../patience.ts';
import { repeatConflicts, TransactionGuard } from '../transaction.ts';
import { PostgresConnection } from './connection.ts';
import type { PostgresPool } from './pool.ts';

/** A connection of the pool, for one statement or one transaction. */
export class PostgresSession implements Session {
  readonly #postgres: PostgresPool;
  readonly #connection: PostgresConnection;
  #guard: TransactionGuard | undefined;
  #begun: Promise<unknown> | undefined;
  #isEnded = false;
  #cause: unknown;

  static async take(postgres: PostgresPool): Promise<PostgresSession> {
    return new PostgresSession(postgres, await PostgresConnection.take(postgres));
  }

  private constructor(postgres: PostgresPool, connection: PostgresConnection) {
    this.#postgres = postgres;
    this.#connection = connection;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#guard) return this.#guard.run(() => this.#executeWithin<R>(query));
    return repeatConflicts(() => this.#connection.execute<R>(query));
  }

  /** After a failed statement PostgreSQL refuses those that were sent with it. They fail for the same reason. */
  async #executeWithin<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#connection.execute<R>(query);
    } catch (error) {
      this.#cause ??= error;
      throw this.#cause;
    }
  }

  // biome-ignore lint/correctness/useYield: always throws
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('results are not streamed: read them in pages');
  }

  /** Sends BEGIN together with the first statement, which fails, too, if the connection is lost. */
  async begin(): Promise<void> {
    const limit = waitMilliseconds();
    const text =
      limit === defaultWaitMilliseconds ? 'begin' : `begin; set local statement_timeout = ${limit}`;
    this.#begun = this.#connection.send({ text });
    this.#begun.catch(() => {});
    this.#guard = new TransactionGuard();
  }

  async commit(): Promise<void> {
    await this.#guard!.seal();
    await this.#begun;
    const { command } = await this.#connection.send({ text: 'commit' });
    // PostgreSQL's reply to COMMIT after a failed statement.
    if (command === 'ROLLBACK') {
      this.#isEnded = true;
      throw new AbortedTransactionError();
    }
    this.#postgres.commits += 1;
  }

  async rollback(): Promise<void> {
    await this.#guard!.abandon();
    if (!this.#connection.isBroken && !this.#isEnded) await this.#connection.send({ text: 'rollback' });
  }

  release(): void {
    this.#connection.release();
  }
}

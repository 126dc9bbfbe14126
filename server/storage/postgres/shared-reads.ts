import type { CompiledQuery, QueryResult } from 'kysely';
import { SilentNodeError } from '../failure.ts';
import { waitMilliseconds } from '../patience.ts';
import { PostgresConnection } from './connection.ts';
import type { PostgresPool } from './pool.ts';

interface Read extends PromiseWithResolvers<QueryResult<unknown>> {
  query: CompiledQuery;
  waitLimit: number;
}

/**
 * The number of reads that one connection runs one after the other. More would take longer than with several connections,
 * where PostgreSQL has several processors.
 */
const readsOfConnection = 8;

/**
 * Sends reads that start in the same turn of the event loop over the same connections. Each is a transaction by
 * itself, as on a connection of its own. A connection and its write to the socket cost more than a short read.
 */
export class SharedReads {
  readonly #postgres: PostgresPool;
  #waiting: Read[] = [];
  /** The connections that the pool has been asked for. */
  #expected = 0;

  constructor(postgres: PostgresPool) {
    this.#postgres = postgres;
  }

  run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const read = { ...Promise.withResolvers<QueryResult<unknown>>(), query, waitLimit: waitMilliseconds() };
    this.#add(read);
    return read.promise as Promise<QueryResult<R>>;
  }

  #add(read: Read): void {
    this.#waiting.push(read);
    if (this.#waiting.length > this.#expected * readsOfConnection) void this.#serve();
  }

  async #serve(): Promise<void> {
    this.#expected += 1;
    let connection: PostgresConnection;
    try {
      connection = await PostgresConnection.take(this.#postgres);
    } catch (error) {
      for (const { reject } of this.#take()) reject(error);
      return;
    }
    const reads = this.#take();
    await Promise.all(
      reads.map((read) =>
        connection.execute(read.query, read.waitLimit).then(read.resolve, (error) => {
          // Another read on this connection waited for a node that does not respond.
          if (error instanceof SilentNodeError && !this.#postgres.watch?.refuses(read.query)) this.#add(read);
          else read.reject(error);
        }),
      ),
    );
    connection.release();
  }

  #take(): Read[] {
    this.#expected -= 1;
    return this.#waiting.splice(0, readsOfConnection);
  }
}

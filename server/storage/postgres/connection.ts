import type { CompiledQuery, QueryResult } from 'kysely';
import { DatabaseError, type QueryResult as PgResult, type PoolClient } from 'pg';
import { bindable } from '../bind.ts';
import { SilentNodeError, stalePlan } from '../failure.ts';
import { waitMilliseconds } from '../patience.ts';
import { type KnownColumns, NamedQuery } from './named-query.ts';
import type { PostgresPool, Watch, WatchedConnection } from './pool.ts';
import { forgetNames, nameOf } from './statement-names.ts';

/** Added to the server's own limit, for a server that does not answer at all. */
const silenceMilliseconds = 1_000;

/** The part of a pg client that its types leave out. */
interface Wire {
  query(query: NamedQuery): void;
  connection: {
    stream: { cork(): void; uncork(): void; writableCorked: number; destroy(error: Error): void };
  };
}

interface SentStatement {
  text: string;
  values?: unknown[];
  /** The name of a prepared statement. */
  name?: string | undefined;
}

/** A connection of the pool. It runs statements in the order in which they are sent, and several can be under way. */
export class PostgresConnection implements WatchedConnection {
  readonly #client: PoolClient;
  readonly #prepares: boolean;
  readonly #columns: KnownColumns;
  readonly #watch: Watch | undefined;
  /** The statements since it was taken, if it is watched. */
  readonly #queries: CompiledQuery[] = [];
  #isBroken = false;
  #underWay = 0;
  /** The time since which it waits for the next result, if it is watched. */
  #waitsSince = 0;

  static async take(postgres: PostgresPool): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await postgres.pool.connect(), postgres);
    } catch (error) {
      throw withCode(error);
    }
  }

  private constructor(client: PoolClient, { prepares, columns, watch }: PostgresPool) {
    this.#client = client;
    this.#prepares = prepares;
    this.#columns = columns;
    this.#watch = watch;
    watch?.inUse.add(this);
  }

  /** Reports whether the state of the connection is unknown, so that it must not serve another request. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  waitedMilliseconds(now: number): number {
    return this.#underWay > 0 ? now - this.#waitsSince : 0;
  }

  get isInVain(): boolean {
    return this.#queries.some((query) => this.#watch?.refuses(query));
  }

  cut(error: Error): void {
    this.#isBroken = true;
    (this.#client as unknown as Wire).connection.stream.destroy(error);
  }

  async execute<R>(query: CompiledQuery, waitLimit = waitMilliseconds()): Promise<QueryResult<R>> {
    if (this.#watch) {
      if (this.#watch.refuses(query)) throw new SilentNodeError();
      this.#queries.push(query);
    }
    const name = this.#prepares ? nameOf(query) : undefined;
    const values = query.parameters.map(bindableOrArray);
    const { rows, rowCount } = await this.send({ text: query.sql, values, name }, waitLimit);
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Sends a statement, together with all others of this turn of the event loop. */
  async send(statement: SentStatement, waitLimit = waitMilliseconds()): Promise<PgResult> {
    this.#holdWrites();
    this.#underWay += 1;
    if (this.#watch && this.#underWay === 1) this.#waitsSince = performance.now();
    // PostgreSQL limits each statement from its own start, which is the end of the one before.
    const query_timeout = this.#underWay * waitLimit + silenceMilliseconds;
    try {
      return await this.#query({ ...statement, query_timeout });
    } catch (error) {
      // A connection in an uncertain state must not serve another request, which could receive a late response.
      if (!(error instanceof DatabaseError) || error.severity === 'FATAL') this.#isBroken = true;
      if (!(error instanceof Error)) throw error;
      // The stack would otherwise end where the socket is read.
      Error.captureStackTrace(error);
      if (isStalePlan(error)) forgetNames();
      throw withCode(error);
    } finally {
      this.#underWay -= 1;
      if (this.#watch) this.#waitsSince = performance.now();
    }
  }

  #query({ name, values = [], ...rest }: SentStatement & { query_timeout: number }): Promise<PgResult> {
    if (!name) return this.#client.query({ ...rest, values });
    return new Promise((resolve, reject) => {
      const query = new NamedQuery({ ...rest, name, values }, this.#columns, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
      (this.#client as unknown as Wire).query(query);
    });
  }

  release(): void {
    this.#watch?.inUse.delete(this);
    this.#client.release(this.#isBroken);
  }

  /** Each write to the socket wakes the server, which costs both sides more than a short statement. */
  #holdWrites(): void {
    const { stream } = (this.#client as unknown as Wire).connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

function bindableOrArray(value: unknown) {
  return Array.isArray(value) ? value.map(bindable) : bindable(value);
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

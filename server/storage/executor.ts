import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type KyselyPlugin,
  type KyselyProps,
  type QueryCompiler,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  Transaction,
} from 'kysely';
import { ScopePlugin } from './scope.ts';
import type { Db, Tables } from './tables.ts';

/** A connection that runs one transaction. */
export interface Session extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Also called after a failed commit. */
  rollback(): Promise<void>;
  release(): void;
}

/** Runs compiled queries on one of the databases. */
export interface Engine {
  dialect: Dialect;
  driver: Driver;
  /** Runs a statement outside of any transaction. */
  run<R>(query: CompiledQuery): Promise<QueryResult<R>>;
  acquire(): Promise<Session>;
  /** Absent for an engine whose database is always one server. */
  nodes?: { isOnCitus: boolean };
}

/** Returns a kysely database that passes each compiled query straight to the engine. */
export function databaseOn(engine: Engine, plugins: KyselyPlugin[]): Db {
  return new Kysely<Tables>(new Executor(engine, partsOf(engine), targetOf(engine), plugins).props);
}

/** Reports whether a part of the database can be out of reach while the rest responds. */
export function isDistributed(db: Pick<Db, 'getExecutor'>): boolean {
  const executor = db.getExecutor();
  return executor instanceof Executor && executor.engine.nodes?.isOnCitus === true;
}

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it throws. `db` is not a transaction
 * yet.
 */
export async function runTransaction<R>(db: Db, work: (db: Db) => Promise<R>): Promise<R> {
  const executor = db.getExecutor();
  if (!(executor instanceof Executor)) throw new Error('the database was not opened by openDatabase');
  const session = await executor.engine.acquire();
  try {
    await session.begin();
    try {
      const result = await work(new Transaction<Tables>(executor.within(session).props));
      await session.commit();
      return result;
    } catch (error) {
      await session.rollback();
      throw error;
    }
  } finally {
    session.release();
  }
}

interface Target {
  provider: ConnectionProvider;
  run<R>(query: CompiledQuery): Promise<QueryResult<R>>;
}

interface Parts {
  compiler: QueryCompiler;
  adapter: DialectAdapter;
}

function partsOf({ dialect }: Engine): Parts {
  return { compiler: dialect.createQueryCompiler(), adapter: dialect.createAdapter() };
}

function targetOf({ driver, run }: Engine): Target {
  return {
    run,
    provider: {
      async provideConnection(consumer) {
        const connection = await driver.acquireConnection();
        try {
          return await consumer(connection);
        } finally {
          await driver.releaseConnection(connection);
        }
      },
    },
  };
}

/**
 * Compiles queries as kysely does, and runs them on the engine. Kysely's own executor passes each query through
 * several providers and promises, which takes longer than a short query on an embedded database.
 */
class Executor extends DefaultQueryExecutor {
  readonly engine: Engine;
  readonly #parts: Parts;
  readonly #target: Target;

  constructor(engine: Engine, parts: Parts, target: Target, plugins: readonly KyselyPlugin[]) {
    super(parts.compiler, parts.adapter, target.provider, [...plugins]);
    this.engine = engine;
    this.#parts = parts;
    this.#target = target;
  }

  get props(): KyselyProps {
    const { dialect, driver } = this.engine;
    return { config: { dialect }, dialect, driver, executor: this };
  }

  /** Returns an executor whose queries are part of the session's transaction. */
  within(session: Session): Executor {
    const target: Target = {
      run: (query) => session.executeQuery(query),
      provider: { provideConnection: (consumer) => consumer(session) },
    };
    return new Executor(this.engine, this.#parts, target, this.plugins);
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId);
    for (const plugin of this.plugins) if (plugin instanceof ScopePlugin) plugin.check(node, query.sql);
    return query;
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const running = this.#target.run<R>(query);
    return this.plugins.length === 0 ? running : this.#transformed(query, running);
  }

  async #transformed<R>(query: CompiledQuery, running: Promise<QueryResult<R>>): Promise<QueryResult<R>> {
    let transformed = (await running) as QueryResult<Record<string, unknown>>;
    for (const plugin of this.plugins) {
      transformed = await plugin.transformResult({ queryId: query.queryId, result: transformed });
    }
    return transformed as QueryResult<R>;
  }

  override withPlugin(plugin: KyselyPlugin): Executor {
    return this.#with([...this.plugins, plugin]);
  }

  override withPlugins(plugins: readonly KyselyPlugin[]): Executor {
    return this.#with([...this.plugins, ...plugins]);
  }

  override withPluginAtFront(plugin: KyselyPlugin): Executor {
    return this.#with([plugin, ...this.plugins]);
  }

  override withoutPlugins(): Executor {
    return this.#with([]);
  }

  #with(plugins: readonly KyselyPlugin[]): Executor {
    return new Executor(this.engine, this.#parts, this.#target, plugins);
  }
}

import {
  type CompiledQuery,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Engine } from '../executor.ts';
import { type DatabaseNode, Nodes } from '../nodes.ts';
import { leavesOutUnreachable, ReachableProjects } from '../reachable.ts';
import { isShortRead } from '../short-reads.ts';
import { isSlowRead } from '../slow-reads.ts';
import { refuseInsideTransaction, repeatConflicts } from '../transaction.ts';
import { openAside, type PostgresPool } from './pool.ts';
import { PostgresSession } from './session.ts';
import { SharedReads } from './shared-reads.ts';
import { Slots } from './slots.ts';
import { createAsk, watchConnections } from './watch.ts';

/** Slow reads leave the other connections to short requests, and processors of the database, too. */
const slowShare = 1 / 4;

/** Returns the engine for PostgreSQL, whose database can be on several nodes. `ask` finds out which of them respond. */
export function postgresEngine(
  postgres: PostgresPool,
  ask?: () => Promise<DatabaseNode[]>,
): Engine & { nodes: Nodes; watchNodes(): void } {
  const aside = openAside(postgres);
  const nodes = new Nodes(ask ?? createAsk(aside));
  const watching: { stop(): void }[] = [];
  const driver = new PostgresDriver(postgres, async () => {
    for (const watch of watching) watch.stop();
    await aside.pool.end();
  });
  const reads = new SharedReads(postgres);
  const slow = new Slots(Math.max(1, Math.floor(slowShare * postgres.pool.options.max)));
  const runOnce = <R>(query: CompiledQuery) => {
    const run = () => runAlone<R>(driver, query);
    return isSlowRead(query) ? slow.run(run) : run();
  };
  const reachable = new ReachableProjects(runOnce, nodes);
  return {
    nodes,
    driver,
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new Adapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    acquire: () => driver.acquireConnection(),
    run<R>(query: CompiledQuery) {
      if (isShortRead(query)) return runShared<R>(reads, query);
      return leavesOutUnreachable(query) ? reachable.run<R>(query) : runOnce<R>(query);
    },
    watchNodes() {
      if (watching.length > 0) return;
      nodes.isOnCitus = true;
      watching.push(watchConnections(postgres, nodes));
    },
  };
}

async function runShared<R>(reads: SharedReads, query: CompiledQuery): Promise<QueryResult<R>> {
  refuseInsideTransaction();
  return repeatConflicts(() => reads.run<R>(query));
}

async function runAlone<R>(driver: PostgresDriver, query: CompiledQuery): Promise<QueryResult<R>> {
  const session = await driver.acquireConnection();
  try {
    return await session.executeQuery(query);
  } finally {
    session.release();
  }
}

/** `migrate` holds a lock for its transaction. kysely's lock would outlive a failed transaction. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PostgresDriver implements Driver {
  readonly #postgres: PostgresPool;
  readonly #onClose: () => Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(postgres: PostgresPool, onClose: () => Promise<void>) {
    this.#postgres = postgres;
    this.#onClose = onClose;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresSession> {
    refuseInsideTransaction();
    return PostgresSession.take(this.#postgres);
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
    this.#closed ??= this.#postgres.pool.end().then(this.#onClose);
    return this.#closed;
  }
}

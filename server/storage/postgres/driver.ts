import {
  type CompiledQuery,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Engine } from '../executor.ts';
import { leavesOutUnreachable, ReachableNodes } from '../reachable.ts';
import { isShortRead } from '../short-reads.ts';
import { isSlowRead } from '../slow-reads.ts';
import { refuseInsideTransaction, repeatConflicts } from '../transaction.ts';
import type { PostgresPool } from './pool.ts';
import { PostgresSession } from './session.ts';
import { SharedReads } from './shared-reads.ts';
import { Slots } from './slots.ts';

/** Slow reads leave the other connections to short requests, and processors of the database, too. */
const slowShare = 1 / 4;

/** Returns the engine for PostgreSQL, whose database can be on several nodes. */
export function postgresEngine(postgres: PostgresPool): Engine & { nodes: ReachableNodes } {
  const driver = new PostgresDriver(postgres);
  const reads = new SharedReads(postgres);
  const slow = new Slots(Math.max(1, Math.floor(slowShare * postgres.pool.options.max)));
  const runOnce = <R>(query: CompiledQuery) => {
    const run = () => runAlone<R>(driver, query);
    return isSlowRead(query) ? slow.run(run) : run();
  };
  const nodes = new ReachableNodes(runOnce);
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
      return leavesOutUnreachable(query) ? nodes.run<R>(query) : runOnce<R>(query);
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
  #closed: Promise<void> | undefined;

  constructor(postgres: PostgresPool) {
    this.#postgres = postgres;
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
    this.#closed ??= this.#postgres.pool.end();
    return this.#closed;
  }
}

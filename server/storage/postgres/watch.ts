import { CompiledQuery } from 'kysely';
import { SilentNodeError } from '../failure.ts';
import { type DatabaseNode, type Nodes, readNodes } from '../nodes.ts';
import { withPatience } from '../patience.ts';
import { waitsInVain } from '../reachable.ts';
import type { PostgresPool, WatchedConnection } from './pool.ts';
import { PostgresSession } from './session.ts';

const checkEveryMs = 250;
/** A statement that has taken longer can wait for a node that is cut off. */
const suspiciousMs = 500;
const askEveryMs = 1_000;
/** A node that accepts no connection within this time does not respond. */
const connectMs = 2_000;
/** Several nodes that are cut off are waited for one after the other. */
const askMs = 10_000;

/** Asks the nodes through a connection of its own, because statements that hang can occupy all others. */
export function createAsk(aside: PostgresPool): () => Promise<DatabaseNode[]> {
  return () =>
    withPatience(askMs, async () => {
      const session = await PostgresSession.take(aside);
      try {
        await session.begin();
        try {
          const setting = session.executeQuery(
            CompiledQuery.raw(`set local citus.node_connection_timeout = ${connectMs}`),
          );
          const [, nodes] = await Promise.all([setting, readNodes((query) => session.executeQuery(query))]);
          await session.commit();
          return nodes;
        } catch (error) {
          await session.rollback();
          throw error;
        }
      } finally {
        session.release();
      }
    });
}

/**
 * Watches the statements of a database on several nodes. A node that is cut off refuses nothing: each statement for its projects would wait for its time
 * limit, with a connection that other projects need. So once statements take suspiciously long, the nodes are asked. Statements that wait for one
 * that is cut off are ended, and further ones refused, until it responds.
 */
export function watchConnections(postgres: PostgresPool, nodes: Nodes): { stop(): void } {
  const inUse = new Set<WatchedConnection>();
  postgres.watch = { inUse, refuses: (query) => waitsInVain(nodes, query) };
  let askedAt = 0;
  let isAsking = false;

  const check = async () => {
    const now = performance.now();
    if (isAsking || now - askedAt < askEveryMs) return;
    const isSuspicious = () =>
      [...inUse].some((connection) => connection.waitedMilliseconds(now) > suspiciousMs);
    if (nodes.silent.length === 0 && !isSuspicious()) return;
    isAsking = true;
    // If the coordinator does not respond, the limits of the statements apply.
    await nodes.ask().catch(() => {});
    isAsking = false;
    askedAt = performance.now();
    for (const connection of inUse) if (connection.isInVain) connection.cut(new SilentNodeError());
  };

  const timer = setInterval(() => void check(), checkEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

import type { ServiceContext } from '../../core/context.ts';
import type { OutgoingMessage } from '../message.ts';
import type { SmtpConnector, SmtpTransport } from './smtp.ts';

/** The open connections of each project's connector. */
export interface SmtpPools {
  send(projectId: string, connector: SmtpConnector, mail: OutgoingMessage): Promise<string>;
  close(): void;
}

interface Pool {
  transport: Promise<SmtpTransport>;
  connector: SmtpConnector;
  openedAt: number;
  underWay: number;
}

const maxConnections = 8;

/** The name is resolved again after this time. */
const lifetimeMs = 60_000;

const maxPools = 200;

export function createSmtpPools(ctx: ServiceContext): SmtpPools {
  const pools = new Map<string, Pool>();

  function poolOf(projectId: string, connector: SmtpConnector): Pool {
    const known = pools.get(projectId);
    const isFresh = known && ctx.now() - known.openedAt < lifetimeMs;
    if (known && isFresh && isSame(known.connector, connector)) return known;
    if (known) retire(projectId, known);
    const oldest = pools.entries().next();
    if (pools.size >= maxPools && !oldest.done) retire(...oldest.value);
    const transport = open(ctx, connector);
    const pool = { transport, connector, openedAt: ctx.now(), underWay: 0 };
    pools.set(projectId, pool);
    return pool;
  }

  /** Retires a pool. Senders that still use it may finish; the last one closes it. */
  function retire(projectId: string, pool: Pool): void {
    if (pools.get(projectId) === pool) pools.delete(projectId);
    if (pool.underWay === 0) close(pool);
  }

  return {
    async send(projectId, connector, mail) {
      const pool = poolOf(projectId, connector);
      pool.underWay += 1;
      try {
        const transport = await pool.transport;
        return await transport.send(mail);
      } catch (error) {
        // A host that could not be reached is resolved again.
        if (pools.get(projectId) === pool) pools.delete(projectId);
        throw error;
      } finally {
        pool.underWay -= 1;
        if (pool.underWay === 0 && pools.get(projectId) !== pool) close(pool);
      }
    },
    close() {
      for (const [projectId, pool] of pools) retire(projectId, pool);
    },
  };
}

/** Loads the mail code only with the first mail. */
async function open(ctx: ServiceContext, connector: SmtpConnector): Promise<SmtpTransport> {
  const { openSmtp } = await import('./smtp.ts');
  return openSmtp(ctx, connector, { maxConnections });
}

function isSame(a: SmtpConnector, b: SmtpConnector): boolean {
  return (
    a.changedAt === b.changedAt &&
    JSON.stringify([a.settings, a.secret]) === JSON.stringify([b.settings, b.secret])
  );
}

function close(pool: Pool): void {
  pool.transport.then((transport) => transport.close()).catch(() => {});
}

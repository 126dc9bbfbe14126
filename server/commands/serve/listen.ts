import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listens, and returns the port. `localhost` means both loopback addresses: a browser may try either first, and another
 * program could listen on the one left free.
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number> {
  if (host !== 'localhost') {
    await app.listen({ host, port });
    return portOf(app.server);
  }
  const second = createServer((socket) => app.server.emit('connection', socket));
  let ended: Promise<unknown> | undefined;
  app.addHook('preClose', (done) => {
    if (second.listening) ended = new Promise((resolve) => second.close(resolve));
    done();
  });
  app.addHook('onClose', async () => {
    app.server.closeIdleConnections();
    await ended;
  });
  await app.listen({ host: firstAddressOf(host), port });
  const chosen = portOf(app.server);
  try {
    second.listen({ host: '::1', port: chosen });
    await once(second, 'listening');
  } catch (error) {
    if (!mayBeLeftOut(error, port)) throw error;
  }
  return chosen;
}

/** Returns the address that serves `host` even on a machine without IPv6. */
export function firstAddressOf(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

/** A machine may have no IPv6, and a port chosen by the system may be taken there: `localhost` then means IPv4. */
function mayBeLeftOut(error: unknown, wantedPort: number): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code) || (code === 'EADDRINUSE' && wantedPort === 0);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

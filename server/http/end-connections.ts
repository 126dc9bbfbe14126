import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Long enough for the first bytes of a connection that was opened for a request. */
const unusedMilliseconds = 500;

const sweepMilliseconds = 50;

/**
 * Ends connections without a request while the server closes, so that it waits for requests only. Node ends those that
 * are idle at the start of the close. This also ends those that become idle later, and those that have never been used:
 * browsers and load balancers open connections in advance, and Node would wait for their request.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const { server } = app;
  const sockets = new Set<Socket>();
  let sweeping: NodeJS.Timeout | undefined;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const closingSince = performance.now();
    sweeping = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - closingSince < unusedMilliseconds) return;
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, sweepMilliseconds);
    done();
  });
  // Fastify calls it when all connections have ended.
  app.addHook('onClose', async () => clearInterval(sweeping));
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a server and its clients that a test can interrupt. */
export interface TcpProxy {
  port: number;
  /** Closes open connections and refuses new ones. */
  cut(): Promise<void>;
  /** Forwards and answers nothing, like a host that lost its power. */
  freeze(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isFrozen) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isFrozen) to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    endAll();
    await once(server, 'close');
  };
  return {
    port,
    cut: stop,
    freeze: () => {
      isFrozen = true;
    },
    restore: async () => {
      if (isFrozen) endAll();
      isFrozen = false;
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

export interface SyslogReceiver {
  port: number;
  /** The messages of all connections, complete ones only. */
  messages: string[];
  connections: number;
  close(): Promise<void>;
}

/**
 * Starts a receiver of octet-counted syslog messages (RFC 6587 §3.4.1) that closes a connection when the sender has.
 * `onMessage` can end the connection before.
 *
 * With `diesAfter`, it forgets what it reads after that message, and when the sender closes, all connections end in order:
 * as the kernel ends them for a process that is killed with messages in its memory. Then it lives again.
 */
export async function startSyslogReceiver(
  options: {
    certificate?: Certificate;
    diesAfter?: number;
    onMessage?(socket: Socket, count: number): void;
  } = {},
): Promise<SyslogReceiver> {
  const { certificate, onMessage, diesAfter = Number.POSITIVE_INFINITY } = options;
  let isDead = false;
  let hasDied = false;
  const open = new Set<Socket>();
  const receiver = { port: 0, messages: [] as string[], connections: 0, close };
  const server = certificate ? createTlsServer(certificate, accept) : createServer(accept);

  function accept(socket: Socket): void {
    receiver.connections += 1;
    open.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        const [, length = ''] = /^(\d+) /.exec(rest.toString('latin1', 0, 12)) ?? [];
        const start = length.length + 1;
        const end = start + Number(length);
        if (length === '' || rest.length < end || socket.destroyed) return;
        if (!isDead) receiver.messages.push(rest.toString('utf8', start, end));
        rest = rest.subarray(end);
        isDead ||= !hasDied && receiver.messages.length === diesAfter;
        onMessage?.(socket, receiver.messages.length);
      }
    });
    socket.on('end', () => {
      if (!isDead) return;
      isDead = false;
      hasDied = true;
      for (const other of open) other.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  }

  async function close(): Promise<void> {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  }

  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

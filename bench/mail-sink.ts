import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface MailSink {
  port: number;
  /** The time and recipient of each accepted mail. */
  mails: { at: number; to: string }[];
  /** Resolves when this many mails have arrived. */
  waitFor(count: number): Promise<void>;
  close(): void;
}

/**
 * Accepts mails as fast as they arrive (RFC 5321): a complete mail server in JavaScript would be slower than
 * the senders.
 */
export async function startMailSink(): Promise<MailSink> {
  const mails: MailSink['mails'] = [];
  const sockets = new Set<Socket>();
  let look = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.setNoDelay();
    socket.write('220 sink.bench.example\r\n');
    let text = '';
    let to = '';
    let isInMail = false;
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = isInMail ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at === -1) return;
        const line = text.slice(0, at);
        text = text.slice(at + end.length);
        if (isInMail) {
          isInMail = false;
          mails.push({ at: performance.now(), to });
          look();
        } else {
          isInMail = /^data$/i.test(line);
          to = /^rcpt to:<(.*)>/i.exec(line)?.[1] ?? to;
        }
        socket.write(isInMail ? '354 go on\r\n' : /^quit$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    waitFor: (count) =>
      new Promise((resolve) => {
        look = () => mails.length >= count && resolve();
        look();
      }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { connectChecked } from '../../../core/connect-checked.ts';
import type { ServiceContext } from '../../../core/context.ts';
import { OutboundError } from '../../../core/outbound.ts';
import { DeliveryError } from '../../../delivery/delivery-error.ts';
import { withCleanText } from '../../../delivery/response-text.ts';
import { formatMessage, frame, logAudit, severities } from '../../../protocols/syslog/message.ts';
import type { SyslogReceiver } from './audit-stream.ts';
import type { Batch } from './batch.ts';
import type { CloudEvent } from './cloud-event.ts';

const connectTimeoutMs = 5_000;
/** With the connection less than a claim, so that a batch is confirmed before another instance may send it. */
const timeoutMs = 15_000;

/** The end of a connection that ended with another one arrives within this time. */
const settleMs = 50;

const closedEarly = 'closed the connection before it had read everything';

/** Callers must not reach other services of a host. The operator's own networks may use any port. */
const publicPorts = new Set([443, 6514]);

/**
 * Sends a batch over a connection of its own. Syslog has no confirmation, so the end of the connection takes its place: we
 * close our side after the last event, and a receiver that is alive reads up to there before it closes its own side.
 *
 * The kernel closes the connections of a process that dies in the same way, and unread events with them. But then it closes
 * all of them: a second connection, over which nothing is sent, must outlive the first.
 */
export function sendOverSyslog(ctx: ServiceContext, receiver: SyslogReceiver, batch: Batch): Promise<string> {
  return withCleanText([], async () => {
    const where = `${receiver.host}:${receiver.port}`;
    const hostname = new URL(ctx.baseUrl).hostname;
    const text = frame(batch.events.map((event) => toMessage(event, hostname)));
    const deadline = startDeadline();
    try {
      const open = async (addresses: string[]) => watch(await connect(receiver, addresses, deadline));
      const sending = await open(await allowedAddresses(ctx, receiver));
      // A name can stand for several machines.
      const witness = await open([sending.socket.remoteAddress ?? '']);
      await deliver(sending, witness, text);
    } catch (error) {
      throw error instanceof OutboundError
        ? error
        : new DeliveryError(`${where}: ${(error as Error).message}`);
    } finally {
      deadline.end();
    }
    return `${where} has read everything and closed the connection`;
  });
}

function toMessage({ action, severity, occurredAt, sequence, json }: CloudEvent, hostname: string): string {
  return formatMessage({
    facility: logAudit,
    severity: severities[severity],
    time: occurredAt,
    hostname,
    appName: 'latchkey',
    messageId: action,
    sequence,
    content: json,
  });
}

async function allowedAddresses(
  ctx: ServiceContext,
  { host, port, security }: SyslogReceiver,
): Promise<string[]> {
  const { addresses, isPrivate } = await ctx.resolve(host);
  if (!isPrivate && security === 'none') throw new OutboundError('only TLS is allowed');
  if (!isPrivate && !publicPorts.has(port))
    throw new OutboundError('only the ports 443 and 6514 are allowed');
  return addresses;
}

interface Deadline {
  /** Destroys the socket when the time is over, which breaks every wait for it. */
  watch<S extends Socket>(socket: S): S;
  /** Destroys what is left. */
  end(): void;
}

function startDeadline(): Deadline {
  const sockets: Socket[] = [];
  const tooLate = 'did not close the connection in time, so nothing shows that it has read all';
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy(new Error(tooLate));
  }, timeoutMs);
  return {
    watch(socket) {
      // An error is reported by the wait for it; here it must only not end the process.
      socket.on('error', () => {});
      sockets.push(socket);
      if (isOver) throw new Error(tooLate);
      return socket;
    },
    end() {
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function connect(
  { host: given, port, security, caCertificate }: SyslogReceiver,
  addresses: string[],
  deadline: Deadline,
): Promise<Socket> {
  const host = given.replace(/^\[|\]$/g, '');
  const socket = deadline.watch(await connectChecked({ host, port }, addresses, connectTimeoutMs));
  if (security === 'none') return socket;
  const encrypted = deadline.watch(
    connectTls({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(caCertificate && { ca: caCertificate }),
      minVersion: 'TLSv1.2',
    }),
  );
  await once(encrypted, 'secureConnect');
  return encrypted;
}

interface Connection {
  socket: Socket;
  isOpen: boolean;
  /** Resolves when the receiver closes its side, and rejects when the connection breaks. */
  ended: Promise<void>;
}

function watch(socket: Socket): Connection {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const connection: Connection = { socket, isOpen: true, ended: promise };
  const finish = (report: () => void) => {
    connection.isOpen = false;
    report();
  };
  socket.on('end', () => finish(resolve));
  socket.on('error', (error) => finish(() => reject(error)));
  socket.on('close', () => finish(() => reject(new Error(closedEarly))));
  // It is also awaited later, or not at all.
  promise.catch(() => {});
  // An end is noticed only by reading.
  socket.resume();
  return connection;
}

/** Resolves when the receiver has read everything, as far as that can be known. */
async function deliver(batch: Connection, witness: Connection, text: string): Promise<void> {
  const written = new Promise<void>((resolve) => batch.socket.write(text, () => resolve()));
  await Promise.race([written, batch.ended]);
  await sleep(settleMs);
  if (!batch.isOpen) {
    await batch.ended;
    throw new Error(closedEarly);
  }
  batch.socket.end();
  await batch.ended;
  await sleep(settleMs);
  if (!witness.isOpen)
    throw new Error('closed all connections, so it may have stopped before it had read everything');
  witness.socket.end();
}

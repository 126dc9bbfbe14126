import { connect, isIP, type Socket } from 'node:net';
import { OutboundError } from './outbound.ts';

/** Connects to the checked addresses of a host, one after the other, and never to the name. */
export function connectChecked(
  { host, port }: { host: string; port: number },
  addresses: string[],
  timeoutMs: number,
): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connect({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, answer) => answer(null, found),
  });
  return new Promise((resolve, reject) => {
    const finish = (reason?: string) => {
      socket.removeAllListeners('error').removeAllListeners('connect').setTimeout(0);
      if (reason === undefined) return resolve(socket);
      socket.on('error', () => {}).destroy();
      reject(new OutboundError(reason));
    };
    socket.setTimeout(timeoutMs, () => finish(`${host}:${port} does not respond`));
    socket.once('connect', () => finish());
    socket.once('error', (error) => finish(`no connection to ${host}:${port}: ${messageOf(error)}`));
  });
}

/** With several addresses, each has its own error. */
function messageOf(error: Error): string {
  const each = error instanceof AggregateError ? error.errors : [error];
  return each.map((one) => (one as Error).message).join('; ');
}

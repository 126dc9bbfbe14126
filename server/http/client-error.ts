import type { Socket } from 'node:net';
import { errorBody, ServiceError } from '../core/errors.ts';

// Not imported, for the reason that `core/outbound.ts` gives.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Time for the client to read the response while it may still be sending. */
const lingerMilliseconds = 500;

const refusals: Record<string, ServiceError> = {
  HPE_HEADER_OVERFLOW: new ServiceError('E011011'),
  ERR_HTTP_REQUEST_TIMEOUT: new ServiceError('E011009'),
};

const notHttp = new ServiceError('E011001', 'The request is not valid HTTP');

/** The first bytes of both versions of the PROXY protocol, which some load balancers send before the request. */
const proxyProtocol = [Buffer.from('PROXY '), Buffer.from('\r\n\r\n\0\r\nQUIT\n')];

const proxyHeader = new ServiceError(
  'E011001',
  'The PROXY protocol is not supported. Configure the proxy to send X-Forwarded-For instead',
);

/** Answers requests that Node could not parse. `socket` may carry another response that has already begun. */
export function answerClientError(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  const answering = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage;
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    // The rest of the refused request arrives here again, piece by piece.
    if (!socket.writableEnded) socket.destroy();
    return;
  }
  const refusal = isProxyHeader(error.rawPacket) ? proxyHeader : (refusals[error.code ?? ''] ?? notHttp);
  const body = JSON.stringify(errorBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
}

function isProxyHeader(packet: unknown): boolean {
  return (
    Buffer.isBuffer(packet) && proxyProtocol.some((start) => packet.subarray(0, start.length).equals(start))
  );
}

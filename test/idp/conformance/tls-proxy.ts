import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../counterparts/certificate.ts';

export interface TlsProxy {
  url: string;
  /** Forwards to this port of the machine from now on. */
  forwardTo(port: number): void;
  close(): Promise<void>;
}

/** Starts TLS in front of a server on this machine, which need not run yet. */
export async function startTlsProxy({ key, cert }: Certificate): Promise<TlsProxy> {
  let target = 0;
  const server = createServer({ key, cert }, (request, response) => {
    const { method, url: path, headers } = request;
    const forwarded = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': headers.host ?? '',
      'x-forwarded-for': '127.0.0.1',
      // The suite reads what kind of TLS its clients have used.
      'x-ssl-protocol': 'TLSv1.3',
      'x-ssl-cipher': 'TLS_AES_128_GCM_SHA256',
      'x-forwarded-port': String((server.address() as AddressInfo).port),
    };
    const upstream = httpRequest(
      { host: '127.0.0.1', port: target, method, path, headers: { ...headers, ...forwarded } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    upstream.on('error', (error) => response.writeHead(502).end(error.message));
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (port) => {
      target = port;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

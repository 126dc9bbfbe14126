import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The response to one request. Text is sent unchanged; `status` defaults to 200. */
export interface Reply {
  status?: number;
  body: unknown;
  delayMs?: number;
}

export interface Received {
  path: string;
  form: Record<string, string>;
  headers: IncomingMessage['headers'];
}

/**
 * A server with the test's response for each path: stands in for providers whose real service a test cannot
 * reach.
 */
export interface OAuthServer {
  origin: string;
  replies: Record<string, Reply | ((received: Received) => Reply | Promise<Reply>)>;
  received: Received[];
  stop(): Promise<void>;
}

export async function startOAuthServer(): Promise<OAuthServer> {
  const replies: OAuthServer['replies'] = {};
  const received: Received[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const one = { path, form, headers: request.headers };
    received.push(one);
    const known = replies[path] ?? { status: 404, body: {} };
    const { status = 200, body, delayMs = 0 } = typeof known === 'function' ? await known(one) : known;
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    }, delayMs);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replies,
    received,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

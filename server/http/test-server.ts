import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { ProjectContext } from '../core/context.ts';
import { unauthorized } from '../core/errors.ts';
import { createLog } from '../core/log.ts';
import { endpoint } from './endpoint.ts';
import { mountEndpoints } from './mount.ts';
import { createRateLimiter } from './rate-limit.ts';
import { emptyObject, t } from './schema.ts';
import { createServer } from './server.ts';

const sample = { method: 'POST', summary: '', auth: 'project', input: emptyObject, errors: [] } as const;
const endpoints = [
  endpoint({
    ...sample,
    name: 'echo',
    path: '/v1/echo',
    input: t.map(t.any()),
    output: t.map(t.any()),
    handle: async (_ctx, input) => input,
  }),
  endpoint({
    ...sample,
    name: 'slow',
    path: '/v1/slow',
    output: emptyObject,
    handle: () => new Promise<object>(() => {}),
  }),
  endpoint({
    ...sample,
    name: 'broken',
    path: '/v1/broken',
    output: emptyObject,
    handle: () => Promise.reject(new Error('select * from users')),
  }),
  endpoint({
    ...sample,
    name: 'undeclared',
    path: '/v1/undeclared',
    output: emptyObject,
    handle: () => Promise.reject(unauthorized('x')),
  }),
  endpoint({
    ...sample,
    name: 'talkative',
    path: '/v1/talkative',
    output: emptyObject,
    handle: async () => ({ secret: 1 }) as never,
  }),
];

export interface TestServer {
  app: FastifyInstance;
  port: number;
  /** The lines logged so far. */
  lines: string[];
}

/** Starts a server with a few routes for the project `known`, without a database. */
export async function startTestServer(): Promise<TestServer> {
  const lines: string[] = [];
  const log = createLog(
    { logFormat: 'json', logLevel: 'debug' },
    { write: (line: string) => lines.push(line) },
  );
  const app = createServer(log);
  app.addHook('onRoute', (route) => {
    if (route.url === '/v1/slow') route.handlerTimeout = 200;
  });
  const project = async (_service: unknown, id: string) => {
    if (id !== 'known') throw unauthorized('unknown');
    return { project: { id } } as ProjectContext;
  };
  const never = () => Promise.reject(unauthorized('never'));
  await app.register(async (api) =>
    mountEndpoints(api, endpoints, {
      service: {} as never,
      recordRefusal: async () => {},
      authenticators: {
        project,
        recalledProject: project,
        management: never,
        accessKey: never,
        refresh: never,
        tenantAdministrator: never,
        anyRefresh: never,
        awaitingRefresh: never,
        session: never,
        administration: never,
        administrator: never,
        authorizeAdministrator: never,
        authorizeKey: never,
      },
      handleForKey: never,
      handleForTenantAdministrator: never,
      administrators: { handle: never, endReplacedSession: never },
      rateLimiter: createRateLimiter(log),
      strict: true,
    }),
  );
  app.get('/keys/:id/jwks.json', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port, lines };
}

/** Returns everything received on a connection until it closes or pauses. */
export async function exchange(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  for (const piece of pieces) await write(socket, piece);
  await Promise.race([closed, silence(socket)]);
  socket.destroy();
  return text;
}

function write(socket: Socket, piece: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(piece, () => resolve()));
}

function silence(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, 700);
    socket.on('data', () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 100);
    });
  });
}

export const known = 'Authorization: Bearer known\r\n';
export const json = 'Content-Type: application/json\r\n';
export const request = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`;

interface Parsed {
  status: number;
  head: string;
  body: { errorCode?: string; errorDescription?: string; errorMessage?: string };
}

export function parsed(text: string): Parsed {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

export function expectRefusal(text: string, status: number, errorCode: string): Parsed {
  const answer = parsed(text);
  expect(answer).toMatchObject({ status, body: { errorCode } });
  expect(Object.keys(answer.body).sort()).toEqual(['errorCode', 'errorDescription', 'errorMessage']);
  expect(answer.head).toContain('content-type: application/json');
  expect(answer.head).toContain('cache-control: no-store');
  expect(answer.head).toContain('x-content-type-options: nosniff');
  return answer;
}

import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { createServer } from './server.ts';
import {
  exchange as exchangeWith,
  expectRefusal,
  json,
  known,
  parsed,
  request,
  startTestServer,
  type TestServer,
} from './test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.app.close());

const exchange = (...pieces: (string | Buffer)[]) => exchangeWith(server.port, ...pieces);

describe('what is not HTTP is refused in JSON', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n', 400, 'E011001'],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'E011001'],
    ['an unknown method', request('FETCH /v1/echo'), 400, 'E011001'],
    ['a method in lower case', request('post /v1/echo'), 400, 'E011001'],
    ['a length that is no number', request('POST /v1/echo', 'Content-Length: 1x\r\n'), 400, 'E011001'],
    ['a negative length', request('POST /v1/echo', 'Content-Length: -1\r\n'), 400, 'E011001'],
    ['two lengths', request('POST /v1/echo', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400, 'E011001'],
    [
      'a length and chunks',
      request('POST /v1/echo', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      400,
      'E011001',
    ],
    [
      'a chunk without a size',
      request('POST /v1/echo', `${known}${json}Transfer-Encoding: chunked\r\n`, 'x\r\n'),
      400,
      'E011001',
    ],
    ['a space before the colon', request('GET /healthz', 'Authorization : Bearer x\r\n'), 400, 'E011001'],
    ['a folded header', request('GET /healthz', 'X-A: a\r\n b\r\n'), 400, 'E011001'],
    ['a control character in a header', request('GET /healthz', 'X-A: a\0b\r\n'), 400, 'E011001'],
    ['no host', 'POST /v1/echo HTTP/1.1\r\nAuthorization: Bearer known\r\n\r\n', 400, 'E011001'],
    [
      '20 KB of headers',
      request('GET /v1/echo', `Authorization: Bearer ${'x'.repeat(20_000)}\r\n`),
      431,
      'E011011',
    ],
    ['1 MB of headers', request('GET /v1/echo', `X-A: ${'x'.repeat(1_000_000)}\r\n`), 431, 'E011011'],
  ])('%s', async (_what, text, status, code) => {
    const answer = await exchange(text);
    expectRefusal(answer, status, code);
  });
});

describe('addresses', () => {
  test.each(['/%', '/%zz', '/v1/%c3%28', '/%E0%A4%A'])('%s is not accepted as a request', async (path) => {
    expectRefusal(await exchange(request(`GET ${path}`)), 400, 'E011001');
  });

  test.each(['/', '/v1', '/v1/echo/', '/V1/echo', '/v1/echo/../echo', '/v1/%2fecho'])(
    '%s is not a route',
    async (path) => {
      expectRefusal(await exchange(request(`POST ${path}`, known)), 404, 'E011005');
    },
  );

  test('a parameter that is too long is not a route', async () => {
    expectRefusal(await exchange(request(`GET /keys/${'x'.repeat(300)}/jwks.json`)), 404, 'E011005');
  });

  test('an address over 8 KiB is refused on any route', async () => {
    for (const path of ['/v1/echo', '/nowhere', '/keys/1/jwks.json']) {
      const line = `POST ${path}?x=${'x'.repeat(8_192)}`;
      expectRefusal(await exchange(request(line, known)), 414, 'E011010');
    }
  });

  test('doubled slashes count as one', async () => {
    const text = await exchange(request('POST //v1///echo', `${known}${json}Content-Length: 2\r\n`, '{}'));
    expect(parsed(text)).toMatchObject({ status: 200, body: {} });
  });

  test('an absolute form of the address is served', async () => {
    const text = await exchange(request(`POST http://x/v1/echo`, known));
    expect([200, 404]).toContain(parsed(text).status);
  });
});

describe('methods', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is refused with the allowed methods',
    async (method) => {
      for (const path of ['/v1/echo', '//v1/echo?x=1']) {
        const { head } = expectRefusal(
          await exchange(request(`${method} ${path}`, `${known}X-Secret: s3cret\r\n`)),
          405,
          'E011006',
        );
        expect(head).toMatch(/^allow: post$/m);
        expect(head).not.toContain('s3cret');
      }
    },
  );

  test('a route with a parameter lists its methods, too', async () => {
    const { head } = expectRefusal(await exchange(request('DELETE /keys/P1/jwks.json')), 405, 'E011006');
    expect(head).toMatch(/^allow: get, head$|^allow: head, get$/m);
  });

  test('HEAD has the headers of the refusal and no body', async () => {
    const text = await exchange(request('HEAD /v1/echo', known));
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toMatch(/\r\n\r\n$/);
  });

  test('a refused method leaves its body unread', async () => {
    const text = await exchange(request('PUT /v1/echo', `${known}${json}Content-Length: 9\r\n`, '{"a":1,,}'));
    expectRefusal(text, 405, 'E011006');
  });

  test('CONNECT gets no tunnel', async () => {
    expect(await exchange(request('CONNECT x:443'))).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

test('requests that reach a closing server are answered before their connection ends', async () => {
  const closing = createServer(createLog({ logFormat: 'json', logLevel: 'silent' }));
  let finish: ((body: object) => void) | undefined;
  closing.get('/wait', () => new Promise((resolve) => (finish = resolve)));
  closing.get('/quick', async () => {
    finish?.({});
    return {};
  });
  await closing.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((closing.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(request('GET /wait'));
  await expect.poll(() => finish).toBeDefined();
  const closed = closing.close();
  socket.write(request('GET /quick'));
  await Promise.all([closed, ended]);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

// As browsers do for the next page, and load balancers to see whether the port is open.
test('a connection that was opened in advance and never used does not delay the close', async () => {
  const closing = createServer(createLog({ logFormat: 'json', logLevel: 'silent' }));
  const reached = new Promise((resolve) => closing.server.once('connection', resolve));
  await closing.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((closing.server.address() as AddressInfo).port, '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await reached;
  await Promise.all([closing.close(), ended]);
});

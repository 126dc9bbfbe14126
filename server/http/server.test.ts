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

const invalidHosts = [
  '',
  'a b',
  'a\tb',
  'a@b',
  'a/b',
  'http://a',
  'a?b',
  'a#b',
  'a:b',
  'a:80:80',
  'a:65536',
  '[x]',
  '::1',
  'a%zz',
  '<a>',
  'ä',
];

const exchange = (...pieces: (string | Buffer)[]) => exchangeWith(server.port, ...pieces);

describe('what is not HTTP is refused in JSON', () => {
  test.each<[string, string | Buffer, number, string]>([
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
    ['two hosts', request('POST /v1/echo', `${known}Host: x\r\n`), 400, 'E011001'],
    ['two hosts, in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n', 400, 'E011001'],
    ...invalidHosts.map(
      (host) =>
        [`the host ${host}`, `POST /v1/echo HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 400, 'E011001'] as [
          string,
          string,
          number,
          string,
        ],
    ),
    ['two credentials', request('POST /v1/echo', `${known}AUTHORIZATION: Bearer x\r\n`), 400, 'E011001'],
    ['two content types', request('POST /v1/echo', `${known}${json}${json}`), 400, 'E011001'],
    [
      'a coding of the transfer',
      request('POST /v1/echo', `${known}Transfer-Encoding: gzip, chunked\r\n`),
      400,
      'E011001',
    ],
    [
      'chunks in HTTP/1.0',
      'POST /v1/echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'E011001',
    ],
    ['an address of another kind', request('POST ftp://x/v1/echo', known), 400, 'E011001'],
    ['an absolute address without a host', request('POST http:///v1/echo', known), 400, 'E011001'],
    ['a user in an absolute address', request('POST http://u:p@x/v1/echo', known), 400, 'E011001'],
    ['the PROXY protocol', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\n\r\n', 400, 'E011001'],
    ['its second version', Buffer.from('0d0a0d0a000d0a515549540a21110000', 'hex'), 400, 'E011001'],
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

  test.each(['http://x', 'https://elsewhere.example:8443', 'HTTP://[::1]'])(
    'the absolute form is the same address, on whichever host: %s',
    async (origin) => {
      expect(parsed(await exchange(request(`POST ${origin}//v1/echo?x=1`, known))).status).toBe(200);
      expectRefusal(await exchange(request(`PUT ${origin}/v1/echo`, known)), 405, 'E011006');
      expectRefusal(await exchange(request(`GET ${origin}`, known)), 404, 'E011005');
    },
  );

  test.each(['x', 'x.example:80', 'x_y', '127.0.0.1:', '[::1]:8080', 'xn--mnchen-3ya.example', 'x%20y'])(
    'the host %s is accepted',
    async (host) => {
      const text = `POST /v1/echo HTTP/1.1\r\nHost: ${host}\r\n${known}\r\n`;
      expect(parsed(await exchange(text)).status).toBe(200);
    },
  );

  test.each(['%ff', '%C3', '%ed%a0%80', '%c0%af', 'a%20%E4b'])(
    'a query that is not UTF-8 is refused: %s',
    async (text) => {
      expectRefusal(await exchange(request(`POST /v1/echo?x=${text}`, known)), 400, 'E011001');
    },
  );

  test.each(['100%', '%zz', '%C3%A4', '%zz%C3%A4', '%00', '%F0%9F%98%80'])(
    'any other query is read: %s',
    async (text) => {
      expect(parsed(await exchange(request(`POST /v1/echo?x=${text}`, known))).status).toBe(200);
    },
  );
});

test('a request without a host is served in HTTP/1.0, and cookies may come in several headers', async () => {
  expect(parsed(await exchange(`POST /v1/echo HTTP/1.0\r\n${known}\r\n`)).status).toBe(200);
  expect(
    parsed(await exchange(request('GET /keys/1/jwks.json', `Cookie: a=1\r\nCookie: b=2\r\n`))).status,
  ).toBe(200);
});

test('the refusal of the PROXY protocol names what to use instead', async () => {
  const { body } = parsed(await exchange('PROXY TCP6 ::1 ::1 1 2\r\n'));
  expect(body.errorMessage).toContain('X-Forwarded-For');
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

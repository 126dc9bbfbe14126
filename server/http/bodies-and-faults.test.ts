import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('bodies', () => {
  const large = 'x'.repeat(64 * 1024 + 1);

  test('a body one byte over 64 KiB is refused, with or without Content-Length', async () => {
    const announced = request('POST /v1/echo', `${known}${json}Content-Length: ${large.length}\r\n`, large);
    const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const unannounced = request('POST /v1/echo', `${known}${json}Transfer-Encoding: chunked\r\n`, chunked);
    for (const text of [announced, unannounced]) {
      const { head } = expectRefusal(await exchange(text), 413, 'E011007');
      expect(head).toContain('connection: close');
    }
  });

  test('a body that never ends is cut off soon after the limit, without filling memory', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    // Counts this thread's buffers only, because other threads run other tests.
    const before = process.memoryUsage().arrayBuffers;
    const senders = Array.from({ length: 20 }, async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.write(request('POST /v1/echo', `${known}${json}Transfer-Encoding: chunked\r\n`));
      while (!socket.destroyed) {
        await new Promise<void>((resolve) => socket.write(chunk, () => setImmediate(resolve)));
        expect(socket.bytesWritten).toBeLessThan(16 * 1024 * 1024);
      }
      await closed;
      return text;
    });
    // A client that still sends when the connection ends may lose the response (RFC 9112 §9.6).
    for (const text of await Promise.all(senders)) expect(text).toMatch(/^(HTTP\/1\.1 413 |$)/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('a body announced as a gigabyte is refused before it arrives', async () => {
    const text = await exchange(request('POST /v1/echo', `${known}${json}Content-Length: 1073741824\r\n`));
    expectRefusal(text, 413, 'E011007');
  });

  test('exactly 64 KiB are read', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(64 * 1024 - 8) });
    const text = await exchange(
      request('POST /v1/echo', `${known}${json}Content-Length: ${body.length}\r\n`, body),
    );
    expect(parsed(text).status).toBe(200);
  });

  test('without credentials the body is not examined, and the connection stays usable', async () => {
    const body = '{'.repeat(500_000);
    const refused = request('POST /v1/echo', `${json}Content-Length: ${body.length}\r\n`, body);
    const good = request('POST /v1/echo', `${known}Connection: close\r\n`);
    const [first, , second] = (await exchange(refused, good)).split(/(?=HTTP\/1\.1)|\r\n\r\n(?=\{)/);
    expect(first).toMatch(/^HTTP\/1\.1 401 /);
    expect(second).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a client that sends a megabyte without credentials is cut off', async () => {
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', () => {});
    socket.write(request('POST /v1/echo', `${json}Content-Length: 1073741824\r\n`));
    socket.write(body);
    await closed;
  });

  test('with Expect, the server asks for the body only when the credentials are valid', async () => {
    const headers = `${json}Content-Length: 7\r\nExpect: 100-continue\r\nConnection: close\r\n`;
    expect(await exchange(request('POST /v1/echo', headers))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await exchange(request('POST /v1/echo', known + headers))).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\n$/,
    );
    expect(await exchange(request('POST /v1/echo', known + headers, '{"a":1}'))).toMatch(
      /^HTTP\/1\.1 100 .*HTTP\/1\.1 200 .*\{"a":1\}$/s,
    );
  });

  test('another expectation is ignored', async () => {
    const text = await exchange(request('POST /v1/echo', `${known}Expect: the-unexpected\r\n`));
    expect(parsed(text).status).toBe(200);
  });

  test('a body that ends too early is dropped without a fault', async () => {
    server.lines.length = 0;
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.write(request('POST /v1/echo', `${known}${json}Content-Length: 100\r\n`, '{"a":'));
    setTimeout(() => socket.destroy(), 50);
    await once(socket, 'close');
    await expect.poll(() => server.lines.join('')).toContain('E011009');
    expect(server.lines.join('')).not.toContain('"level":"error"');
  });

  test('a body that does not arrive in time is refused as late, not as a fault', async () => {
    const text = await exchange(request('POST /v1/slow', `${known}${json}Content-Length: 100\r\n`, '{"a":'));
    expectRefusal(text, 408, 'E011009');
  });
});

describe('faults', () => {
  test.each(['/v1/broken', '/v1/talkative', '/v1/slow'])(
    '%s reveals no internals in the response and is logged',
    async (path) => {
      server.lines.length = 0;
      const { body, head } = expectRefusal(await exchange(request(`POST ${path}`, known)), 500, 'E500001');
      expect(body.errorMessage).toBe('Something went wrong on the server');
      const id = /^x-request-id: (.*)$/m.exec(head)?.[1];
      const line = server.lines.map((text) => JSON.parse(text)).find(({ level }) => level === 'error');
      expect(line).toMatchObject({ id, route: path, err: { stack: expect.any(String) } });
    },
  );

  test('in strict mode, an error code that the endpoint does not declare is a fault, but a refusal of its credentials is not', async () => {
    expectRefusal(await exchange(request('POST /v1/undeclared', known)), 401, 'E111119');
  });

  test('neither the query nor the body nor the credentials are logged', async () => {
    server.lines.length = 0;
    const body = '{"a":"s3cret"}';
    const headers = `${known}${json}Content-Length: ${body.length}\r\nCookie: c=s3cret\r\n`;
    await exchange(request('POST /v1/broken?code=s3cret', headers, body));
    expect(server.lines.length).toBeGreaterThan(0);
    expect(server.lines.join('')).not.toContain('s3cret');
    expect(server.lines.join('')).not.toContain('Bearer');
  });
});

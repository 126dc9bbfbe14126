import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundFetch, OutboundError } from './outbound.ts';

let requests: string[] = [];

const answers: Record<string, RequestListener> = {
  '/': (_request, response) => response.end('hello'),
  '/redirect': (_request, response) => response.writeHead(302, { location: '/' }).end(),
  '/large': (_request, response) => response.end('x'.repeat(5_000)),
  '/endless': (_request, response) => {
    const more = () => response.write('x'.repeat(65_536), (error) => error || setImmediate(more));
    more();
  },
  '/silent': () => {},
  '/drip': (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('short');
    setTimeout(() => response.destroy(), 20);
  },
  '/echo': (request, response) => {
    request.pipe(response.writeHead(201, { 'x-type': request.headers['content-type'] ?? '' }));
  },
};

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    answers[request.url ?? '']?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const strict = createOutboundFetch([]);
const open = createOutboundFetch(['127.0.0.0/8']);
const at = (path: string) => `http://127.0.0.1:${port}${path}`;

describe('without permission, only public addresses are reachable', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '１２７.0.0.1',
    '127。0。0。1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:10.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::7f00:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[5f00::1]',
    '[4000::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'x.localhost',
  ])('%s is refused', async (host) => {
    requests = [];
    for (const scheme of ['http', 'https']) {
      const refusal = await strict(`${scheme}://${host}:${port}/`, { timeoutMs: 2_000 }).catch(
        (error) => error,
      );
      expect(refusal).toBeInstanceOf(OutboundError);
      expect(refusal.message).toMatch(/not a public address|cannot be resolved/);
    }
    expect(requests).toEqual([]);
  });

  test.each([
    ['http://203.0.114.1/', /only https/],
    ['https://1.1.1.1:22/', /ports/],
    ['https://[2606:4700:4700::1111]:8080/', /ports/],
    ['ftp://1.1.1.1/', /only https/],
    ['file:///etc/passwd', /only https/],
    ['data:text/plain,x', /only https/],
    ['gopher://127.0.0.1/', /only https/],
    ['https://user@1.1.1.1/', /user or password/],
    ['https://:secret@1.1.1.1/', /user or password/],
    ['//1.1.1.1/', /absolute/],
    ['/etc/passwd', /absolute/],
    ['', /absolute/],
  ])('%j is refused', async (url, reason) => {
    await expect(strict(url)).rejects.toThrow(reason);
  });
});

describe('operator permission', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.0/8', '127.0.0.1'],
    ['127.0.0.0/8', '[::ffff:127.0.0.1]'],
    ['localhost', 'localhost'],
    ['LocalHost', 'localhost'],
  ])('%s makes %s reachable', async (entry, host) => {
    const answer = await createOutboundFetch([entry])(`http://${host}:${port}/`);
    expect(answer.body.toString()).toBe('hello');
  });

  test.each([
    ['127.0.0.2', '127.0.0.1'],
    ['127.0.0.2/32', '127.0.0.1'],
    ['10.0.0.0/8', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['host', 'localhost'],
    ['::/0', '127.0.0.1'],
    ['0.0.0.0/0', '[::1]'],
  ])('%s still refuses %s', async (entry, host) => {
    await expect(createOutboundFetch([entry])(`http://${host}:${port}/`)).rejects.toThrow(
      /not a public address/,
    );
  });
});

describe('an outgoing request', () => {
  test('does not follow redirects', async () => {
    requests = [];
    const answer = await open(at('/redirect'));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/' } });
    expect(requests).toHaveLength(1);
  });

  test('carries the method, the headers and the body', async () => {
    const options = { method: 'POST' as const, headers: { 'content-type': 'text/x' }, body: 'näh' };
    const answer = await open(at('/echo'), options);
    expect(answer).toMatchObject({ status: 201, headers: { 'x-type': 'text/x' } });
    expect(answer.body.toString()).toBe('näh');
  });

  test('accepts a response up to the limit', async () => {
    expect((await open(at('/large'), { maxBytes: 5_000 })).body).toHaveLength(5_000);
    await expect(open(at('/large'), { maxBytes: 4_999 })).rejects.toThrow(/larger than 4999 bytes/);
    await expect(open(at('/endless'))).rejects.toThrow(/larger than 1048576 bytes/);
  });

  test.each(['/silent', '/drip'])('has to be answered in time: %s', async (path) => {
    await expect(open(at(path), { timeoutMs: 150 })).rejects.toThrow(/did not respond in time/);
  });

  test('counts toward the limit of a hundred for a host that does not answer', async () => {
    const asked = Array.from({ length: 103 }, () => open(at('/silent'), { timeoutMs: 2_000 }));
    const outcomes = await Promise.allSettled(asked);
    const reasons = outcomes.map((one) => String((one as PromiseRejectedResult).reason));
    expect(reasons.filter((reason) => reason.includes('unanswered requests'))).toHaveLength(3);
    expect((await open(at('/'))).status).toBe(200);
  });

  test('has to receive as much as the response announces', async () => {
    await expect(open(at('/cut'))).rejects.toThrow(OutboundError);
  });

  test('that finds no server is not blamed on the caller, and does not tell the address of the host', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port: freePort } = closed.address() as AddressInfo;
    closed.close();
    const named = createOutboundFetch(['localhost']);
    const failure = await named(`http://localhost:${freePort}/`).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OutboundError);
    expect((failure as Error).message).toBe(`localhost:${freePort}: connect ECONNREFUSED`);
  });
});

import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../core/log.ts';
import { addressKey } from './rate-limit.ts';
import './request.ts';
import { createServer } from './server.ts';

const log = createLog({ logFormat: 'json', logLevel: 'silent' });
let app: FastifyInstance;
afterEach(() => app.close());

/** Returns the client address that a server with these trusted proxies sees, over a real connection. */
async function clientOf(trustedProxies: string[], headers: string[] = []) {
  app = createServer(log, trustedProxies);
  app.get('/', async (request) => ({ ...request.client, host: request.host, protocol: request.protocol }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(['GET / HTTP/1.1', 'Host: here', ...headers, 'Connection: close', '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += chunk;
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
}

const forwarded = (...values: string[]) => values.map((value) => `X-Forwarded-For: ${value}`);
const loopback = ['127.0.0.0/8'];

test('without a list of proxies, no header is believed', async () => {
  expect(await clientOf([])).toMatchObject({ address: '127.0.0.1', isRelayed: false });
  await app.close();
  expect(await clientOf([], forwarded('203.0.113.7'))).toMatchObject({
    address: '127.0.0.1',
    isRelayed: true,
  });
  await app.close();
  const rfc7239 = await clientOf([], ['Forwarded: for=203.0.113.7']);
  expect(rfc7239).toMatchObject({ address: '127.0.0.1', isRelayed: true });
  await app.close();
  const via = await clientOf([], ['Via: 1.1 proxy.example']);
  expect(via).toMatchObject({ address: '127.0.0.1', isRelayed: true });
});

test.each([
  ['the only entry', ['203.0.113.7'], '203.0.113.7'],
  ['the last entry, whatever the client wrote before it', ['198.51.100.1, 203.0.113.7'], '203.0.113.7'],
  ['the last of several headers', ['198.51.100.1', '203.0.113.7'], '203.0.113.7'],
  [
    'the entry that one trusted proxy received from another',
    ['1.2.3.4, 203.0.113.7, 10.0.0.2, 10.0.0.3'],
    '203.0.113.7',
  ],
  [
    'an untrusted address, whatever trusted one it claims behind it',
    ['10.0.0.9, 203.0.113.7'],
    '203.0.113.7',
  ],
  ['the outermost address when all are trusted', ['10.0.0.2, 10.0.0.3'], '10.0.0.2'],
  ['an entry with a port', ['203.0.113.7:4711'], '203.0.113.7'],
  ['IPv6', ['2001:db8::7'], '2001:db8::7'],
  ['IPv6 with a port', ['[2001:db8::7]:4711'], '2001:db8::7'],
  ['an IPv4-mapped IPv6 address', ['::ffff:203.0.113.7'], '203.0.113.7'],
  ['the same in hexadecimal', ['::FFFF:CB00:7107'], '203.0.113.7'],
  ['the same with a port', ['[::ffff:203.0.113.7]:4711'], '203.0.113.7'],
  ['IPv6 in its one form', ['2001:DB8:0:0::7'], '2001:db8::7'],
])('behind a trusted proxy the client is %s', async (_what, values, address) => {
  const client = await clientOf([...loopback, '10.0.0.0/24'], forwarded(...values));
  expect(client).toMatchObject({ address, isRelayed: false });
});

test.each(['unknown', '_hidden', '', '203.0.113', '0x7f000001', '127.1', '203.0.113.7, x'])(
  'an entry that is not an address, %j, ends the search and marks the request',
  async (value) => {
    expect(await clientOf(loopback, forwarded(value))).toMatchObject({
      address: '127.0.0.1',
      isRelayed: true,
    });
  },
);

test('forwarded requests whose client is not known are logged once, with the variable to set', async () => {
  const lines: string[] = [];
  app = createServer(
    createLog({ logFormat: 'json', logLevel: 'warn' }, { write: (line: string) => lines.push(line) }),
  );
  app.get('/', async (request) => request.client);
  for (const forwardedFor of [undefined, '203.0.113.7', '203.0.113.8'])
    await app.inject({ url: '/', headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {} });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('LATCHKEY_TRUSTED_PROXIES');
});

test('no other header of a trusted proxy is believed', async () => {
  const client = await clientOf(loopback, [
    ...forwarded('203.0.113.7'),
    ...['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https'],
  ]);
  expect(client).toMatchObject({ host: 'here', protocol: 'http' });
});

test('a proxy that connects over IPv4 to an IPv6 socket is recognised', async () => {
  app = createServer(log, loopback);
  app.get('/', async (request) => request.client);
  await app.listen({ host: '::', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(await answer.json()).toEqual({ address: '203.0.113.7', isRelayed: false });
});

test('all addresses of a 64-bit IPv6 network count as one, and each IPv4 address counts alone', () => {
  expect(addressKey('2001:db8:0:1::1')).toBe(addressKey('2001:db8:0:1:ffff:ffff:ffff:ffff'));
  expect(addressKey('2001:db8:0:1::1')).not.toBe(addressKey('2001:db8:0:2::1'));
  expect(addressKey('::1')).not.toBe(addressKey('2001:db8::1'));
  expect(addressKey('203.0.113.7')).not.toBe(addressKey('203.0.113.8'));
});

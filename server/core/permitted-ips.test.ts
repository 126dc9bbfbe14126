import { expect, test } from 'vitest';
import { isPermittedIp, readPermittedIps } from './permitted-ips.ts';

test('no list permits every address', () => {
  expect(isPermittedIp([], '203.0.113.7')).toBe(true);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '::ffff:203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.0/120', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.255'],
  ['203.0.113.9/24', '203.0.113.255'],
  ['0.0.0.0/0', '198.51.100.1'],
  ['2001:db8::/32', '2001:db8:1::1'],
  ['2001:DB8::1', '2001:db8:0:0::1'],
])('%s permits %s', (entry, address) => {
  expect(readPermittedIps([entry])).toEqual([entry]);
  expect(isPermittedIp([entry], address)).toBe(true);
});

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['203.0.113.0/24', '203.0.114.0'],
  ['0.0.0.0/0', '2001:db8::1'],
  ['::/0', '203.0.113.7'],
  ['203.0.113.7', ''],
  ['203.0.113.7', 'unix'],
])('%s does not permit %j', (entry, address) => expect(isPermittedIp([entry], address)).toBe(false));

test.each([
  '',
  '*',
  'localhost',
  '127.1',
  '1',
  '0x7f000001',
  '203.0.113.7/33',
  '203.0.113.0/',
  '203.0.113.0/-1',
  '203.0.113.0/24/24',
  '203.0.113.0-203.0.113.9',
  '2001:db8::/129',
  '::ffff:0:0/95',
  'fe80::1%eth0',
])('%j is refused', (entry) => expect(() => readPermittedIps([entry])).toThrow(/permittedIps/));

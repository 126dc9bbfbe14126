import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { loggedLines } from '../../test/server-log.ts';

let logging: Latchkey;
let quiet: Latchkey;
beforeAll(async () => {
  [logging, quiet] = await Promise.all([
    startLatchkey({ LATCHKEY_ACCESS_LOG: 'true', LATCHKEY_LOG: 'json:info' }),
    startLatchkey({ LATCHKEY_LOG: 'json:info' }),
  ]);
});
afterAll(() => Promise.all([logging, quiet].map((latchkey) => latchkey?.close())));

const requestLines = () =>
  loggedLines()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request');

test('the access log has a line for each request, with the route and without query and credentials', async () => {
  const { headers } = await logging.manage('GET', '/v1/mgmt/user?loginId=secret-login');
  await expect.poll(requestLines).toHaveLength(1);
  expect(requestLines()).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      msg: 'request',
      id: headers.get('x-request-id'),
      method: 'GET',
      route: '/v1/mgmt/user',
      status: 404,
      milliseconds: expect.any(Number),
      project: logging.projectId,
      address: '127.0.0.1',
    },
  ]);
  expect(loggedLines()).not.toContain('secret-login');
});

test('the access log is off by default', async () => {
  await quiet.manage('GET', '/v1/mgmt/user?loginId=a');
  // Its line would be written before this answer, on the same event loop.
  await logging.manage('GET', '/healthz');
  await expect.poll(requestLines).toHaveLength(1);
  expect(requestLines()[0].route).toBe('/healthz');
});

test('an x-request-id of the caller is answered, and replaced when it is long or has other characters', async () => {
  const answered = async (id: string) => {
    const { headers } = await quiet.request('GET', '/healthz', { headers: { 'x-request-id': id } });
    return headers.get('x-request-id');
  };
  for (const id of ['a', '0af7651916cd43dd', 'Root=1-67891233:abc/def+0_.@', 'x'.repeat(128)]) {
    expect(await answered(id)).toBe(id);
  }
  for (const id of ['', 'x'.repeat(129), 'a b', 'a"b', 'a{b}', 'ä']) {
    expect(await answered(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  }
});

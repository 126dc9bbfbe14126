import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey({ LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(() => latchkey.close());

const doors = [
  ['GET', '/dev/inbox'],
  ['GET', '/dev/inbox/messages'],
  ['DELETE', '/dev/inbox/messages'],
  ['GET', '/dev/clock'],
  ['POST', '/dev/clock'],
  ['GET', '/dev/idp'],
  ['GET', '/dev/idp/saml/demo/metadata'],
  ['GET', '/dev/idp/saml/demo/sso'],
  ['POST', '/dev/idp/saml/demo/answer'],
  ['GET', '/dev/idp/oidc/demo/.well-known/openid-configuration'],
  ['GET', '/dev/demo/sso'],
  ['GET', '/dev/demo/oauth'],
  ['GET', '/dev/demo/callback?code=x'],
] as const;

test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['forwarded', 'for=203.0.113.7'],
  ['via', 'nothing under /dev answers a request forwarded by a proxy or tunnel, identified by %s'],
])(
  'nothing under /dev answers a request that a proxy or tunnel passed on, named by %s',
  async (name, value) => {
    for (const [method, path] of doors) {
      const { status, body } = await latchkey.request(method, path, { headers: { [name]: value } });
      expect([path, status]).toEqual([path, 400]);
      const text = typeof body === 'string' ? body : body.errorMessage;
      expect(text).toMatch(/proxy or tunnel/);
      expect(text).toMatch(/LATCHKEY_MODE=production/);
    }
  },
);

test('a request from this machine is answered under /dev, and a forwarded one elsewhere', async () => {
  expect((await latchkey.request('GET', '/dev/inbox/messages')).status).toBe(200);
  expect((await latchkey.request('GET', '/dev/idp')).status).toBe(200);
  const headers = { via: '1.1 proxy.example', 'x-forwarded-for': '203.0.113.7' };
  expect((await latchkey.request('GET', '/healthz', { headers })).status).toBe(200);
});

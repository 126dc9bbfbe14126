import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const settings = (body?: object) => latchkey.manage(body ? 'POST' : 'GET', '/v1/mgmt/project/settings', body);

test('a new project returns tokens in the body and allows no origin', async () => {
  expect((await settings()).body).toMatchObject({
    allowedOrigins: [],
    tokenDelivery: 'body',
    cookieDomain: '',
    cookieSameSite: 'strict',
    cookieName: 'DSR',
    sessionCookieName: 'DS',
  });
});

test('origins are stored as browsers write them', async () => {
  const allowedOrigins = [
    'https://App.Example.com:443/',
    'http://localhost:3000',
    'https://bücher.example',
    'https://app.example.com',
    'http://[::1]:80',
    `android:apk-key-hash:${'Aa0-_'.repeat(8)}Aa0`,
  ];
  const changed = await settings({ allowedOrigins, cookieDomain: '.Example.com' });
  expect(changed.body).toMatchObject({
    allowedOrigins: [
      'https://app.example.com',
      'http://localhost:3000',
      'https://xn--bcher-kva.example',
      'http://[::1]',
      `android:apk-key-hash:${'Aa0-_'.repeat(8)}Aa0`,
    ],
    cookieDomain: 'example.com',
  });
  expect((await settings({ allowedOrigins: [], cookieDomain: '' })).body).toMatchObject({
    allowedOrigins: [],
    cookieDomain: '',
  });
});

test.each([
  { allowedOrigins: ['*'] },
  { allowedOrigins: ['null'] },
  { allowedOrigins: ['https://*.example.com'] },
  { allowedOrigins: ['https://app.example.com/app'] },
  { allowedOrigins: ['https://app.example.com?'] },
  { allowedOrigins: ['https://app.example.com#'] },
  { allowedOrigins: ['https://user@app.example.com'] },
  { allowedOrigins: ['app.example.com'] },
  { allowedOrigins: ['file://'] },
  { allowedOrigins: ['capacitor://localhost'] },
  { allowedOrigins: ['android:apk-key-hash:'] },
  { allowedOrigins: ['android:apk-key-hash:*'] },
  { allowedOrigins: [`android:apk-key-hash:${'a'.repeat(43)}/x`] },
  { allowedOrigins: ['AA:BB:CC'] },
  { allowedOrigins: [''] },
  { cookieDomain: 'com' },
  { cookieDomain: '127.0.0.1' },
  { cookieDomain: 'example.com; Path=/x' },
  { cookieDomain: 'https://example.com' },
  { cookieDomain: 'example..com' },
  { cookieDomain: '-.example.com' },
  { cookieName: '' },
  { cookieName: 'a b' },
  { cookieName: 'a=b' },
  { cookieName: 'a;b' },
  { cookieName: 'x'.repeat(65) },
  { cookieName: 'latchkey-browser' },
  { sessionCookieName: '__Host-latchkey-browser' },
  { cookieName: 'DS' },
  { sessionCookieName: 'DSR' },
  { cookieName: 'X', sessionCookieName: 'DSR' },
  { cookieName: 'X', sessionCookieName: 'X' },
  { cookieName: '__Host-DSR', cookieDomain: 'example.com' },
])('%j is refused and changes nothing', async (changes) => {
  const before = (await settings()).body;
  const refused = await settings({ sessionLifetimeSeconds: 99, ...changes });
  expect(refused.status).toBe(400);
  expect(refused.body.errorCode).toMatch(/^E01100[34]$/);
  expect((await settings()).body).toEqual(before);
});

test('settings that contradict each other are refused, even when they are set one after the other', async () => {
  expect((await settings({ cookieName: '__Host-DSR' })).status).toBe(200);
  expect((await settings({ cookieDomain: 'example.com' })).body.errorCode).toBe('E011004');
  expect((await settings({ cookieName: 'DSR', cookieDomain: 'example.com' })).status).toBe(200);
  expect((await settings({ sessionCookieName: '__Host-DS' })).body.errorCode).toBe('E011004');
});

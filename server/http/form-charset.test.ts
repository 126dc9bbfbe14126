import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

const formType = 'application/x-www-form-urlencoded';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

test.each([
  ['; charset=ISO-8859-1', 'x', 401],
  ['; charset=us-ascii', 'x', 401],
  [';charset="UTF-8"', '%C3%A4', 401],
  ['; charset=ISO-8859-1', '%E4', 400],
  ['; charset=utf-16', 'x', 415],
  ['; charset=windows-1252', 'x', 415],
])('a form with %j and %j is a %i', async (charset, secret, status) => {
  const answer = await latchkey.request('POST', '/oauth2/v1/apps/token', {
    headers: { 'content-type': `application/x-www-form-urlencoded${charset}` },
    rawBody: `grant_type=client_credentials&client_id=x&client_secret=${secret}`,
  });
  expect(answer.status).toBe(status);
});

test.each([
  ['us-ascii', 401],
  ['ISO-8859-1', 415],
])('JSON in %s is a %i', async (charset, status) => {
  const answer = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
    headers: { 'content-type': `application/json; charset=${charset}` },
    rawBody: '{"loginId":"a@b.example","code":"123456"}',
  });
  expect(answer.status).toBe(status);
});

const multipart =
  '--x\r\ncontent-disposition: form-data; name="grant_type"\r\n\r\nrefresh_token\r\n--x--\r\n';

test.each(
  ['token', 'par', 'device', 'introspect', 'revoke', 'userinfo'].flatMap(
    (route) =>
      [
        [route, 'multipart', { 'content-type': 'multipart/form-data; boundary=x' }, multipart, 415],
        [route, 'JSON', { 'content-type': 'application/json' }, '{"grant_type":"refresh_token"}', 415],
        [route, 'no type', {}, 'grant_type=refresh_token', 415],
        [route, 'bytes that are not UTF-8', { 'content-type': formType }, 'grant_type=%E4', 400],
      ] as const,
  ),
)('%s refuses %s as an OAuth library expects', async (route, _, headers, rawBody, status) => {
  const answer = await latchkey.request('POST', `/oauth2/v1/apps/${route}`, { headers, rawBody });
  expect(answer).toMatchObject({ status, body: { error: 'invalid_request' } });
  expect(answer.body).toHaveProperty(
    'error_description',
    expect.stringMatching(/x-www-form-urlencoded|UTF-8/),
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

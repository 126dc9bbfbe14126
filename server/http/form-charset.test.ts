import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

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

// Tests that an application's sessions end, without waiting. It moves the clock by a year, so run it against a separate Latchkey
// (docs/testing.md): BASE_URL=http://localhost:8081 PROJECT_ID=… npx node --test examples/session-expiry.test.ts
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createClient } from '../client/client.ts';

const baseUrl = process.env['BASE_URL'] ?? 'http://localhost:8080';
const client = createClient({ projectId: process.env['PROJECT_ID'] ?? '', baseUrl });
const day = 24 * 3600;

let movedSeconds = 0;

async function moveClock(seconds: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ advanceSeconds: seconds });
  const answer = await fetch(`${baseUrl}/dev/clock`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200, await answer.text());
  movedSeconds += seconds;
}

/**
 * Signs up at an earlier time, and returns to the present. So your own sessions, links and codes stay valid. A test
 * that moves the clock forward would end them.
 */
async function signUpEarlier(seconds: number) {
  await moveClock(-seconds);
  const loginId = `ann-${crypto.randomUUID()}@example.com`;
  const signedUp = await client.password.signUp(loginId, 'five old violins in the attic');
  assert.ok(signedUp.ok);
  const { sessionJwt, refreshJwt = '' } = signedUp.data;
  const wasValid = await isValid(sessionJwt);
  await moveClock(seconds);
  return { sessionJwt, refreshJwt, wasValid };
}

/** Lets the server check the session. A check in this process would use the machine's clock, which has not moved. */
async function isValid(sessionJwt: string): Promise<boolean> {
  return (await client.validate(sessionJwt)).ok;
}

afterEach(() => moveClock(-movedSeconds));

test('an hour later a session JWT has expired, and the refresh JWT gets a new one', async () => {
  const { sessionJwt, refreshJwt, wasValid } = await signUpEarlier(3600);
  assert.deepEqual([wasValid, await isValid(sessionJwt)], [true, false]);
  const refreshed = await client.refresh(refreshJwt);
  assert.ok(refreshed.ok);
  assert.equal(await isValid(refreshed.data.sessionJwt), true);
});

test('a year later the refresh JWT has expired, too', async () => {
  const { refreshJwt } = await signUpEarlier(366 * day);
  assert.equal((await client.refresh(refreshJwt)).ok, false);
});

// Tests that an application's sessions end, without waiting for it. It moves the clock by a year, so run it against a separate Latchkey
// (docs/testing.md): BASE_URL=http://localhost:8081 PROJECT_ID=… npx node --test examples/session-expiry.test.ts
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../client/client.ts';

const baseUrl = process.env['BASE_URL'] ?? 'http://localhost:8080';
const client = createClient({ projectId: process.env['PROJECT_ID'] ?? '', baseUrl });

async function moveClock(move: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/dev/clock`, { method: 'POST', headers, body: JSON.stringify(move) });
  assert.equal(answer.status, 200, await answer.text());
}

after(() => moveClock({ reset: true }));

test('a session lasts as long as the project says', async () => {
  const loginId = `ann-${crypto.randomUUID()}@example.com`;
  const signedUp = await client.password.signUp(loginId, 'five old violins in the attic');
  assert.ok(signedUp.ok);
  const { sessionJwt, refreshJwt } = signedUp.data;
  assert.ok(refreshJwt);

  // Asks the server. A check in this process would compare with the machine's clock, which has not moved.
  const isValid = async () => (await client.validate(sessionJwt)).ok;
  assert.equal(await isValid(), true);

  await moveClock({ advanceSeconds: 3600 });
  assert.equal(await isValid(), false);
  const refreshed = await client.refresh(refreshJwt);
  assert.ok(refreshed.ok);

  await moveClock({ advanceSeconds: 366 * 24 * 3600 });
  assert.equal((await client.refresh(refreshed.data.refreshJwt ?? '')).ok, false);
});

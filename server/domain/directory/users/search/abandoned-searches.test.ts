import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { loggedLines } from '../../../../../test/server-log.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

test('clients that leave a long search at any time are no fault of the server', async () => {
  for (let batch = 0; batch < 5; batch += 1) {
    const users = Array.from({ length: 100 }, (_, index) => ({ loginId: `user-${batch}-${index}` }));
    expect((await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users })).status).toBe(200);
  }
  const search = (signal?: AbortSignal) =>
    fetch(`${latchkey.baseUrl}/v2/mgmt/user/search`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${latchkey.projectId}:${latchkey.managementKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ limit: 500 }),
      ...(signal && { signal }),
    });
  const leave = async (afterMs: number) => {
    const response = await search(AbortSignal.timeout(afterMs)).catch(() => undefined);
    await response?.text().catch(() => {});
  };
  await Promise.all(Array.from({ length: 30 }, (_, index) => leave(1 + 3 * index)));
  const { users } = (await (await search()).json()) as { users: unknown[] };
  expect(users).toHaveLength(500);
  expect(loggedLines()).not.toContain('"level":"error"');
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createUser,
  loadUser,
  newPlace,
  type Place,
  type ServerProcess,
  startServer,
} from '../../../test/latchkey-process.ts';

let place: Place;
let server: ServerProcess | undefined;

beforeEach(async () => {
  place = await newPlace();
});

afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  await place.remove();
});

const rounds = 3;
const clients = 8;

test('everything acknowledged before kill -9 exists after the next start', async ({ onTestFailed }) => {
  onTestFailed(() => console.log(server?.output()));
  const acknowledged: string[] = [];
  let key: string | undefined;
  for (let round = 0; round < rounds; round++) {
    const running = await startServer(place);
    server = running;
    key ??= running.start.managementKey!;
    const managementKey = key;
    const before = acknowledged.length;
    const writing = Array.from({ length: clients }, async (_, client) => {
      for (let count = 0; ; count++) {
        const loginId = `user-${round}-${client}-${count}@example.com`;
        // A request cut off by the kill has no response, so nothing was promised.
        const status = await createUser(running, managementKey, loginId).catch(() => undefined);
        if (status === undefined) return;
        expect(status).toBe(200);
        acknowledged.push(loginId);
      }
    });
    while (acknowledged.length < before + 40 + 25 * round) await new Promise((next) => setTimeout(next, 2));
    running.kill('SIGKILL');
    expect(await running.exited).toBe('SIGKILL');
    await Promise.all(writing);
  }
  const last = await startServer(place);
  server = last;
  const found = await Promise.all(acknowledged.map((loginId) => loadUser(last, key!, loginId)));
  const missing = acknowledged.filter((_, index) => found[index] !== 200);
  expect(missing).toEqual([]);
});

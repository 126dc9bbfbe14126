import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from './harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const kinds = [
  { kind: 'management key', method: 'GET', path: '/v1/mgmt/project/settings' },
  { kind: 'access key', method: 'POST', path: '/v1/auth/accesskey/exchange' },
] as const;

type Kind = (typeof kinds)[number];

/** Creates a key that lives for a minute, in clear text. */
async function makeKey({ kind }: Kind): Promise<string> {
  const { projectId, manage } = latchkey;
  const reBac = { projectRoles: [{ projectIds: [projectId], roles: ['project-full-access'] }] };
  const expireTime = Math.floor(latchkey.service.now() / 1_000) + 60;
  const { body } =
    kind === 'management key'
      ? await manage('PUT', '/v1/mgmt/managementkey', { name: 'short', expiresIn: 60, reBac })
      : await manage('POST', '/v1/mgmt/accesskey/create', { name: 'short', expireTime });
  return body.cleartext;
}

/** Returns the status for a header that no HTTP client would send. */
async function statusOf({ method, path }: Kind, key: string): Promise<number> {
  const socket = connect(Number(new URL(latchkey.baseUrl).port), '127.0.0.1');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...['Host: here', 'Connection: close', `Authorization: Bearer ${latchkey.projectId}:${key}`],
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return Number(text.split(' ')[1]);
}

describe.each(kinds)('$kind', (kind) => {
  test('is refused from its expiry on', async () => {
    const key = await makeKey(kind);
    expect(await statusOf(kind, key)).toBe(200);
    latchkey.advance(61_000);
    expect(await statusOf(kind, key)).toBe(401);
    latchkey.advance(-61_000);
  });

  test('is refused when a character is missing, changed, or too many', async () => {
    const key = await makeKey(kind);
    const last = key.endsWith('A') ? 'B' : 'A';
    const wrong = [
      ...[key.slice(0, -1), key.slice(1), `${key}A`, key.slice(0, -1) + last, `${key}%0A`, `${key}\\n`],
      ...[`${key}=`, key.toLowerCase(), key.toUpperCase()].filter((text) => text !== key),
    ];
    for (const text of wrong) expect(await statusOf(kind, text), text).toBe(401);
    expect(await statusOf(kind, key)).toBe(200);
  });

  test.each(['\n', '\r', '\0'])('followed by %j is not valid HTTP', async (tail) => {
    expect(await statusOf(kind, `${await makeKey(kind)}${tail}`)).toBe(400);
  });

  test('with a wrong end takes as long to refuse as one with a wrong beginning', async () => {
    const key = await makeKey(kind);
    const variants = [`${key.slice(0, -1)}~`, `~${key.slice(1)}`, '~'.repeat(key.length)];
    const times: number[][] = variants.map(() => []);
    const bearers = variants.map((text) => `${latchkey.projectId}:${text}`);
    for (let round = 0; round < 200; round += 1) {
      for (const [index, bearer] of bearers.entries()) {
        const startedAt = performance.now();
        expect((await latchkey.request(kind.method, kind.path, { bearer })).status).toBe(401);
        times[index]?.push(performance.now() - startedAt);
      }
    }
    const at = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] as number;
    const sorted = times.map((all) => all.sort((a, b) => a - b));
    const medians = sorted.map((all) => at(all, 0.5));
    // The requests take turns, so that other load on the machine spreads all their times alike.
    const spread = Math.min(...sorted.map((all) => at(all, 0.75) - at(all, 0.25)));
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(Math.max(1, spread));
  });
});

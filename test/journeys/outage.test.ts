import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect } from 'vitest';
import { createDatabase } from '../counterparts/postgres.ts';
import { startTcpProxy } from '../counterparts/tcp-proxy.ts';
import { testOnPostgres, testOnSqlite } from '../engine.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function create(latchkey: Latchkey, loginId: string) {
  return latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
}

async function startBehindProxy() {
  const database = await createDatabase();
  cleanups.push(() => database.drop());
  const url = new URL(database.url);
  const proxy = await startTcpProxy(Number(url.port));
  cleanups.push(() => proxy.close());
  url.port = String(proxy.port);
  const latchkey = await startLatchkey({ DATABASE_URL: url.href });
  cleanups.push(() => latchkey.close());
  return { latchkey, proxy };
}

function untilServed(latchkey: Latchkey, loginId: string): Promise<unknown> {
  let attempt = 0;
  return expect.poll(async () => (await create(latchkey, `${loginId}${attempt++}`)).status).toBe(200);
}

testOnPostgres(
  'without its database management requests get a 503, and it serves again without a restart',
  async () => {
    const { latchkey, proxy } = await startBehindProxy();
    expect((await create(latchkey, 'before')).status).toBe(200);
    await proxy.cut();
    const answers = await Promise.all([1, 2, 3, 4].map((number) => create(latchkey, `lost${number}`)));
    for (const { status, headers, body } of answers) {
      expect({ status, code: body.errorCode }).toEqual({ status: 503, code: 'E500002' });
      expect(headers.get('retry-after')).toBe('1');
    }
    expect((await latchkey.request('GET', '/healthz')).status).toBe(200);
    expect((await latchkey.request('GET', '/readyz')).status).toBe(503);
    await proxy.restore();
    await untilServed(latchkey, 'after');
    expect((await latchkey.request('GET', '/readyz')).status).toBe(200);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/search', { loginIds: ['before', 'lost1'] });
    expect(body.users.map((user: { loginIds: string[] }) => user.loginIds[0])).toEqual(['before']);
  },
);

testOnPostgres(
  'without its database the JWKS and a session JWT are still verified, and the answers say so',
  async () => {
    const { latchkey, proxy } = await startBehindProxy();
    await create(latchkey, 'user');
    const { body: session } = await latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId: 'user' });
    const ask = async () => {
      const jwks = await latchkey.request('GET', `/v2/keys/${latchkey.projectId}`);
      const bearer = `${latchkey.projectId}:${session.sessionJwt}`;
      const validated = await latchkey.request('POST', '/v1/auth/validate', { bearer, body: {} });
      return [jwks, validated].map(({ status, headers }) => [status, headers.get('latchkey-stale')]);
    };
    const fresh = [200, null];
    expect(await ask()).toEqual([fresh, fresh]);
    await proxy.cut();
    // The time for which the instance uses what it read before without asking again.
    latchkey.advance(6_000);
    expect(await ask()).toEqual([
      [200, 'true'],
      [200, 'true'],
    ]);
    await proxy.restore();
    await expect.poll(ask).toEqual([fresh, fresh]);
  },
);

testOnPostgres('a database that says nothing any more is given up after seconds, not minutes', async () => {
  const { latchkey, proxy } = await startBehindProxy();
  expect((await create(latchkey, 'before')).status).toBe(200);
  proxy.freeze();
  const from = performance.now();
  const { status, body } = await create(latchkey, 'lost');
  expect([429, 503]).toContain(status);
  expect(['E130429', 'E500002']).toContain(body.errorCode);
  expect(performance.now() - from).toBeLessThan(60_000);
  await proxy.restore();
  await untilServed(latchkey, 'after');
});

testOnSqlite('a full disk refuses writes, reads go on, and writes come back with the space', async () => {
  const place = mkdtempSync(join(tmpdir(), 'latchkey-full-'));
  cleanups.push(() => rmSync(place, { recursive: true, force: true }));
  // Root may; whoever is not runs the tests with: unshare --map-root-user --mount npm test
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', place]);
  cleanups.push(() => execFileSync('umount', ['--lazy', place]));
  const latchkey = await startLatchkey({ LATCHKEY_DATA_DIR: place });
  cleanups.push(() => latchkey.close());
  expect((await create(latchkey, 'before')).status).toBe(200);
  const ballast = join(place, 'ballast');
  fill(ballast);

  const refused = [];
  for (let attempt = 0; refused.length < 3 && attempt < 500; attempt += 1) {
    const { status, body } = await create(latchkey, `user${attempt}`);
    if (status !== 200) refused.push({ status, code: body.errorCode });
  }
  expect(refused).toEqual(Array(3).fill({ status: 507, code: 'E500003' }));
  expect((await latchkey.manage('GET', '/v1/mgmt/user?loginid=before')).status).toBe(200);

  rmSync(ballast);
  expect((await create(latchkey, 'after')).status).toBe(200);
  const database = new DatabaseSync(join(place, 'latchkey.db'), { readOnly: true });
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

/** Takes what space there is, in smaller and smaller pieces. */
function fill(file: string): void {
  for (let bytes = 1 << 20; bytes >= 4096; ) {
    try {
      writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      bytes /= 2;
    }
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { onPostgres } from '../../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import { idHashOf, pageSize } from './ended-sessions.ts';
import { insertEnded } from './store.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

let count = 0;

async function signUp() {
  const loginId = `ada${count++}@example.com`;
  const { body } = await latchkey.request('POST', '/v1/auth/password/signup', {
    body: { loginId, password: 'five old violins in the attic' },
  });
  const { sid } = JSON.parse(Buffer.from(body.sessionJwt.split('.')[1], 'base64url').toString());
  const withRefreshJwt = `${latchkey.projectId}:${body.refreshJwt}`;
  return { loginId, ...body, idHash: idHashOf(sid), withRefreshJwt };
}

async function read(query = '', from = latchkey) {
  return (await from.request('GET', `/v1/auth/revocations?${query}`)).body;
}

function logout({ withRefreshJwt }: { withRefreshJwt: string }) {
  return latchkey.request('POST', '/v1/auth/logout', { bearer: withRefreshJwt });
}

type SignedUp = Awaited<ReturnType<typeof signUp>>;

describe('the feed of ended sessions', () => {
  const ways: [string, (user: SignedUp) => Promise<unknown>][] = [
    ['signs out', logout],
    [
      'signs out everywhere',
      ({ withRefreshJwt }) => latchkey.request('POST', '/v1/auth/logoutall', { bearer: withRefreshJwt }),
    ],
    [
      'is signed out by an administrator',
      ({ loginId }) => latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId }),
    ],
    [
      'is disabled',
      ({ loginId }) =>
        latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ],
    ['is deleted', ({ loginId }) => latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId })],
    [
      'is deleted with their tenant',
      async ({ loginId }) => {
        const { body } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: loginId });
        const tenantId = body.id;
        await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId });
        await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: tenantId, cascade: true });
      },
    ],
    [
      'presents a refresh JWT that was used before',
      async ({ withRefreshJwt }) => {
        await latchkey.request('POST', '/v1/auth/refresh', { bearer: withRefreshJwt });
        latchkey.advance(11_000);
        await latchkey.request('POST', '/v1/auth/refresh', { bearer: withRefreshJwt });
      },
    ],
  ];

  test.each(ways)('lists the session when a user %s', async (_, end) => {
    const user = await signUp();
    expect((await read()).sessions).not.toContain(user.idHash);
    await end(user);
    expect((await read()).sessions).toContain(user.idHash);
  });

  test('does not list a session that is refreshed', async () => {
    const user = await signUp();
    await latchkey.request('POST', '/v1/auth/refresh', { bearer: user.withRefreshJwt });
    expect((await read()).sessions).not.toContain(user.idHash);
  });

  test('answers a waiting reader as soon as a session ends, and then waits for the next one', async () => {
    const [ann, bob] = [await signUp(), await signUp()];
    const first = await read();
    const waiting = read(`after=${first.next}&wait=25`);
    await logout(ann);
    const second = await waiting;
    expect(second.sessions).toContain(ann.idHash);
    expect(second.sessions).not.toContain(bob.idHash);
    expect((await read(`after=${second.next}&wait=0`)).sessions).toEqual([]);
    const next = read(`after=${second.next}&wait=25`);
    await logout(bob);
    expect((await next).sessions).toContain(bob.idHash);
  });

  test('answers with nothing when the wait is over, and the position stays', async () => {
    const { next } = await read();
    expect(await read(`after=${next}&wait=1`)).toEqual({ sessions: [], next, hasMore: false });
  });

  test('lists a session whose end became visible late', async () => {
    await logout(await signUp());
    const { next } = await read();
    const { context, projectId } = latchkey;
    const endedAt = context.now() - 10_000;
    const late = { projectId, endedAt, idHash: idHashOf('late'), expiresAt: context.now() + 60_000 };
    await insertEnded(context.db, [late]);
    expect((await read(`after=${next}`)).sessions).toContain(late.idHash);
  });

  test('lists a session until its session JWTs have expired', async () => {
    const user = await signUp();
    await logout(user);
    latchkey.advance(9 * 60_000);
    expect((await read()).sessions).toContain(user.idHash);
    latchkey.advance(2 * 60_000);
    expect((await read()).sessions).toEqual([]);
  });

  test('many sessions that end together arrive in several answers, each session once', async () => {
    const { next } = await read();
    const { context } = latchkey;
    const { projectId } = await latchkey.addProject();
    const now = context.now();
    const all = Array.from({ length: pageSize + 10 }, (_, number) => idHashOf(String(number)));
    await insertEnded(
      context.db,
      all.map((idHash) => ({ projectId, endedAt: now, idHash, expiresAt: now + 60_000 })),
    );
    const of = (query: string) =>
      latchkey.request('GET', `/v1/auth/revocations?${query}`, { bearer: projectId });
    const { body: first } = await of('');
    expect(first.hasMore).toBe(true);
    const { body: second } = await of(`after=${first.next}&wait=25`);
    expect(second.hasMore).toBe(false);
    expect([...first.sessions, ...second.sessions].sort()).toEqual(all.sort());
    // Another project sees none of them.
    expect((await read(`after=${next}`)).sessions).toEqual([]);
  });

  test.each([
    'after=yesterday',
    'after=12',
    `after=1.${'x'.repeat(23)}.`,
    'after=0..&wait=26',
    'after=0..&wait=-1',
    'after=0..&wait=long',
  ])('refuses %s', async (query) => {
    const { status, body } = await latchkey.request('GET', `/v1/auth/revocations?${query}`);
    expect(status).toBe(400);
    expect(body.errorCode).toMatch(/^E01100[34]$/);
  });

  test('a server that stops answers those who wait', async () => {
    const another = await latchkey.startAnother();
    const { next } = await read('', another);
    const key = `ended-sessions:${latchkey.projectId}`;
    another.service.cache.forget(key);
    const waiting = read(`after=${next}&wait=25`, another);
    await expect.poll(() => another.service.cache.lastKnown(key)).toBeDefined();
    another.service.beginStop();
    expect(await waiting).toEqual({ sessions: [], next, hasMore: false });
    await another.close();
  });
});

describe('a client that watches', () => {
  test('refuses the session JWT of an ended session, whichever instance ended it', async () => {
    const another = onPostgres ? await latchkey.startAnother() : latchkey;
    const client = createClient({ projectId: latchkey.projectId, baseUrl: another.baseUrl });
    const watch = client.watchRevocations();
    try {
      await watch.ready;
      const [ann, bob] = [await signUp(), await signUp()];
      expect((await client.validateSession(ann.sessionJwt)).ok).toBe(true);
      await logout(ann);
      await expect.poll(async () => (await client.validateSession(ann.sessionJwt)).ok).toBe(false);
      expect(await client.validateSession(ann.sessionJwt)).toMatchObject({
        code: 401,
        error: { errorCode: 'E064002', errorMessage: 'The session has ended' },
      });
      expect((await client.validateSession(bob.sessionJwt)).ok).toBe(true);
    } finally {
      watch.stop();
      if (another !== latchkey) await another.close();
    }
  });

  test('reports that the service cannot be reached, and checks tokens as before', async () => {
    const user = await signUp();
    let isDown = false;
    const client = createClient({
      projectId: latchkey.projectId,
      baseUrl: latchkey.baseUrl,
      fetch: (url, init) => (isDown ? Promise.reject(new Error('down')) : fetch(url, init)),
    });
    expect((await client.validateSession(user.sessionJwt)).ok).toBe(true);
    isDown = true;
    const failures: string[] = [];
    const watch = client.watchRevocations(({ errorCode }) => failures.push(errorCode));
    await expect.poll(() => failures).toContain('network');
    expect((await client.validateSession(user.sessionJwt)).ok).toBe(true);
    isDown = false;
    await watch.ready;
    watch.stop();
  });

  test('knows the sessions that ended before it began', async () => {
    const user = await signUp();
    await logout(user);
    const client = createClient({ projectId: latchkey.projectId, baseUrl: latchkey.baseUrl });
    expect((await client.validateSession(user.sessionJwt)).ok).toBe(true);
    const watch = client.watchRevocations();
    await watch.ready;
    expect((await client.validateSession(user.sessionJwt)).ok).toBe(false);
    watch.stop();
  });
});

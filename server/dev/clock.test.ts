import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterEach(() => move({ reset: true }));

afterAll(() => latchkey.close());

function move(body: unknown) {
  return latchkey.request('POST', '/dev/clock', { body });
}

async function readClock(): Promise<{ now: number; offsetMs: number }> {
  return (await latchkey.request('GET', '/dev/clock')).body;
}

let count = 0;

async function signUp() {
  const { body } = await latchkey.request('POST', '/v1/auth/password/signup', {
    body: { loginId: `ada${count++}@example.com`, password: 'five old violins in the attic' },
  });
  const call = (path: string, token: string) => async () =>
    (await latchkey.request('POST', path, { bearer: `${latchkey.projectId}:${token}` })).status;
  return {
    validate: call('/v1/auth/validate', body.sessionJwt),
    refresh: call('/v1/auth/refresh', body.refreshJwt),
  };
}

const hour = 3_600;

describe('the clock', () => {
  test('is the one of the machine until it is moved', async () => {
    const before = Date.now();
    const { now, offsetMs } = await readClock();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(offsetMs).toBe(0);
  });

  test('moves forward, and sessions expire: first the session JWT, then the refresh JWT', async () => {
    const { validate, refresh } = await signUp();
    expect(await validate()).toBe(200);
    expect((await move({ advanceSeconds: hour })).body).toMatchObject({ offsetMs: hour * 1_000 });
    expect([await validate(), await refresh()]).toEqual([401, 200]);
    await move({ advanceSeconds: 400 * 24 * hour });
    expect(await refresh()).toBe(401);
  });

  test('moves to a time, from which it runs on', async () => {
    const at = Date.UTC(2031, 1, 28, 23, 59);
    expect((await move({ setTo: at })).body.now).toBeGreaterThanOrEqual(at);
    const { now, offsetMs } = await readClock();
    expect(now).toBeGreaterThanOrEqual(at);
    expect(now - offsetMs).toBeLessThanOrEqual(Date.now());
  });

  test('stands still while it is frozen, can be moved, and then runs on from there', async () => {
    const { now } = (await move({ freeze: true })).body;
    expect((await readClock()).now).toBe(now);
    await move({ advanceSeconds: 30 });
    await move({ freeze: true });
    expect((await readClock()).now).toBe(now + 30_000);
    expect((await move({ freeze: false })).body.now).toBeGreaterThanOrEqual(now + 30_000);
    await expect.poll(async () => (await readClock()).now).toBeGreaterThan(now + 30_000);
  });

  test('a link expires when its time is over', async () => {
    await latchkey.request('POST', '/v1/auth/magiclink/signup/email', {
      body: { loginId: 'bob@example.com', redirectUrl: 'http://localhost:3000/verify' },
    });
    const { body } = await latchkey.request('GET', '/dev/inbox/messages?to=bob@example.com&wait=60');
    const token = new URL(body.messages[0].links[0]).searchParams.get('t');
    await move({ advanceSeconds: 24 * hour });
    const late = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
    expect(late.status).toBe(401);
  });

  test('what has expired is deleted at once, as the sweep does every minute', async () => {
    await signUp();
    await move({ advanceSeconds: 400 * 24 * hour });
    const left = await latchkey.service.db
      .selectFrom('sessions')
      .select('id')
      .where('projectId', '=', latchkey.projectId)
      .execute();
    expect(left).toEqual([]);
  });

  test('returns to the time of the machine, and what is signed then is valid', async () => {
    await move({ setTo: 0 });
    expect((await move({ reset: true })).body.offsetMs).toBe(0);
    expect(await (await signUp()).validate()).toBe(200);
  });

  test.each([
    [{}, /one of/],
    [[], /one of/],
    [{ hours: 1 }, /one of/],
    [{ toString: 1 }, /one of/],
    [{ advanceSeconds: 1, freeze: true }, /one of/],
    [{ advanceSeconds: '60' }, /a number of seconds/],
    [{ advanceSeconds: 1e300 }, /from 0 to/],
    [{ setTo: -1 }, /from 0 to/],
    [{ setTo: '2031-01-01' }, /milliseconds/],
    [{ freeze: 'yes' }, /true or false/],
    [{ reset: false }, /reset must be true/],
  ])('%j is refused, and moves nothing', async (body, message) => {
    const answer = await move(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'E011003']);
    expect(answer.body.errorMessage).toMatch(message);
    expect((await readClock()).offsetMs).toBe(0);
  });

  test('the example passes, which lets sessions expire, and ends nothing that is valid', async () => {
    const { validate, refresh } = await signUp();
    await latchkey.request('POST', '/v1/auth/otp/signup/email', { body: { loginId: 'reader@example.com' } });
    const code = () => latchkey.request('GET', '/dev/inbox/messages?to=reader@example.com&wait=10');
    const { messages } = (await code()).body;
    const example = fileURLToPath(new URL('../../examples/session-expiry.test.ts', import.meta.url));
    const { baseUrl, projectId } = latchkey;
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', example], {
      env: { PATH: process.env['PATH'], BASE_URL: baseUrl, PROJECT_ID: projectId },
    });
    expect(stdout).toMatch(/pass 2\b/);
    expect((await readClock()).offsetMs).toBe(0);
    expect([await validate(), await refresh()]).toEqual([200, 200]);
    expect((await code()).body.messages).toEqual(messages);
    const body = { loginId: 'reader@example.com', code: messages[0].codes[0] };
    expect((await latchkey.request('POST', '/v1/auth/otp/verify/email', { body })).status).toBe(200);
  });

  test('does not exist in production', async () => {
    const production = await startLatchkey({
      LATCHKEY_MODE: 'production',
      LATCHKEY_ALLOW_HTTP: 'true',
      LATCHKEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    try {
      expect((await production.request('GET', '/dev/clock')).status).toBe(404);
      expect((await production.request('POST', '/dev/clock', { body: { reset: true } })).status).toBe(404);
    } finally {
      await production.close();
    }
  });
});

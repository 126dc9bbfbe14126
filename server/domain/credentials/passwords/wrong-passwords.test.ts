import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { otherPassword as other, password, passwordsOf } from '../../../../test/passwords.ts';
import { ServiceError } from '../../../core/errors.ts';
import { deleteForgottenAttempts } from './sign-in.ts';

let latchkey: Latchkey;
/** Another instance on the same database, whose clock runs ahead. */
let ahead: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
  ahead = await latchkey.startAnother();
});
afterAll(async () => {
  await ahead.close();
  await latchkey.close();
});

let loginId: string;
let counter = 0;
beforeEach(() => {
  counter += 1;
  loginId = `user${counter}@example.com`;
});

const { signIn, set, createUser, createWithPassword } = passwordsOf(() => ({ latchkey, loginId }));

/** Fails so often, on the instance that is ahead, that the wait of 32 seconds outlasts slow tests. */
async function failOften(times = 10, id = loginId) {
  for (let attempt = 0; attempt < times; attempt += 1) {
    ahead.advance(3_600_000);
    expect((await signIn(`wrong guess number ${attempt}`, { on: ahead, loginId: id })).status).toBe(401);
  }
}

describe('wrong passwords', () => {
  test(', unknown login IDs and users without a password get the same answer', async () => {
    await createWithPassword();
    const bare = `bare-${loginId}`;
    await createUser(bare);
    const answers = [
      await signIn(other),
      await signIn(other, { loginId: 'nobody' }),
      await signIn(other, { loginId: bare }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(answer.body.errorDescription).toContain('Invalid signin credentials');
    }
  });

  test(', unknown login IDs and users without a password cost one hash each', async () => {
    await createWithPassword();
    const bare = `bare-${loginId}`;
    await createUser(bare);
    await signIn(other, { loginId: 'somebody' });
    const { hashing } = latchkey.service;
    const { run } = hashing;
    let hashes = 0;
    const counting: typeof run = (projectId, work, prepare) => {
      hashes += 1;
      return run(projectId, work, prepare);
    };
    hashing.run = counting;
    for (const id of [loginId, bare, `nobody-${loginId}`]) {
      hashes = 0;
      await signIn(other, { loginId: id });
      expect(hashes).toBe(1);
    }
    hashing.run = run;
  });

  test('in a row make the sixth attempt wait, right or wrong, on every instance', async () => {
    await createWithPassword();
    for (const [index, on] of [latchkey, ahead, latchkey, ahead].entries()) {
      expect((await signIn(`wrong guess number ${index}`, { on })).status).toBe(401);
    }
    await failOften(1);
    // The clock of the other instance is behind, so it sees a long wait.
    const refused = await signIn(password);
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'E130429' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    ahead.advance(1_000);
    expect((await signIn(password, { on: ahead })).status).toBe(200);
    // The right password starts the count anew.
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await signIn(other)).status).toBe(401);
  });

  test('within the free attempts cause no wait, even if the clock is behind', async () => {
    await createWithPassword();
    expect((await signIn(other, { on: ahead })).status).toBe(401);
    expect((await signIn(other)).status).toBe(401);
    expect((await signIn(other, { on: ahead })).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  test('wait longer each time, up to half an hour, and never permanently', async () => {
    await createWithPassword();
    await failOften(9);
    for (const wait of [16, 32, 64, 128, 256, 512, 1_024, 1_800, 1_800, 1_800]) {
      const refused = await signIn(password, { on: ahead });
      expect(refused.status).toBe(429);
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(wait / 2);
      expect(retryAfter).toBeLessThanOrEqual(wait);
      await failOften(1);
    }
    ahead.advance(1_800_000);
    expect((await signIn(password, { on: ahead })).status).toBe(200);
  });

  test('that come at once are counted one by one: one is compared when the wait is over', async () => {
    await createWithPassword();
    await failOften();
    ahead.advance(3_600_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(other, { on: ahead })));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, ...Array(7).fill(429)]);
  });

  test('make an unknown user wait, too', async () => {
    await failOften(10, 'nobody at all');
    const refused = await signIn(password, { on: ahead, loginId: 'Nobody at all' });
    expect(refused.status).toBe(429);
  });

  test('do not keep an administrator from setting another password, which lifts the wait', async () => {
    await createWithPassword();
    await failOften();
    expect((await signIn(password, { on: ahead })).status).toBe(429);
    await set('active', other);
    expect((await signIn(other, { on: ahead })).status).toBe(200);
  });

  test('do not keep the owner from signing in with another factor', async () => {
    const seed = 'JBSWY3DPEHPK3PXP';
    const users = [{ loginId, password, seed }];
    await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users });
    await failOften();
    const code = totpCode(seed, ahead.service.now());
    const answer = await ahead.request('POST', '/v1/auth/totp/verify', { body: { loginId, code } });
    expect(answer.status).toBe(200);
  });

  test('are forgotten a day after the last one', async () => {
    await failOften();
    ahead.advance(25 * 3_600_000);
    await deleteForgottenAttempts(ahead.service);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn(other, { on: ahead })).status).toBe(401);
  });

  test('count for replacing, too', async () => {
    await createWithPassword();
    await failOften(9);
    ahead.advance(3_600_000);
    const body = { loginId, oldPassword: other, newPassword: `${other} again` };
    const path = '/v1/auth/password/replace';
    expect((await ahead.request('POST', path, { body })).status).toBe(401);
    expect((await ahead.request('POST', path, { body })).status).toBe(429);
  });

  test('that were not compared for lack of capacity are not counted', async () => {
    await createWithPassword();
    const { hashing } = latchkey.service;
    const { run } = hashing;
    hashing.run = () => Promise.reject(new ServiceError('E130429', 'busy'));
    for (let attempt = 0; attempt < 7; attempt += 1) expect((await signIn()).body.errorMessage).toBe('busy');
    hashing.run = run;
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await signIn(other)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });
});

test('of another project, however many, leave capacity for the sign-ins of this one', async () => {
  await createWithPassword();
  const { hashing } = latchkey.service;
  const end = Promise.withResolvers<void>();
  // More requests than the pool runs and queues.
  const flood = Array.from({ length: 200 }, () => hashing.run('Pflood', () => end.promise).catch(() => {}));
  await nextTurn();
  const refusedAtOnce = hashing.stats().refused;
  const signedIn = signIn();
  // A job of the flood gives way.
  await expect.poll(() => hashing.stats().refused).toBe(refusedAtOnce + 1);
  end.resolve();
  expect((await signedIn).status).toBe(200);
  await Promise.all(flood);
});

test('300 sign-ins at once are answered or refused, and the refused ones write nothing', async () => {
  const { db } = latchkey.service;
  const counted = () =>
    db.selectFrom('passwordAttempts').select('subject').where('projectId', '=', latchkey.projectId).execute();
  const before = (await counted()).length;
  const password = 'x'.repeat(1_024);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => signIn(password, { loginId: `stranger ${index}` })),
  );
  const answered = answers.filter(({ status }) => status === 401);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answered.length + refused.length).toBe(300);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await counted()).length - before).toBe(answered.length);
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const passwords = ['plain harbor ceiling 93', 'seven quiet lanterns 48', 'nine copper saddles 26'] as const;
const [password, second, third] = passwords;

let loginId: string;
let counter = 0;
beforeEach(async () => {
  counter += 1;
  loginId = `user${counter}@example.com`;
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
  expect((await set(password)).status).toBe(200);
});

const off = {
  enabled: true,
  minLength: 15,
  lowercase: false,
  uppercase: false,
  number: false,
  nonAlphanumeric: false,
  expiration: false,
  reuse: false,
  lock: false,
  tempLock: false,
};
afterEach(() => configure(off));

async function configure(settings: Record<string, unknown>, tenantId = '') {
  const answer = await latchkey.manage('POST', '/v1/mgmt/password/settings', { tenantId, ...settings });
  expect(answer.status).toBe(200);
}

function set(typed: string) {
  return latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password: typed });
}

function signIn(typed: string = password, on = latchkey) {
  return on.request('POST', '/v1/auth/password/signin', { body: { loginId, password: typed } });
}

function replace(oldPassword: string, newPassword: string) {
  const body = { loginId, oldPassword, newPassword };
  return latchkey.request('POST', '/v1/auth/password/replace', { body });
}

describe('the settings of a project', () => {
  test('set the minimum length, and the error says where', async () => {
    const refused = await set('Passw0rd!');
    expect(refused.body.errorMessage).toContain('at least 15 characters');
    expect(refused.body.errorMessage).toContain('`minLength` (8 or more) of POST /v1/mgmt/password/settings');
    await configure({ minLength: 8 });
    expect((await set('plain 93')).status).toBe(200);
  });

  test('can require kinds of characters', async () => {
    await configure({ lowercase: true, uppercase: true, number: true, nonAlphanumeric: true });
    const refused = {
      'PLAIN HARBOR CEILING 93': 'lowercase',
      'plain harbor ceiling 93': 'uppercase',
      'Plain harbor ceiling ninety': 'digit',
      Plainharborceiling93: 'special character',
    };
    for (const [typed, reason] of Object.entries(refused)) {
      expect((await set(typed)).body.errorMessage).toContain(reason);
    }
    expect((await set('Plain harbor ceiling 93')).status).toBe(200);
  });

  test('can allow shorter passwords, but common ones are still refused', async () => {
    await configure({ minLength: 8 });
    for (const typed of ['password', 'Sunshine1', 'qwertyui', 'latchkey9'])
      expect((await set(typed)).status).toBe(400);
    expect((await set('kdwuzeql')).status).toBe(200);
  });

  test('can make passwords expire', async () => {
    await configure({ expiration: true, expirationWeeks: 2 });
    expect((await signIn()).status).toBe(200);
    const later = await latchkey.startAnother();
    later.advance(14 * 24 * 3_600_000);
    expect((await signIn(password, later)).body.errorCode).toBe('E062909');
    await later.close();
    expect((await replace(password, second)).status).toBe(200);
  });

  test('can keep the last passwords from being reused', async () => {
    await configure({ reuse: true, reuseAmount: 2 });
    expect((await replace(password, second)).status).toBe(200);
    const refused = await replace(second, password);
    expect(refused.body.errorMessage).toContain('one of the last 2');
    expect((await replace(second, third)).status).toBe(200);
    expect((await replace(third, password)).status).toBe(200);
    const { refreshJwt } = (await signIn()).body;
    const update = (newPassword: string) =>
      latchkey.request('POST', '/v1/auth/password/update', {
        bearer: `${latchkey.projectId}:${refreshJwt}`,
        body: { loginId, newPassword },
      });
    expect((await update(password)).status).toBe(400);
    expect((await update(third)).status).toBe(400);
    expect((await update(second)).status).toBe(200);
  });

  test('can lock a password after a number of wrong ones until a new one is set, without revealing it to a wrong one', async () => {
    await configure({ lock: true, lockAttempts: 2 });
    expect((await signIn(second)).body.errorCode).toBe('E062903');
    expect((await signIn(second)).body.errorCode).toBe('E062903');
    expect(await signIn()).toMatchObject({ status: 401, body: { errorCode: 'E062904' } });
    expect((await replace(password, third)).body.errorCode).toBe('E062904');
    await set(second);
    expect((await signIn(second)).status).toBe(200);
  });

  test('can make the waits begin and end sooner', async () => {
    await configure({ tempLock: true, tempLockAttempts: 2, tempLockDuration: 1 });
    const ahead = await latchkey.startAnother();
    const fail = async (times: number) => {
      for (let attempt = 0; attempt < times; attempt += 1) {
        ahead.advance(60_000);
        expect((await signIn(second, ahead)).status).toBe(401);
      }
    };
    await fail(6);
    for (const wait of [16, 32, 60, 60]) {
      const retryAfter = Number((await signIn(password, ahead)).headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(wait / 2);
      expect(retryAfter).toBeLessThanOrEqual(wait);
      await fail(1);
    }
    await ahead.close();
  });

  test('can turn passwords off', async () => {
    await configure({ enabled: false });
    expect((await signIn()).body.errorCode).toBe('E011004');
    expect((await signIn(second)).body.errorCode).toBe('E062903');
    const body = { loginId: `new-${loginId}`, password };
    expect((await latchkey.request('POST', '/v1/auth/password/signup', { body })).body.errorCode).toBe(
      'E011004',
    );
  });
});

test('the settings of a tenant apply to users of only that tenant', async () => {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/tenant/create', { name: `Tenant ${counter}` });
  await configure({ number: true, minLength: 20 }, body.id);
  await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', { loginId, tenantId: body.id });
  expect((await set('a fox and 3 owls')).body.errorMessage).toContain('at least 20');
  expect((await set('a fox and many many owls')).body.errorMessage).toContain('digit');
  expect((await set('a fox and many many owls 3')).status).toBe(200);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

const password = 'plain harbor ceiling 93';
const seed = 'JBSWY3DPEHPK3PXP';
const hourMs = 3_600_000;

let latchkey: Latchkey;
let addresses = 0;

beforeAll(async () => {
  latchkey = await startLatchkey({ LATCHKEY_TRUSTED_PROXIES: '127.0.0.0/8' });
  latchkey.stopClock();
});
afterAll(() => latchkey.close());

/** Signs in from a new address in a new network each time. */
function signIn(loginId: string, typed: string) {
  addresses += 1;
  return latchkey.request('POST', '/v1/auth/password/signin', {
    body: { loginId, password: typed },
    headers: { 'x-forwarded-for': `2001:db8:${addresses.toString(16)}::1` },
  });
}

async function createUser(loginId: string) {
  const users = [{ loginId, password, seed }];
  expect((await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users })).status).toBe(200);
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
}

/** Sends wrong passwords number `from` to `to`, each as soon as it would be compared. */
async function guess(loginId: string, from: number, to: number) {
  for (let number = from; number <= to; number += 1) {
    latchkey.advance(hourMs);
    expect((await signIn(loginId, `wrong guess number ${number}`)).body.errorCode).toBe('E062903');
  }
}

/** Returns the wait for a caller with the right password, from any address. */
async function waitSeconds(loginId: string): Promise<number> {
  const { status, headers, body } = await signIn(loginId, password);
  expect([status, body.errorCode]).toEqual([429, 'E130429']);
  return Number(headers.get('retry-after'));
}

const around = (seconds: number) => expect.toSatisfy((wait: number) => wait > seconds / 2 && wait <= seconds);

async function signInWithTotp(loginId: string) {
  const code = totpCode(seed, latchkey.service.now());
  return latchkey.request('POST', '/v1/auth/totp/verify', { body: { loginId, code } });
}

test('guesses from a hundred addresses share one growing wait, and never shut the owner out permanently', async () => {
  await createUser('patient');
  await guess('patient', 1, 10);
  expect(await waitSeconds('patient')).toEqual(around(32));
  await guess('patient', 11, 50);
  expect(await waitSeconds('patient')).toEqual(around(1_800));
  await guess('patient', 51, 100);
  expect(await waitSeconds('patient')).toEqual(around(1_800));
  expect((await signInWithTotp('patient')).status).toBe(200);
  latchkey.advance(hourMs);
  expect((await signIn('patient', password)).status).toBe(200);
});

test('where an administrator turns the lock on, the last guess locks the password and nothing else', async () => {
  await latchkey.manage('POST', '/v1/mgmt/password/settings', { lock: true, lockAttempts: 6 });
  await createUser('locked');
  await guess('locked', 1, 5);
  latchkey.advance(hourMs);
  expect((await signIn('locked', password)).status).toBe(200);
  await guess('locked', 1, 6);
  latchkey.advance(hourMs);
  expect((await signIn('locked', password)).body.errorCode).toBe('E062904');
  expect((await signInWithTotp('locked')).status).toBe(200);
  const body = { loginId: 'locked', password: 'seven quiet lanterns 48' };
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', body);
  expect((await signIn('locked', body.password)).status).toBe(200);
});

test('an active password is set with an empty answer, and needs no change at the first sign-in', async () => {
  await createUser('plain');
  const sdk = latchkey.sdk();
  const result = await sdk.management.user.setActivePassword('plain', password);
  expect({ ok: result.ok, data: result.data }).toEqual({ ok: true, data: {} });
  expect((await sdk.password.signIn('plain', password)).ok).toBe(true);
});

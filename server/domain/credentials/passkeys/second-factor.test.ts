import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, pageOrigin } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';
import { claimsOf, createPasswordUser, refresh } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let passkeys: ReturnType<typeof passkeysOf>;
let authenticator: Authenticator;
let loginId: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  passkeys = passkeysOf(latchkey);
});
beforeEach(() => {
  authenticator = new Authenticator();
  loginId = `ada${++counter}@key.example`;
});
afterAll(() => latchkey.close());

const refusal = ({ status, body }: Answer) => [status, body.errorCode];

async function register(deviation = {}) {
  const answer = await passkeys.signUp(authenticator, loginId, deviation);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('beside another factor', () => {
  async function withPassword() {
    const user = await createPasswordUser(latchkey, { email: '' });
    loginId = user.loginId;
    const { body } = await latchkey.request('POST', '/v1/auth/password/signin', { body: user });
    return body.refreshJwt as string;
  }

  test('a passkey raises a session, which then ends', async () => {
    const refreshJwt = await withPassword();
    await passkeys.add(authenticator, loginId, refreshJwt);
    const { transactionId, options } = await passkeys.start(
      'signin',
      { loginId, loginOptions: { stepup: true, mfa: true } },
      refreshJwt,
    );
    expect(JSON.parse(options).publicKey.userVerification).toBe('preferred');
    // Possession alone is enough.
    const response = authenticator.get(options, { flags: 0x01 });
    const { body } = await passkeys.finish('signin', transactionId, response);
    expect(body.claims).toMatchObject({ amr: ['pwd', 'webauthn', 'mfa'], su: true });
    expect(refusal(await refresh(latchkey, refreshJwt))).toEqual([401, 'E064001']);
  });

  test('the passkey of another user raises nothing', async () => {
    await register();
    const mine = loginId;
    const refreshJwt = await withPassword();
    const body = { loginId: mine, loginOptions: { mfa: true } };
    const { transactionId, options } = await passkeys.start('signin', body, refreshJwt);
    const answer = await passkeys.finish('signin', transactionId, authenticator.get(options));
    expect(refusal(answer)).toEqual([401, 'E064002']);
    expect((await refresh(latchkey, refreshJwt)).status).toBe(200);
  });

  test('only the user themselves learns that they have no passkey', async () => {
    const refreshJwt = await withPassword();
    const body = { loginId, origin: pageOrigin, loginOptions: { mfa: true } };
    expect(refusal(await passkeys.post('signin/start', body, refreshJwt))).toEqual([400, 'E067010']);
    expect(refusal(await passkeys.post('signin/start', body))).toEqual([401, 'E064002']);
  });

  test('adding a passkey with mfa gives a session with both factors', async () => {
    const refreshJwt = await withPassword();
    const { transactionId, options } = await passkeys.start('update', { loginId, mfa: true }, refreshJwt);
    const { body } = await passkeys.finish('update', transactionId, authenticator.create(options));
    expect(claimsOf(body.jwt.sessionJwt).amr).toEqual(['pwd', 'webauthn', 'mfa']);
    expect(body.jwt.user.webauthn).toBe(true);
    expect(refusal(await refresh(latchkey, refreshJwt))).toEqual([401, 'E064001']);
  });

  test('with mfa, in cookie mode, the new session is in the cookies and not in the answer', async () => {
    const refreshJwt = await withPassword();
    const set = (tokenDelivery: string) =>
      latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery });
    await set('cookies');
    const { transactionId, options } = await passkeys.start('update', { loginId, mfa: true }, refreshJwt);
    const response = authenticator.create(options);
    const { body, headers } = await passkeys.finish('update', transactionId, response);
    await set('body');
    expect(body.jwt.sessionJwt).toBeTypeOf('string');
    expect(body.jwt).not.toHaveProperty('refreshJwt');
    const cookies = headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(cookies.sort()).toEqual(['DS', 'DSR', `latchkey-last-${latchkey.projectId}`]);
  });
});

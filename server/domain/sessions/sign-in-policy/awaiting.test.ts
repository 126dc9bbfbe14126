import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { codesOf, newPhone } from '../../../../test/codes.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, secretSentTo } from '../../../../test/messages.ts';
import { passkeysOf } from '../../../../test/passkeys.ts';
import {
  createNamedUser,
  createTwoFactorUser,
  demandIn,
  demandOf,
  enrolAwaited,
  setPolicy,
} from '../../../../test/sign-in-policy.ts';
import { claimsOf, refresh, signInByPassword, verifyTotp, withToken } from '../../../../test/signed-in.ts';
import { sweep } from '../../../groups.ts';

let latchkey: Latchkey;
let codes: ReturnType<typeof codesOf>;
let passkeys: ReturnType<typeof passkeysOf>;

const always = { when: 'always', methods: ['totp', 'passkey', 'email', 'sms'] };

beforeAll(async () => {
  latchkey = await startLatchkey();
  // At the beginning of a second, so that the few requests of a test do not reach the next one.
  latchkey.stopClock(Math.ceil(latchkey.service.now() / 1000) * 1000);
  codes = codesOf(latchkey);
  passkeys = passkeysOf(latchkey);
  await setPolicy(latchkey, always);
});
afterAll(() => latchkey.close());

const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const mfa = { mfa: true };

/** Verifies a code as a second factor. */
function verifyCode(channel: string, loginId: string, code: string, token?: string): Promise<Answer> {
  return latchkey.request('POST', `/v1/auth/otp/verify/${channel}`, {
    bearer: [latchkey.projectId, token].filter(Boolean).join(':'),
    body: { loginId, code },
  });
}

async function eventsOf(userId: string): Promise<string[]> {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { userIds: [userId] });
  return body.audits.map(({ action }: { action: string }) => action);
}

describe('a sign-in with the first factor', () => {
  test('is refused with a token and the methods that the user has', async () => {
    const user = await createTwoFactorUser(latchkey, { email: 'two@factor.example' });
    const events = (await eventsOf(user.userId)).length;
    const answer = await signInByPassword(latchkey, user);
    expect(answer.body).not.toHaveProperty('sessionJwt');
    const demand = demandIn(answer);
    expect(demand).toMatchObject({ methods: ['totp', 'email'], enrol: false });
    expect(demand.expiresAt).toBe(Math.floor(latchkey.service.now() / 1000) + 600);
    expect(claimsOf(demand.refreshJwt)).toMatchObject({ drn: 'DSM', sub: user.userId });
    // The sign-in is recorded when it is complete.
    expect((await eventsOf(user.userId)).length).toBe(events);
  });

  test('that goes no further is recorded once, when its time is over', async () => {
    const [user, other] = [await createTwoFactorUser(latchkey), await createTwoFactorUser(latchkey)];
    await demandOf(latchkey, user);
    const { refreshJwt } = await demandOf(latchkey, other);
    const { loginId } = other;
    await verifyTotp(latchkey, { loginId, code: other.code(), loginOptions: mfa }, refreshJwt);
    const failed = async ({ userId }: { userId: string }) =>
      (await eventsOf(userId)).filter((action) => action === 'LoginFailed').length;
    await sweep(latchkey.service);
    expect([await failed(user), await failed(other)]).toEqual([0, 0]);
    latchkey.advance(11 * 60_000);
    await Promise.all([sweep(latchkey.service), sweep(latchkey.service)]);
    expect([await failed(user), await failed(other)]).toEqual([1, 0]);
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user/explain?loginId=${user.loginId}`);
    expect(JSON.stringify(body)).toContain('did not come within ten minutes');
  });

  test('and then with the second one gives a session of both, once', async () => {
    const user = await createTwoFactorUser(latchkey);
    const options = { customClaims: { cart: 'c1' } };
    const { refreshJwt } = await demandOf(latchkey, user, options);
    const { loginId } = user;
    const code = user.code();
    const { status, body } = await verifyTotp(latchkey, { loginId, code, loginOptions: mfa }, refreshJwt);
    expect(status).toBe(200);
    expect(body.claims).toMatchObject({ amr: ['pwd', 'totp', 'mfa'], nsec: { cart: 'c1' } });
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(200);
    expect((await eventsOf(user.userId)).filter((action) => action === 'LoginSucceed')).toHaveLength(2);
    const again = await verifyTotp(latchkey, { loginId, code: user.code(), loginOptions: mfa }, refreshJwt);
    expect(refusal(again)).toEqual([401, 'E064001']);
  });

  test('ends the other sessions only once it is complete', async () => {
    const user = await createTwoFactorUser(latchkey);
    const { loginId } = user;
    const first = await demandOf(latchkey, user);
    const input = { loginId, code: user.code(), loginOptions: mfa };
    const { body: before } = await verifyTotp(latchkey, input, first.refreshJwt);
    const second = await demandOf(latchkey, user, { revokeOtherSessions: true });
    const { body: still } = await refresh(latchkey, before.refreshJwt);
    const done = await verifyTotp(latchkey, { ...input, code: user.code() }, second.refreshJwt);
    expect(done.status).toBe(200);
    expect(refusal(await refresh(latchkey, still.refreshJwt))).toEqual([401, 'E064001']);
    expect((await refresh(latchkey, done.body.refreshJwt)).status).toBe(200);
  });

  test('in the public SDK is completed with its own options for MFA', async () => {
    const user = await createTwoFactorUser(latchkey);
    const sdk = latchkey.sdk();
    const refused = await sdk.password.signIn(user.loginId, user.password);
    expect([refused.ok, refused.code]).toEqual([false, 403]);
    const { mfa: demand } = await (refused.response as Response).clone().json();
    const { data } = await sdk.totp.verify(user.loginId, user.code(), mfa, demand.refreshJwt);
    expect(data?.claims?.['amr']).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('by a passkey that verifies its user counts as two factors', async () => {
    const authenticator = new Authenticator();
    const answer = await passkeys.signUp(authenticator, 'key@factor.example');
    expect(answer.body.claims.amr).toEqual(['webauthn', 'mfa']);
    const { body } = await passkeys.signIn(authenticator, 'key@factor.example');
    expect(body.claims.amr).toEqual(['webauthn', 'mfa']);
  });
});

describe('a second factor', () => {
  test('can be a code to the verified address, with the token of the sign-in', async () => {
    const phone = newPhone();
    const user = await createTwoFactorUser(latchkey, { phone });
    const { refreshJwt, methods } = await demandOf(latchkey, user);
    expect(methods).toContain('sms');
    const begun = await codes.begin(
      'signin',
      'sms',
      { loginId: user.loginId, loginOptions: mfa },
      refreshJwt,
    );
    expect(begun.status).toBe(200);
    const code = await codeSentTo(latchkey, phone);
    // Who reads the messages of a user who signs in must not get the session.
    expect(refusal(await verifyCode('sms', user.loginId, code))).toEqual([401, 'E064002']);
    const other = await demandOf(latchkey, user);
    expect((await verifyCode('sms', user.loginId, code, other.refreshJwt)).status).toBe(401);
    const { body } = await verifyCode('sms', user.loginId, code, refreshJwt);
    expect(body.claims.amr).toEqual(['pwd', 'sms', 'mfa']);
  });

  test('can be a passkey', async () => {
    const user = await createNamedUser(latchkey);
    const authenticator = new Authenticator();
    const first = await demandOf(latchkey, user);
    const added = await passkeys.start('update', { loginId: user.loginId, mfa: true }, first.refreshJwt);
    const enrolled = await passkeys.finish(
      'update',
      added.transactionId,
      authenticator.create(added.options),
    );
    expect(enrolled.body.jwt.claims.amr).toEqual(['pwd', 'webauthn', 'mfa']);
    const { refreshJwt, methods } = await demandOf(latchkey, user);
    expect(methods).toEqual(['passkey']);
    const body = { loginId: user.loginId, loginOptions: mfa };
    const { transactionId, options } = await passkeys.start('signin', body, refreshJwt);
    // Possession is enough beside a password.
    const response = authenticator.get(options, { flags: 0x01 });
    const done = await passkeys.finish('signin', transactionId, response);
    expect(done.body.claims.amr).toEqual(['pwd', 'webauthn', 'mfa']);
  });

  test('cannot come from the address that the first one came from', async () => {
    const email = 'one-mailbox@factor.example';
    const user = await createTwoFactorUser(latchkey, { email });
    await codes.begin('signin', 'email', { loginId: user.loginId });
    const first = await codes.verify('email', user.loginId, await codeSentTo(latchkey, email));
    const { refreshJwt, methods } = demandIn(first);
    // The password counts beside a factor that counts as a second one.
    expect(methods).toEqual(['totp', 'password']);
    await codes.begin('signin', 'email', { loginId: user.loginId, loginOptions: mfa }, refreshJwt);
    const again = await verifyCode('email', user.loginId, await codeSentTo(latchkey, email), refreshJwt);
    expect(refusal(again)).toEqual([401, 'E064002']);
    const { body } = await signInByPassword(latchkey, user, mfa, refreshJwt);
    expect(body.claims.amr).toEqual(['email', 'pwd', 'mfa']);
  });

  test('must be the same user’s', async () => {
    const [user, thief] = [await createTwoFactorUser(latchkey), await createTwoFactorUser(latchkey)];
    const { refreshJwt } = await demandOf(latchkey, user);
    const input = { loginId: thief.loginId, code: thief.code(), loginOptions: mfa };
    expect(refusal(await verifyTotp(latchkey, input, refreshJwt))).toEqual([401, 'E064002']);
  });

  test('cannot be guessed: wrong codes soon make every sign-in of the user wait', async () => {
    const user = await createTwoFactorUser(latchkey);
    const tries: Answer[] = [];
    for (let i = 0; i < 7; i += 1) {
      const { refreshJwt } = await demandOf(latchkey, user);
      const input = { loginId: user.loginId, code: '000000', loginOptions: mfa };
      tries.push(await verifyTotp(latchkey, input, refreshJwt));
    }
    expect(refusal(tries[0]!)).toEqual([401, 'E061102']);
    expect(refusal(tries.at(-1)!)).toEqual([401, 'E061103']);
  });

  test('comes within ten minutes', async () => {
    const user = await createTwoFactorUser(latchkey);
    const { refreshJwt } = await demandOf(latchkey, user);
    latchkey.advance(10 * 60_000);
    const input = { loginId: user.loginId, code: user.code(), loginOptions: mfa };
    expect((await verifyTotp(latchkey, input, refreshJwt)).status).toBe(401);
  });
});

describe('the token of a sign-in that awaits its second factor', () => {
  let user: Awaited<ReturnType<typeof createTwoFactorUser>>;
  let token: string;
  beforeAll(async () => {
    user = await createTwoFactorUser(latchkey, { email: 'closed@factor.example' });
    token = (await demandOf(latchkey, user)).refreshJwt;
  });

  test.each<[string, string, string, object?]>([
    ['a refresh', 'POST', '/v1/auth/refresh', {}],
    ['a refresh by GET', 'GET', '/v1/auth/refresh'],
    ['a validation', 'POST', '/v1/auth/validate', {}],
    ['me', 'GET', '/v1/auth/me'],
    ['the tenants', 'POST', '/v1/auth/me/tenants', {}],
    ['a change of tenant', 'POST', '/v1/auth/tenant/select', { tenant: 'corp' }],
    ['the list of sessions', 'GET', '/v1/auth/me/history'],
    ['a logout', 'POST', '/v1/auth/logout', {}],
    ['a logout everywhere', 'POST', '/v1/auth/logoutall', {}],
    ['a new password', 'POST', '/v1/auth/password/update', { loginId: 'L', newPassword: 'Xk2!xk2!xk2!xk2' }],
    ['a new email', 'POST', '/v1/auth/otp/update/email', { loginId: 'L', email: 'new@factor.example' }],
    ['a new phone', 'POST', '/v1/auth/otp/update/phone/sms', { loginId: 'L', phone: '+12025550188' }],
    [
      'a link for a new email',
      'POST',
      '/v1/auth/magiclink/update/email',
      { loginId: 'L', email: 'n@f.example' },
    ],
    ['an authenticator', 'POST', '/v1/auth/totp/update', { loginId: 'L' }],
    [
      'a passkey',
      'POST',
      '/v1/auth/webauthn/update/start',
      { loginId: 'L', origin: 'http://localhost:3000' },
    ],
    ['a step-up', 'POST', '/v1/auth/otp/signin/email', { loginId: 'L', loginOptions: { stepup: true } }],
    ['another first factor', 'POST', '/v1/auth/password/signin', { password: 'P', loginOptions: mfa }],
    ['SSO', 'POST', '/v1/auth/sso/authorize?tenant=corp', { mfa: true }],
    [
      'OAuth',
      'POST',
      '/v1/auth/oauth/authorize?provider=google&redirectURL=http://localhost:3000',
      { mfa: true },
    ],
    [
      'linking an OAuth account',
      'POST',
      '/v1/auth/oauth/authorize/update?provider=google&redirectURL=http://localhost:3000',
      {},
    ],
  ])('is no token for %s', async (_, method, path, body) => {
    const values: Record<string, string> = { loginId: user.loginId, password: user.password };
    const filled =
      body &&
      Object.fromEntries(
        Object.entries({ ...body, loginId: 'L' }).map(([key, value]) => [key, values[key] ?? value]),
      );
    const { status, body: answer } = await withToken(latchkey, method, path, token, filled);
    expect([status, answer.errorCode], JSON.stringify(answer)).toEqual([
      expect.toSatisfy((status) => status === 401 || status === 403),
      expect.stringMatching(/^E06400[127]$/),
    ]);
  });

  test('is in no list of sessions, and nothing for the management API to change', async () => {
    const sessions = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: user.loginId });
    const ids = sessions.body.sessions.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(claimsOf(token).sid);
    const changed = await latchkey.manage('POST', '/v1/mgmt/jwt/update', {
      jwt: token,
      customClaims: { a: 1 },
    });
    expect(changed.status).toBe(401);
    const signedIn = await latchkey.manage('POST', '/v1/mgmt/auth/signin', {
      loginId: user.loginId,
      mfa: true,
      jwt: token,
    });
    expect(signedIn.status).toBe(401);
  });

  test('still completes the sign-in after all of that', async () => {
    const input = { loginId: user.loginId, code: user.code(), loginOptions: mfa };
    expect((await verifyTotp(latchkey, input, token)).status).toBe(200);
  });
});

describe('a sign-in that awaits its second factor ends', () => {
  test.each<[string, (user: { loginId: string }) => Promise<Answer>]>([
    [
      'a logout of all sessions',
      ({ loginId }) => latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId }),
    ],
    [
      'a disabled account',
      ({ loginId }) =>
        latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ],
    ['a deleted account', ({ loginId }) => latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId })],
  ])('with %s', async (_, end) => {
    const user = await createTwoFactorUser(latchkey);
    const { refreshJwt } = await demandOf(latchkey, user);
    expect((await end(user)).status).toBe(200);
    const input = { loginId: user.loginId, code: user.code(), loginOptions: mfa };
    const answer = await verifyTotp(latchkey, input, refreshJwt);
    expect(answer.status).toBe(401);
  });
});

describe('a sign-in that awaits its second factor', () => {
  const onlyPasskeys = { firstFactors: ['passkey'] };
  afterEach(() => setPolicy(latchkey, always));

  test('is not completed if the policy has come to refuse the way in which it began', async () => {
    const user = await createTwoFactorUser(latchkey);
    const { refreshJwt } = await demandOf(latchkey, user);
    const input = { loginId: user.loginId, code: user.code(), loginOptions: mfa };
    await setPolicy(latchkey, always, onlyPasskeys);
    expect(refusal(await verifyTotp(latchkey, input, refreshJwt))).toEqual([403, 'E064008']);
    await setPolicy(latchkey, always);
    expect((await verifyTotp(latchkey, input, refreshJwt)).status).toBe(200);
  });

  test('is completed if it began by an invitation, which no policy refuses', async () => {
    await setPolicy(latchkey, always, onlyPasskeys);
    const email = 'invited@factor.example';
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: email, email, invite: true });
    const token = await secretSentTo(latchkey, email);
    const opened = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
    const { answer } = await enrolAwaited(latchkey, { loginId: email }, demandIn(opened));
    expect(answer.body.claims.amr).toEqual(['email', 'totp', 'mfa']);
  });

  test('continues a session whose own beginning is not asked about again', async () => {
    const user = await createTwoFactorUser(latchkey, { email: 'begun@factor.example' });
    await setPolicy(latchkey, { when: 'never' });
    const { body } = await signInByPassword(latchkey, user);
    await setPolicy(latchkey, always, onlyPasskeys);
    const input = { loginId: user.loginId, code: user.code(), loginOptions: mfa };
    expect((await verifyTotp(latchkey, input, body.refreshJwt)).status).toBe(200);
  });
});

describe('a user without a second factor', () => {
  test('adds one within the sign-in', async () => {
    const user = await createNamedUser(latchkey);
    const demand = await demandOf(latchkey, user);
    expect(demand).toMatchObject({ methods: ['totp', 'passkey'], enrol: true });
    const { answer, code } = await enrolAwaited(latchkey, user, demand);
    expect(answer.body.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
    const next = await demandOf(latchkey, user);
    expect(next).toMatchObject({ methods: ['totp'], enrol: false });
    const input = { loginId: user.loginId, code: code(), loginOptions: mfa };
    expect((await verifyTotp(latchkey, input, next.refreshJwt)).status).toBe(200);
  });

  test('adds only one: who has another sign-in under way cannot add a second', async () => {
    const user = await createNamedUser(latchkey);
    const [thief, owner] = [await demandOf(latchkey, user), await demandOf(latchkey, user)];
    const { loginId } = user;
    const began = await passkeys.start('update', { loginId, mfa: true }, thief.refreshJwt);
    await enrolAwaited(latchkey, user, owner);
    const response = new Authenticator().create(began.options);
    expect(refusal(await passkeys.finish('update', began.transactionId, response))).toEqual([403, 'E064007']);
    const more = await withToken(latchkey, 'POST', '/v1/auth/totp/update', thief.refreshJwt, { loginId });
    expect(refusal(more)).toEqual([403, 'E064007']);
  });

  test.each(['totp', 'passkey', 'email'] as const)(
    'adds none (%s) after they have got one that the policy counts by now',
    async (factor) => {
      await setPolicy(latchkey, { ...always, methods: ['totp', 'passkey', 'email'] });
      const email = `late-${factor}@factor.example`;
      const user = await createNamedUser(latchkey, { email, verifiedEmail: false });
      const { loginId } = user;
      const { refreshJwt } = await demandOf(latchkey, user);
      const finish = {
        async totp() {
          const begun = await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, { loginId });
          const code = totpCode(begun.body.key, latchkey.service.now());
          return () => verifyTotp(latchkey, { loginId, code, loginOptions: mfa }, refreshJwt);
        },
        async passkey() {
          const begun = await passkeys.start('update', { loginId, mfa: true }, refreshJwt);
          const response = new Authenticator().create(begun.options);
          return () => passkeys.finish('update', begun.transactionId, response);
        },
        async email() {
          await codes.begin('signin', 'email', { loginId, loginOptions: mfa }, refreshJwt);
          const code = await codeSentTo(latchkey, email);
          return () => verifyCode('email', loginId, code, refreshJwt);
        },
      };
      const complete = await finish[factor]();
      const phone = { loginId, phone: newPhone(), verified: true };
      expect((await latchkey.manage('POST', '/v1/mgmt/user/update/phone', phone)).status).toBe(200);
      await setPolicy(latchkey, always);
      expect(refusal(await complete())).toEqual([403, 'E064007']);
      const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
      expect(body.user).toMatchObject({ TOTP: false, webauthn: false, verifiedEmail: false });
    },
  );

  test('proves an address that was never verified', async () => {
    const email = 'fresh@factor.example';
    const user = await createNamedUser(latchkey, { email, verifiedEmail: false });
    const { refreshJwt, methods, enrol } = await demandOf(latchkey, user);
    expect([methods, enrol]).toEqual([['totp', 'passkey', 'email'], true]);
    await codes.begin('signin', 'email', { loginId: user.loginId, loginOptions: mfa }, refreshJwt);
    const { body } = await verifyCode('email', user.loginId, await codeSentTo(latchkey, email), refreshJwt);
    expect(body.claims.amr).toEqual(['pwd', 'email', 'mfa']);
    expect(body.user.verifiedEmail).toBe(true);
  });

  test('can sign in without one in the grace period', async () => {
    await setPolicy(latchkey, { ...always, graceDays: 3 });
    const user = await createNamedUser(latchkey);
    expect((await signInByPassword(latchkey, user)).status).toBe(200);
    latchkey.advance(2 * 24 * 60 * 60_000);
    expect((await signInByPassword(latchkey, user)).status).toBe(200);
    latchkey.advance(24 * 60 * 60_000);
    expect(await demandOf(latchkey, user)).toMatchObject({ enrol: true });
    await setPolicy(latchkey, always);
  });
});

describe('a project without policies', () => {
  test('asks for nothing, and looks for nothing', async () => {
    const { projectId, managementKey } = await latchkey.addProject();
    const bearer = `${projectId}:${managementKey}`;
    const user = { loginId: 'ada', password: 'a quiet long password' };
    await latchkey.request('POST', '/v1/mgmt/user/create', { bearer, body: user });
    const signIn = () =>
      latchkey.request('POST', '/v1/auth/password/signin', { bearer: projectId, body: user });
    expect((await signIn()).status).toBe(200);
    const { body } = await latchkey.request('GET', '/v1/mgmt/project/sign-in-policy/list', { bearer });
    expect(body.policies).toEqual([]);
  });
});

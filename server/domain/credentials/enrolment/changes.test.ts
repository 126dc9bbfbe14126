import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { codesOf, newEmail, newPhone } from '../../../../test/codes.ts';
import { pageOrigin } from '../../../../test/counterparts/authenticator.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { codeSentTo, secretSentTo } from '../../../../test/messages.ts';
import { connectSimulator } from '../../../../test/oauth-browser.ts';
import {
  createNamedUser,
  createTwoFactorUser,
  type Demand,
  demandIn,
  enrolAwaited,
  setPolicy,
} from '../../../../test/sign-in-policy.ts';
import {
  claimsOf,
  enrolTotp,
  type PasswordUser,
  refresh,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../../test/signed-in.ts';

/** Tests what a sign-in policy requires before a user changes how they sign in. */

let latchkey: Latchkey;
let codes: ReturnType<typeof codesOf>;

const back = 'http://localhost:3000/back';
const policy = { when: 'newDevice', methods: ['totp', 'passkey', 'email', 'recoveryCode'] };
const mfa = { mfa: true };
const newPassword = 'another sentence with snow in it';

beforeAll(async () => {
  latchkey = await startLatchkey();
  codes = codesOf(latchkey);
  await latchkey.manage('POST', '/v1/mgmt/project/settings', {
    redirectUrls: [back],
    securityNotices: ['passwordChanged'],
  });
  await connectSimulator(latchkey, 'acme');
});
afterAll(() => latchkey.close());
beforeEach(() => setPolicy(latchkey, policy));

type TwoFactorUser = Awaited<ReturnType<typeof createTwoFactorUser>>;

const refusal = ({ status, body }: Answer) => [status, body.errorCode];

function signInOn(device: string, path: string, body: object): Promise<Answer> {
  return latchkey.request('POST', `/v1/auth/password/${path}`, {
    body,
    ...(device && { headers: { 'x-descope-trusted-device-token': device } }),
  });
}

function prove(user: TwoFactorUser, token: string, options: object = {}): Promise<Answer> {
  const input = { loginId: user.loginId, code: user.code(), loginOptions: { ...mfa, ...options } };
  return verifyTotp(latchkey, input, token);
}

/** Creates a user with a device that they trust. */
async function withDevice(): Promise<{ user: TwoFactorUser; device: string }> {
  const user = await createTwoFactorUser(latchkey, { email: newEmail() });
  const demand = demandIn(await signInByPassword(latchkey, user));
  const { body } = await prove(user, demand.refreshJwt, { trustDevice: true });
  return { user, device: body.trustedDeviceJwt };
}

/** Signs in with the password alone, on a device that the user trusts. */
async function onTrustedDevice(): Promise<{ user: TwoFactorUser; token: string; device: string }> {
  const { user, device } = await withDevice();
  const { loginId, password } = user;
  const { body } = await signInOn(device, 'signin', { loginId, password });
  expect(body.claims.amr).toEqual(['pwd']);
  return { user, token: body.refreshJwt, device: body.trustedDeviceJwt };
}

async function actionsOf({ userId }: { userId: string }): Promise<string[]> {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { userIds: [userId] });
  return body.audits.map(({ action }: { action: string }) => action);
}

/** Every call with which a session changes how its user signs in. */
const changes: [string, string, (loginId: string) => object][] = [
  ['an authenticator', 'totp/update', (loginId) => ({ loginId })],
  ['a passkey', 'webauthn/update/start', (loginId) => ({ loginId, origin: pageOrigin })],
  ['recovery codes', 'recovery-codes', (loginId) => ({ loginId })],
  ['an email address by code', 'otp/update/email', (loginId) => ({ loginId, email: newEmail() })],
  ['a phone number by code', 'otp/update/phone/sms', (loginId) => ({ loginId, phone: newPhone() })],
  [
    'an email address by link',
    'magiclink/update/email',
    (loginId) => ({ loginId, email: newEmail(), redirectUrl: back }),
  ],
  [
    'a phone number by link',
    'magiclink/update/phone/sms',
    (loginId) => ({ loginId, phone: newPhone(), redirectUrl: back }),
  ],
  [
    'an email address by enchanted link',
    'enchantedlink/update/email',
    (loginId) => ({ loginId, email: newEmail(), redirectUrl: back }),
  ],
  ['a provider', `oauth/authorize/update?provider=acme&redirectURL=${back}`, () => ({})],
  ['a password', 'password/update', (loginId) => ({ loginId, newPassword })],
];

describe('a change of how a user signs in', () => {
  test('needs what the policy demands, also on a device that the user trusts', async () => {
    const { user, token } = await onTrustedDevice();
    for (const [change, path, body] of changes) {
      const answer = await withToken(latchkey, 'POST', `/v1/auth/${path}`, token, body(user.loginId));
      expect(refusal(answer), change).toEqual([403, 'E064007']);
      expect(answer.body.errorMessage, change).toContain('totp, email');
    }
    const { body: proven } = await prove(user, token);
    for (const [change, path, body] of changes) {
      const { loginId } = user;
      const answer = await withToken(latchkey, 'POST', `/v1/auth/${path}`, proven.refreshJwt, body(loginId));
      expect(answer.status, `${change}: ${JSON.stringify(answer.body)}`).toBe(200);
    }
  });

  test('needs it of the policy of a sub-tenant in which the user inherits a role, too', async () => {
    const { user, token } = await onTrustedDevice();
    await latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/delete', {});
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'top', name: 'Top' });
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'sub', name: 'Sub', parent: 'top' });
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Clerk' });
    const { loginId } = user;
    const grant = { loginId, tenantId: 'top', roleNames: ['Clerk'] };
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', grant);
    const begin = async () =>
      refusal(await withToken(latchkey, 'POST', '/v1/auth/totp/update', token, { loginId }));
    await latchkey.manage('POST', '/v1/mgmt/user/update/role/add', grant);
    expect(await begin()).toEqual([200, undefined]);
    await setPolicy(latchkey, policy, { tenantId: 'sub' });
    expect(await begin()).toEqual([403, 'E064007']);
    await latchkey.manage('POST', '/v1/mgmt/tenant/update', { id: 'sub', name: 'Sub', enforceSSO: true });
    await latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/delete', { tenantId: 'sub' });
  });

  test('is free for a user who has no second factor yet, except that recovery codes are never the first', async () => {
    await setPolicy(latchkey, { ...policy, graceDays: 7 });
    const user = await createNamedUser(latchkey);
    const { body } = await signInByPassword(latchkey, user);
    const { loginId } = user;
    const asked = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', body.refreshJwt, { loginId });
    expect(refusal(asked)).toEqual([403, 'E064007']);
    expect(asked.body.errorMessage).toContain('Add an authenticator or a passkey first');
    const code = await enrolTotp(latchkey, user, body.refreshJwt);
    const again = await withToken(latchkey, 'POST', '/v1/auth/totp/update', body.refreshJwt, { loginId });
    expect(refusal(again)).toEqual([403, 'E064007']);
    const input = { loginId, code: code(), loginOptions: mfa };
    const { body: proven } = await verifyTotp(latchkey, input, body.refreshJwt);
    const made = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', proven.refreshJwt, { loginId });
    expect(made.body.codes).toHaveLength(10);
  });

  test('that was begun before the user had a second factor is completed with that factor only', async () => {
    await setPolicy(latchkey, { ...policy, graceDays: 7 });
    const user = await createNamedUser(latchkey);
    const { loginId } = user;
    const { body: thief } = await signInByPassword(latchkey, user);
    const begun = await withToken(latchkey, 'POST', '/v1/auth/totp/update', thief.refreshJwt, { loginId });
    const email = newEmail();
    await withToken(latchkey, 'POST', '/v1/auth/otp/update/email', thief.refreshJwt, { loginId, email });
    const { body: owner } = await signInByPassword(latchkey, user);
    const phone = newPhone();
    await latchkey.manage('POST', '/v1/mgmt/user/update/phone', { loginId, phone, verified: true });
    await setPolicy(latchkey, { ...policy, methods: ['totp', 'sms', 'email'], graceDays: 7 });
    const code = totpCode(begun.body.key, latchkey.service.now());
    expect(refusal(await verifyTotp(latchkey, { loginId, code }))).toEqual([403, 'E064007']);
    const changed = await withToken(latchkey, 'POST', '/v1/auth/otp/verify/email', thief.refreshJwt, {
      loginId,
      code: await codeSentTo(latchkey, email),
    });
    expect(refusal(changed)).toEqual([403, 'E064007']);
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    expect(body.user).toMatchObject({ TOTP: false, email: '' });
    expect(claimsOf(owner.refreshJwt).sub).toBe(user.userId);
  });

  test('of the password needs the factor that the user gets while the new password is checked', async () => {
    await setPolicy(latchkey, { ...policy, methods: ['sms'], graceDays: 7 });
    const user = await createNamedUser(latchkey);
    const { loginId } = user;
    const { body } = await signInByPassword(latchkey, user);
    const phone = { loginId, phone: newPhone(), verified: true };
    // The check of the password asks another server, which takes its time.
    const source = createServer(async (_, response) => {
      await latchkey.manage('POST', '/v1/mgmt/user/update/phone', phone);
      response.end();
    });
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const { port } = source.address() as AddressInfo;
    const checking = await latchkey.startAnother({
      LATCHKEY_BREACHED_PASSWORDS: `http://127.0.0.1:${port}/range/`,
    });
    const input = { loginId, newPassword };
    const answer = await withToken(checking, 'POST', '/v1/auth/password/update', body.refreshJwt, input);
    expect(refusal(answer)).toEqual([403, 'E064007']);
    expect(demandIn(await signInByPassword(latchkey, user)).methods).toEqual(['sms']);
    await checking.close();
    source.close();
  });

  test('needs a session only in a project without policies', async () => {
    const { user, token } = await onTrustedDevice();
    await latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/delete', {});
    for (const path of ['totp/update', 'recovery-codes']) {
      const { loginId } = user;
      expect((await withToken(latchkey, 'POST', `/v1/auth/${path}`, token, { loginId })).status).toBe(200);
    }
  });
});

describe('a device', () => {
  test('is not trusted anew because of factors that the policy does not count', async () => {
    await setPolicy(latchkey, { when: 'everyDays', days: 7, methods: ['totp'] });
    const { user, device } = await withDevice();
    const { loginId, password } = user;
    const { email } = (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`)).body.user;
    latchkey.advance(6 * 24 * 60 * 60_000);
    const { body } = await signInOn(device, 'signin', { loginId, password });
    const headers = { 'x-descope-trusted-device-token': body.trustedDeviceJwt };
    const bearer = `${latchkey.projectId}:${body.refreshJwt}`;
    await codes.begin('signin', 'email', { loginId, loginOptions: mfa }, body.refreshJwt);
    const code = await codeSentTo(latchkey, email);
    const raised = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      bearer,
      headers,
      body: { loginId, code, loginOptions: { trustDevice: true } },
    });
    expect(raised.body.claims.amr).toEqual(['pwd', 'email', 'mfa']);
    latchkey.advance(2 * 24 * 60 * 60_000);
    const next = await signInOn(raised.body.trustedDeviceJwt, 'signin', { loginId, password });
    expect(demandIn(next).methods).toEqual(['totp']);
  });

  test('is not trusted in the grace period of a user without a second factor', async () => {
    await setPolicy(latchkey, { when: 'newDevice', methods: ['totp'], graceDays: 7 });
    const email = newEmail();
    const user = await createNamedUser(latchkey, { email, verifiedEmail: true });
    const { loginId } = user;
    const { body } = await signInByPassword(latchkey, user);
    await codes.begin('signin', 'email', { loginId, loginOptions: mfa }, body.refreshJwt);
    const raised = await withToken(latchkey, 'POST', '/v1/auth/otp/verify/email', body.refreshJwt, {
      loginId,
      code: await codeSentTo(latchkey, email),
      loginOptions: { trustDevice: true },
    });
    expect([raised.status, raised.body.trustedDeviceJwt]).toEqual([200, undefined]);
  });
});

describe('a password that is replaced', () => {
  const replace = ({ loginId, password }: PasswordUser, device = '') =>
    signInOn(device, 'replace', { loginId, oldPassword: password, newPassword, revokeOtherSessions: true });

  async function begun(): Promise<{ user: TwoFactorUser; other: string; demand: Demand; events: string[] }> {
    const { user, token: other, device } = await onTrustedDevice();
    const events = await actionsOf(user);
    // The trust does not stand in for the factor here.
    return { user, other, events, demand: demandIn(await replace(user, device)) };
  }

  test('changes nothing before the second factor, and then the password and the other sessions together', async () => {
    const { user, other, demand, events } = await begun();
    expect(demand.methods).toEqual(['totp', 'email']);
    const unchanged = async () => {
      expect(demandIn(await signInByPassword(latchkey, user)).methods).toContain('totp');
      expect(await actionsOf(user)).toEqual(events);
    };
    await unchanged();
    const { body: still } = await refresh(latchkey, other);
    const input = { loginId: user.loginId, code: '000000', loginOptions: mfa };
    expect(refusal(await verifyTotp(latchkey, input, demand.refreshJwt))).toEqual([401, 'E061102']);
    const done = await prove(user, demand.refreshJwt);
    expect(done.body.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
    expect(refusal(await refresh(latchkey, still.refreshJwt))).toEqual([401, 'E064001']);
    expect(refusal(await signInByPassword(latchkey, user))).toEqual([401, 'E062903']);
    const { loginId } = user;
    expect(demandIn(await signInByPassword(latchkey, { loginId, password: newPassword }))).toBeTruthy();
    expect(await actionsOf(user)).toContain('UserModified');
  });

  test('stays if the sign-in is never completed', async () => {
    const { user, demand } = await begun();
    latchkey.advance(11 * 60_000);
    expect((await prove(user, demand.refreshJwt)).status).toBe(401);
    expect(demandIn(await signInByPassword(latchkey, user))).toBeTruthy();
  });

  test('stays as it is by then if it has changed before the second factor came', async () => {
    const { user, other, demand } = await begun();
    const { loginId } = user;
    const password = 'what an administrator has chosen';
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
    expect(refusal(await prove(user, demand.refreshJwt))).toEqual([401, 'E064001']);
    expect(demandIn(await signInByPassword(latchkey, { loginId, password }))).toBeTruthy();
    expect((await refresh(latchkey, other)).status).toBe(200);
  });

  test('is replaced at once, as before, where no second factor is needed', async () => {
    await latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/delete', {});
    const user = await createNamedUser(latchkey);
    expect((await replace(user)).status).toBe(200);
    const { loginId } = user;
    expect((await signInByPassword(latchkey, { loginId, password: newPassword })).status).toBe(200);
  });
});

test('a recovery code that does not complete the sign-in is kept, and so is the trust in devices', async () => {
  const { user, device } = await withDevice();
  const { loginId, password } = user;
  const { body } = await prove(user, demandIn(await signInByPassword(latchkey, user)).refreshJwt);
  const made = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', body.refreshJwt, { loginId });
  const { body: single } = await signInOn(device, 'signin', { loginId, password });
  await setPolicy(latchkey, { when: 'newDevice', methods: ['totp', 'passkey'] });
  const enter = (token: string) => {
    const input = { loginId, code: made.body.codes[0].code, loginOptions: mfa };
    return withToken(latchkey, 'POST', '/v1/auth/recovery-codes/signin', token, input);
  };
  expect(refusal(await enter(single.refreshJwt))).toEqual([401, 'E064002']);
  const trusted = await signInOn(single.trustedDeviceJwt, 'signin', { loginId, password });
  expect(trusted.status).toBe(200);
  await setPolicy(latchkey, policy);
  expect((await enter(trusted.body.refreshJwt)).status).toBe(200);
});

test('a user whose mailbox is the second factor resets a forgotten password by mail', async () => {
  const email = newEmail();
  const user = await createNamedUser(latchkey, { email, verifiedEmail: true });
  const { loginId } = user;
  await latchkey.request('POST', '/v1/auth/password/reset', { body: { loginId, redirectUrl: back } });
  const token = await secretSentTo(latchkey, email);
  const opened = await latchkey.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const set = await withToken(latchkey, 'POST', '/v1/auth/password/update', opened.body.refreshJwt, {
    loginId,
    newPassword,
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
});

describe('a sign-in that proves an address', () => {
  const begin = (email: string) => codes.begin('signin', 'email', { loginId: email });
  const load = async (loginId: string) =>
    (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

  test('proves nothing, and keeps the code, if the policy does not allow it at all', async () => {
    const loginId = newEmail();
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId, email: loginId, verifiedEmail: false });
    await begin(loginId);
    const code = await codeSentTo(latchkey, loginId);
    await setPolicy(latchkey, { when: 'never' }, { firstFactors: ['password'] });
    expect(refusal(await codes.verify('email', loginId, code))).toEqual([403, 'E064008']);
    expect(await load(loginId)).toMatchObject({ verifiedEmail: false });
    await setPolicy(latchkey, { when: 'never' });
    expect((await codes.verify('email', loginId, code)).status).toBe(200);
    expect(await load(loginId)).toMatchObject({ verifiedEmail: true });
  });

  test('removes the factors of a previous holder before it asks for one, which only the holder could prove', async () => {
    const email = newEmail();
    const stranger = { loginId: email, password: 'what a stranger has chosen' };
    const signedUp = await latchkey.request('POST', '/v1/auth/password/signup', { body: stranger });
    const held = demandIn(signedUp);
    const enrolled = await enrolAwaited(latchkey, stranger, held);
    expect(enrolled.answer.status).toBe(200);
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId: email, email, verified: false });
    expect(await load(email)).toMatchObject({ TOTP: true, password: true });
    await begin(email);
    const owner = demandIn(await codes.verify('email', email, await codeSentTo(latchkey, email)));
    expect(owner).toMatchObject({ methods: ['totp', 'passkey'], enrol: true });
    expect(await load(email)).toMatchObject({ TOTP: false, password: false });
    expect(refusal(await refresh(latchkey, enrolled.answer.body.refreshJwt))).toEqual([401, 'E064001']);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { FlowBrowser, page, password, startFlows } from '../../../../test/flows.ts';
import type { Latchkey } from '../../../../test/harness.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import { createTwoFactorUser, demandIn, setPolicy } from '../../../../test/sign-in-policy.ts';
import { refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';

/** The flows of the user profile widget: what users change about themselves, and what they must prove before. */
let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: Latchkey;
const origin = new URL(page).origin;
const minutes = 60_000;

beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
  const attributes = [
    { name: 'nick_name', type: 1 },
    { name: 'news', type: 3 },
    { name: 'plan', type: 1 },
  ];
  await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', { attributes });
  await flows.configure({
    passkeyDomain: 'example.com',
    hostedPages: { signInMethods: ['password', 'emailCode'] },
    accountPage: { editableAttributes: ['nick_name', 'news'] },
  });
});
afterAll(() => latchkey?.close());

interface Person {
  loginId: string;
  userId: string;
  refreshJwt: string;
  bearer: string;
}

async function signedIn(more: object = {}): Promise<Person> {
  const loginId = await flows.makeUser(more);
  const { refreshJwt, user } = (await signInByPassword(latchkey, { loginId, password })).body;
  return { loginId, userId: user.userId, refreshJwt, bearer: `${latchkey.projectId}:${refreshJwt}` };
}

/** Presses the button of the first screen, which the component draws before the flow starts. */
async function press(flowId: string, interactionId: string, input: object = {}, bearer?: string) {
  const browser = new FlowBrowser(latchkey);
  await browser.start(flowId, { interactionId, input, ...(bearer && { bearer }) });
  return browser;
}

const find = async (userId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?userId=${userId}`)).body.user;
const me = async ({ refreshJwt }: Pick<Person, 'refreshJwt'>) =>
  (await withToken(latchkey, 'GET', '/v1/auth/me', refreshJwt)).body;
const attributeFlow = (name: string) => `user-profile-attribute-${name}-field`;

describe('a detail', () => {
  test('changes with one button, and the flow ends without tokens', async () => {
    const person = await signedIn();
    const { at } = await press('user-profile-name', 'save', { name: ' Ann Lee ' }, person.bearer);
    expect(at).toMatchObject({ status: 'completed', action: 'none' });
    expect(at.authInfo).toBeUndefined();
    await press('user-profile-family-name', 'save', { familyName: 'Lee' }, person.bearer);
    expect(await me(person)).toMatchObject({ name: 'Ann Lee', familyName: 'Lee', phone: '' });
    await press('user-profile-name', 'save', { name: '' }, person.bearer);
    expect((await me(person)).name).toBe('');
  });

  test('that the project does not let users change stays, also in a flow that began before', async () => {
    const person = await signedIn({ displayName: 'Ann' });
    const browser = new FlowBrowser(latchkey);
    await browser.start('user-profile-name', { bearer: person.bearer });
    await flows.configure({ accountPage: { editableDetails: ['email'] } });
    const { at } = await press(
      'user-profile-picture',
      'save',
      { picture: 'https://x.example/a' },
      person.bearer,
    );
    expect(at).toMatchObject({ status: 'waiting', screen: { state: { errorType: 'not_editable' } } });
    expect((await browser.press('save', { name: 'Eve' })).screen.state.errorText).toContain(
      'can’t change this',
    );
    expect((await me(person)).name).toBe('Ann');
    await flows.configure({ accountPage: { editableDetails: ['name', 'familyName', 'email', 'phone'] } });
  });

  test('takes no other field, and another flow’s button does nothing', async () => {
    const person = await signedIn({ displayName: 'Ann' });
    const input = {
      name: 'Eve',
      email: 'eve@example.com',
      userId: 'U1',
      status: 'disabled',
      roleNames: ['x'],
    };
    await press('user-profile-name', 'save', input, person.bearer);
    expect(await me(person)).toMatchObject({ name: 'Eve', email: person.loginId, status: 'enabled' });
    const { at } = await press('user-profile-name', 'continue', { name: 'Mallory' }, person.bearer);
    expect(at.status).toBe('waiting');
    expect((await me(person)).name).toBe('Eve');
  });
});

describe('a custom attribute', () => {
  test('that users may change has a flow, a screen with its type, and a value', async () => {
    const person = await signedIn();
    const config = await latchkey.request('POST', '/v1/mgmt/flow/list', {
      bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
    });
    expect(config.status).toBe(200);
    const file = `${attributeFlow('nick.name')}.html`;
    const screen = await fetch(`${latchkey.baseUrl}/pages/${latchkey.projectId}/v2-beta/${file}`);
    expect(await screen.text()).toContain('name="value"');
    await press(attributeFlow('nick.name'), 'save', { value: 'Annie' }, person.bearer);
    await press(attributeFlow('news'), 'save', { value: true }, person.bearer);
    expect((await me(person)).customAttributes).toMatchObject({ nick_name: 'Annie', news: true });
    const refused = await press(
      attributeFlow('nick.name'),
      'save',
      { value: 'x'.repeat(1_000) },
      person.bearer,
    );
    expect(refused.at.status).toBe('completed');
    await press(attributeFlow('nick.name'), 'save', { value: '' }, person.bearer);
    expect((await me(person)).customAttributes).not.toHaveProperty('nick_name');
  });

  test('that users may not change, or that does not exist, stays', async () => {
    const person = await signedIn({ customAttributes: { plan: 'free' } });
    for (const name of ['plan', 'nothing', '__proto__']) {
      const { at } = await press(
        attributeFlow(name.replaceAll('_', '.')),
        'save',
        { value: 'gold' },
        person.bearer,
      );
      expect(at.screen.state.errorType).toBe('not_editable');
    }
    expect((await me(person)).customAttributes.plan).toBe('free');
    const file = `${attributeFlow('plan')}.html`;
    const screen = await fetch(`${latchkey.baseUrl}/pages/${latchkey.projectId}/v2-beta/${file}`);
    expect(screen.status).toBe(404);
  });
});

describe('an address', () => {
  test('changes only with the code that is sent there', async () => {
    const person = await signedIn();
    const email = flows.newAddress();
    const browser = await press('user-profile-email', 'continue', { email }, person.bearer);
    expect(browser.at.screen).toMatchObject({
      id: 'user-profile-code',
      state: { sentTo: { maskedEmail: expect.not.stringContaining(email) } },
    });
    expect((await me(person)).email).toBe(person.loginId);
    const code = await codeSentTo(latchkey, email);
    const wrong = await browser.press('verify', { code: code === '000000' ? '000001' : '000000' });
    expect(wrong.screen.state.errorText).toContain('Incorrect code');
    await browser.press('resend');
    expect(await messagesTo(latchkey, email)).toHaveLength(2);
    const back = await browser.press('back');
    expect(back.screen).toMatchObject({ id: 'user-profile-email', state: { form: { email } } });
    await browser.press('continue', { email });
    const done = await browser.press('verify', { code: await codeSentTo(latchkey, email) });
    expect([done.status, done.authInfo]).toEqual(['completed', undefined]);
    expect(await me(person)).toMatchObject({ email, verifiedEmail: true, loginIds: [person.loginId, email] });
  });

  test('takes five guesses, and then says so', async () => {
    const person = await signedIn();
    const email = flows.newAddress();
    const browser = await press('user-profile-email', 'continue', { email }, person.bearer);
    const code = await codeSentTo(latchkey, email);
    const texts: string[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const { screen } = await browser.press('verify', { code: code === '000000' ? '000001' : '000000' });
      texts.push(screen.state.errorText);
    }
    expect(texts.at(-1)).toContain('Too many');
    expect((await browser.press('verify', { code })).status).toBe('waiting');
    expect((await me(person)).email).toBe(person.loginId);
  });

  test('of another user is refused as on the account page, and nothing is sent', async () => {
    const [person, other] = [await signedIn(), await signedIn()];
    const browser = await press('user-profile-email', 'continue', { email: other.loginId }, person.bearer);
    expect(browser.at.screen).toMatchObject({
      id: 'user-profile-email',
      state: { errorText: 'This belongs to another account.', form: { email: other.loginId } },
    });
    expect(await messagesTo(latchkey, other.loginId)).toEqual([]);
    for (const email of ['nonsense', '', '+12025550123']) {
      const { at } = await press('user-profile-email', 'continue', { email }, person.bearer);
      expect([email, at.screen.id, typeof at.screen.state.errorText]).toEqual([
        email,
        'user-profile-email',
        'string',
      ]);
    }
  });

  test('does not change by another flow’s code, or when the project has closed the field meanwhile', async () => {
    const person = await signedIn();
    const [first, second] = [flows.newAddress(), flows.newAddress()];
    const browser = await press('user-profile-email', 'continue', { email: first }, person.bearer);
    await press('user-profile-email', 'continue', { email: second }, person.bearer);
    const stale = await browser.press('verify', { code: await codeSentTo(latchkey, second) });
    expect((await me(person)).email === first, JSON.stringify(stale)).toBe(false);
    const closed = await press(
      'user-profile-email',
      'continue',
      { email: flows.newAddress() },
      person.bearer,
    );
    await flows.configure({ accountPage: { editableDetails: ['name'] } });
    expect((await closed.press('verify', { code: '123456' })).screen.state.errorType).toBe('not_editable');
    await flows.configure({ accountPage: { editableDetails: ['name', 'familyName', 'email', 'phone'] } });
  });
});

describe('ways to sign in', () => {
  test('are set up and removed by the operations of the account page, but not the last one', async () => {
    const person = await signedIn();
    const { at } = await press('user-profile-password', 'save', { newPassword: 'short' }, person.bearer);
    expect(at.screen.state.errorText).toContain('can’t use this password');
    expect(JSON.stringify(at)).not.toContain('short');
    const newPassword = 'another long sentence of snow';
    await press('user-profile-password', 'save', { newPassword }, person.bearer);
    expect(
      (await signInByPassword(latchkey, { loginId: person.loginId, password: newPassword })).status,
    ).toBe(200);

    const app = await press('user-profile-authenticator', 'continue', {}, person.bearer);
    const { secret } = app.at.screen.state.totp;
    const code = totpCode(secret.replaceAll(' ', ''), latchkey.service.now());
    expect((await app.press('verify', { code })).status).toBe('completed');
    expect((await me(person)).TOTP).toBe(true);

    const codes = await press('user-profile-recovery-codes', 'continue', {}, person.bearer);
    expect(codes.at.screen.state.recoveryCodes).toMatch(/\w+-\w+/);
    expect((await codes.press('continue')).status).toBe('completed');
    expect((await press('user-profile-recovery-codes', 'remove', {}, person.bearer)).at.status).toBe(
      'completed',
    );

    await press('user-profile-remove-authenticator', 'continue', {}, person.bearer);
    expect((await me(person)).TOTP).toBe(false);
  });

  test('a passkey of the page is added, listed and removed', async () => {
    const person = await signedIn();
    const browser = await press('user-profile-passkey', 'continue', {}, person.bearer);
    expect(browser.at).toMatchObject({ action: 'webauthnCreate', screen: { id: 'user-profile-passkey' } });
    const { transactionId, options } = browser.at.webauthn;
    expect((await browser.press('submit', { transactionId, failure: 'x' })).screen.state.errorType).toBe(
      'no_passkey',
    );
    const response = new Authenticator().create(JSON.parse(JSON.stringify(options)), { origin });
    expect((await browser.press('submit', { transactionId, response })).status).toBe('completed');
    const list = (bearer: string, loginId: string) =>
      latchkey.request('POST', '/v1/mgmt/user/passkeys/list', { bearer, body: { loginId } });
    const { passkeys } = (await list(person.bearer, person.userId)).body;
    expect(passkeys).toHaveLength(1);
    const other = await signedIn();
    await press('user-profile-remove-passkey', 'continue', { credentialId: passkeys[0].id }, other.bearer);
    expect((await me(person)).webauthn).toBe(true);
    await press('user-profile-remove-passkey', 'continue', { credentialId: passkeys[0].id }, person.bearer);
    expect((await me(person)).webauthn).toBe(false);
  });
});

describe('a session that is not recent', () => {
  test('proves who the user is first, and the change follows', async () => {
    const person = await signedIn();
    latchkey.advance(11 * minutes);
    const newPassword = 'another long sentence of hail';
    const browser = await press('user-profile-password', 'save', { newPassword }, person.bearer);
    expect(browser.at.screen.id).toBe('step-up');
    await browser.press('usePassword');
    const wrong = await browser.press('continue', { password: 'wrong' });
    expect([wrong.status, wrong.authInfo]).toEqual(['waiting', undefined]);
    const done = await browser.press('continue', { password });
    expect(done).toMatchObject({ status: 'completed', authInfo: { user: { userId: person.userId } } });
    expect(done.authInfo.claims).not.toHaveProperty('su');
    expect(
      (await signInByPassword(latchkey, { loginId: person.loginId, password: newPassword })).status,
    ).toBe(200);
    // A thief of the old token is not raised with the user.
    expect((await refresh(latchkey, person.refreshJwt)).status).toBe(401);
    expect((await refresh(latchkey, done.authInfo.refreshJwt)).status).toBe(200);
  });

  test('gets the new session although the change is refused, or goes on with another screen', async () => {
    const [person, other] = [await signedIn(), await signedIn()];
    latchkey.advance(11 * minutes);
    const refused = await press('user-profile-email', 'continue', { email: other.loginId }, person.bearer);
    await refused.press('usePassword');
    const answer = await refused.press('continue', { password });
    expect(answer).toMatchObject({
      status: 'waiting',
      authInfo: { user: { userId: person.userId } },
      screen: { id: 'user-profile-email', state: { errorText: 'This belongs to another account.' } },
    });
    const email = flows.newAddress();
    const sent = await refused.press('continue', { email });
    expect([sent.screen.id, sent.authInfo]).toEqual(['user-profile-code', undefined]);
    const done = await refused.press('verify', { code: await codeSentTo(latchkey, email) });
    expect(done.status).toBe('completed');
    expect((await me(answer.authInfo)).email).toBe(email);
  });

  test('is proven by a code where the user has nothing else', async () => {
    const loginId = flows.newAddress();
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId, email: loginId, verifiedEmail: true });
    const signIn = await flows.identify(loginId, 'sign-in');
    if (signIn.at.screen.id !== 'code') await signIn.press('useEmailCode');
    const { authInfo } = await signIn.press('verify', { code: await codeSentTo(latchkey, loginId) });
    latchkey.advance(11 * minutes);
    const bearer = `${latchkey.projectId}:${authInfo.refreshJwt}`;
    const browser = await press('user-profile-authenticator', 'continue', {}, bearer);
    const sent = await browser.press('useEmailCode');
    expect(sent.screen).toMatchObject({
      id: 'second-factor',
      state: { lead: expect.stringContaining('code') },
    });
    const answer = await browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
    expect(answer).toMatchObject({
      status: 'waiting',
      authInfo: { user: { loginIds: [loginId] } },
      screen: { id: 'user-profile-authenticator-code' },
    });
  });

  test('of a user with two factors needs the second one, whatever origin the page claims', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
    const user = await createTwoFactorUser(latchkey);
    await setPolicy(latchkey, { when: 'never' });
    const { refreshJwt } = (await signInByPassword(latchkey, user)).body;
    const bearer = `${latchkey.projectId}:${refreshJwt}`;
    for (const claimed of [origin, 'https://evil.example', '']) {
      const { at } = await press(
        'user-profile-remove-authenticator',
        'continue',
        { origin: claimed },
        bearer,
      );
      expect([at.status, at.screen.id]).toEqual(['waiting', 'second-factor']);
    }
    const browser = await press('user-profile-remove-authenticator', 'continue', {}, bearer);
    const done = await browser.press('verify', { code: user.code() });
    expect(done.status).toBe('completed');
    expect(done.authInfo.user.TOTP).toBe(true);
    expect((await me(done.authInfo)).TOTP).toBe(false);
  });

  test('is not proven by another user, and not without the flow’s own nonce', async () => {
    const [person, other] = [await signedIn(), await signedIn()];
    latchkey.advance(11 * minutes);
    const newPassword = 'another long sentence of fog';
    const browser = await press('user-profile-password', 'save', { newPassword }, person.bearer);
    const foreign = await press('user-profile-password', 'save', { newPassword }, other.bearer);
    await browser.press('usePassword');
    const request = browser.request('continue', { password });
    const nonceOfOther = foreign.nonces.values().next().value;
    for (const nonce of ['', nonceOfOther, '1.made-up']) {
      const { status, body } = await browser.send(request, nonce);
      expect([status, body.errorCode]).toEqual([status, 'E108201']);
    }
    expect((await signInByPassword(latchkey, { loginId: person.loginId, password })).status).toBe(200);
  });
});

describe('a flow of a profile', () => {
  test('needs a session of this project, and not one of an impersonator', async () => {
    const person = await signedIn({ displayName: 'Ann' });
    const support = await signedIn();
    await latchkey.manage('POST', '/v1/mgmt/role/create', {
      name: 'Support',
      permissionNames: ['Impersonate'],
    });
    await latchkey.manage('POST', '/v1/mgmt/user/update/role/add', {
      loginId: support.loginId,
      roleNames: ['Support'],
    });
    const { jwt } = (
      await latchkey.manage('POST', '/v1/mgmt/impersonate', {
        impersonatorId: support.userId,
        loginId: person.loginId,
        validateConsent: false,
      })
    ).body;
    const impersonation = (await withToken(latchkey, 'POST', '/v1/auth/refresh', jwt)).body.refreshJwt ?? jwt;
    const another = await latchkey.addProject();
    const { sessionJwt } = (await refresh(latchkey, person.refreshJwt)).body;
    for (const bearer of [
      undefined,
      `${latchkey.projectId}:${impersonation}`,
      `${latchkey.projectId}:${sessionJwt}`,
      `${latchkey.projectId}:a.b.c`,
    ]) {
      const { at } = await press('user-profile-name', 'save', { name: 'Eve' }, bearer);
      expect(at).toMatchObject({ status: 'waiting', screen: { state: { errorType: 'sign_in_first' } } });
    }
    const elsewhere = await press(
      'user-profile-name',
      'save',
      { name: 'Eve' },
      `${another.projectId}:${person.refreshJwt}`,
    );
    expect(elsewhere.at?.status).not.toBe('completed');
    expect((await find(person.userId)).name).toBe('Ann');
  });

  test.each([
    ['is revoked', (person: Person) => withToken(latchkey, 'POST', '/v1/auth/logout', person.refreshJwt)],
    [
      'has a disabled user',
      ({ loginId }: Person) =>
        latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ],
    [
      'has a deleted user',
      ({ loginId }: Person) => latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId }),
    ],
  ])('ends when its session %s', async (_name, end) => {
    const person = await signedIn();
    const email = flows.newAddress();
    const browser = await press('user-profile-email', 'continue', { email }, person.bearer);
    const shown = new FlowBrowser(latchkey);
    await shown.start('user-profile-name', { bearer: person.bearer });
    await end(person);
    const code = await codeSentTo(latchkey, email);
    for (const request of [
      browser.send(browser.request('verify', { code })),
      shown.send(shown.request('save', { name: 'Eve' })),
    ]) {
      const { status, body } = await request;
      expect([status >= 400 && status < 500, body.errorCode]).toEqual([true, 'E103205']);
    }
  });

  test('ends when another user has signed in on the page', async () => {
    const [person, other] = [await signedIn({ displayName: 'Ann' }), await signedIn({ displayName: 'Bob' })];
    const browser = new FlowBrowser(latchkey);
    const started = await browser.start('user-profile-name', { bearer: person.bearer });
    const { status, body } = await latchkey.request('POST', '/v1/flow/next', {
      bearer: other.bearer,
      headers: { 'x-descope-flow-nonce': started.nonce },
      body: browser.request('save', { name: 'Mixed up' }),
    });
    expect([status >= 400, body.errorCode]).toEqual([true, 'E103205']);
    expect([(await me(person)).name, (await me(other)).name]).toEqual(['Ann', 'Bob']);
  });

  test('makes a change once, however often the same request comes', async () => {
    const person = await signedIn();
    const email = flows.newAddress();
    const browser = await press('user-profile-email', 'continue', { email }, person.bearer);
    const nonce = [...browser.nonces.values()][0] ?? '';
    const request = browser.request('resend');
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.send(request, nonce)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await messagesTo(latchkey, email)).toHaveLength(2);
  });
});

describe('a trusted device', () => {
  test('is listed, marked as this one on itself, and forgotten by its user alone', async () => {
    await setPolicy(latchkey, { when: 'newDevice', methods: ['totp'] });
    const user = await createTwoFactorUser(latchkey);
    const refused = await signInByPassword(latchkey, user);
    const { body } = await latchkey.request('POST', '/v1/auth/totp/verify', {
      bearer: `${latchkey.projectId}:${demandIn(refused).refreshJwt}`,
      body: { loginId: user.loginId, code: user.code(), loginOptions: { mfa: true, trustDevice: true } },
    });
    await setPolicy(latchkey, { when: 'never' });
    const bearer = `${latchkey.projectId}:${body.refreshJwt}`;
    const list = async (device = '') =>
      (
        await latchkey.request('POST', '/v1/mgmt/user/trusteddevices/list', {
          bearer,
          body: { identifiers: [body.user.userId] },
          headers: { ...(device && { 'x-descope-trusted-device-token': device }) },
        })
      ).body.devices;
    const [{ id: deviceId, isCurrentDevice }] = await list();
    const [onItself] = await list(body.trustedDeviceJwt);
    expect([isCurrentDevice, onItself.isCurrentDevice]).toEqual([false, true]);
    const other = await signedIn();
    await press('user-profile-remove-device', 'continue', { deviceId }, other.bearer);
    expect(await list()).toHaveLength(1);
    const { at } = await press('user-profile-remove-device', 'continue', {}, bearer);
    expect([at.status, (await list()).length]).toEqual(['waiting', 1]);
    await press('user-profile-remove-device', 'continue', { deviceId }, bearer);
    expect(await list()).toEqual([]);
  });
});

describe('the lists of the widget', () => {
  test('show signed-in users what is theirs, by their own user ID', async () => {
    const [person, other] = [await signedIn(), await signedIn()];
    const list = (bearer: string | undefined, path: string, body: object) =>
      latchkey.request('POST', `/v1/mgmt/user/${path}`, { ...(bearer && { bearer }), body });
    const own = await list(person.bearer, 'passkeys/list', { loginId: person.userId });
    expect([own.status, own.body]).toEqual([200, { passkeys: [] }]);
    const devices = await list(person.bearer, 'trusteddevices/list', { identifiers: [person.userId] });
    expect([devices.status, devices.body]).toEqual([200, { devices: [] }]);
    for (const identifiers of [[other.userId], [person.userId, other.userId], [person.loginId]])
      expect((await list(person.bearer, 'trusteddevices/list', { identifiers })).status).toBe(400);
    for (const loginId of [other.userId, other.loginId, person.loginId])
      expect((await list(person.bearer, 'passkeys/list', { loginId })).body.errorCode).toBe('E062108');
    await withToken(latchkey, 'POST', '/v1/auth/logout', person.refreshJwt);
    const ended = await list(person.bearer, 'passkeys/list', { loginId: person.userId });
    expect([ended.status, ended.body.errorCode]).toEqual([401, 'E064001']);
    const load = await list(other.bearer, 'trusteddevices/delete', { loginId: other.userId });
    expect(load.status).toBeGreaterThanOrEqual(401);
  });
});

test('deletes the account only if the project lets users do so', async () => {
  const person = await signedIn();
  const { at } = await press('user-profile-delete-account', 'continue', {}, person.bearer);
  expect(at.screen.state.errorType).toBe('not_editable');
  await flows.configure({ accountPage: { deletion: true } });
  expect((await press('user-profile-delete-account', 'continue', {}, person.bearer)).at.status).toBe(
    'completed',
  );
  expect((await find(person.userId)).status).toBe('disabled');
  expect((await refresh(latchkey, person.refreshJwt)).status).toBe(401);
});

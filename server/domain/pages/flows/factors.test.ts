import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { FlowBrowser, linkSentTo, page, password, startFlows } from '../../../../test/flows.ts';
import { codeSentTo, messagesTo, otherCode } from '../../../../test/messages.ts';
import { createTwoFactorUser, setPolicy } from '../../../../test/sign-in-policy.ts';
import { refresh, signInByPassword, withToken } from '../../../../test/signed-in.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let latchkey: (typeof flows)['latchkey'];
const origin = new URL(page).origin;
beforeAll(async () => {
  flows = await startFlows();
  ({ latchkey } = flows);
  await flows.configure({ passkeyDomain: 'example.com' });
});
afterAll(() => latchkey.close());

function nextCode(secret: string): string {
  latchkey.advance(30_000);
  return totpCode(secret.replaceAll(' ', ''), latchkey.service.now());
}

describe('a sign-in policy', () => {
  beforeAll(async () => {
    await flows.offer('password', 'emailCode');
    await setPolicy(latchkey, { when: 'always', methods: ['totp', 'passkey', 'email', 'recoveryCode'] });
  });
  afterAll(() => setPolicy(latchkey, { when: 'never' }));

  async function byPassword(user: { loginId: string; password: string }): Promise<FlowBrowser> {
    const browser = await flows.identify(user.loginId, 'sign-in');
    const answer = await browser.press('signIn', { password: user.password });
    expect(JSON.stringify(answer)).not.toMatch(/Jwt|eyJ/);
    return browser;
  }

  test('enrols an authenticator, whose secret the screen has, before it gives a session', async () => {
    const loginId = `name${latchkey.service.now()}`;
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId });
    await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
    const browser = await byPassword({ loginId, password });
    expect(browser.at.screen).toMatchObject({
      id: 'add-factor',
      state: { componentsState: { skip: 'hide', useRecoveryCode: 'hide', useSmsCode: 'hide' } },
    });
    const { screen } = await browser.press('useAuthenticator');
    expect(screen).toMatchObject({
      id: 'set-up-authenticator',
      state: { componentsState: { skip: 'hide' } },
    });
    const { secret, provisionUrl, image } = screen.state.totp;
    expect(provisionUrl).toContain(`secret=${secret.replaceAll(' ', '')}`);
    expect(Buffer.from(image, 'base64').subarray(1, 4).toString()).toBe('PNG');
    const wrong = await browser.press('verify', { code: otherCode(nextCode(secret)) });
    expect(wrong.screen.state.errorText).toContain('authenticator app');
    expect((await browser.press('skip')).status).toBe('waiting');
    const done = await browser.press('verify', { code: nextCode(secret) });
    expect(done.authInfo.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('asks for a factor that the user has, or another one of them', async () => {
    const user = await createTwoFactorUser(latchkey, { email: 'two@factor.example' });
    const browser = await byPassword(user);
    expect(browser.at.screen).toMatchObject({
      id: 'second-factor',
      state: { lead: expect.stringContaining('app'), componentsState: { trust: 'hide', resend: 'hide' } },
    });
    const byMail = await browser.press('useEmailCode');
    expect(byMail).toMatchObject({ stepId: '3', screen: { id: 'second-factor' } });
    expect(byMail.screen.state.componentsState).not.toHaveProperty('resend');
    expect((await browser.press('resend')).stepId).toBe('3');
    expect(await messagesTo(latchkey, 'two@factor.example')).toHaveLength(2);
    const wrong = await browser.press('continue', { code: '000000' });
    expect(wrong.screen.state.errorText).toContain('Incorrect code');
    await browser.press('useAuthenticator');
    const done = await browser.press('verify', { code: user.code() });
    expect(done.authInfo.claims.amr).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('is asked for before a new password is chosen by a link', async () => {
    const email = 'forgotten@factor.example';
    const user = await createTwoFactorUser(latchkey, { email });
    const browser = await flows.identify(user.loginId, 'sign-in');
    await browser.press('forgot');
    await browser.open(await linkSentTo(latchkey, email));
    const newPassword = 'a wholly new sentence of rain';
    const asked = await browser.press('setPassword', { newPassword });
    expect(asked).toMatchObject({ status: 'waiting', screen: { id: 'second-factor' } });
    expect(JSON.stringify(asked)).not.toMatch(/Jwt|eyJ/);
    const choose = await browser.press('verify', { code: user.code() });
    expect(choose).toMatchObject({ status: 'waiting', screen: { id: 'set-password' } });
    expect(await byPassword(user)).toBeTruthy();
    const done = await browser.press('setPassword', { newPassword });
    expect(done).toMatchObject({
      status: 'completed',
      authInfo: { claims: { amr: ['email', 'totp', 'mfa'] } },
    });
    const again = await flows.identify(user.loginId, 'sign-in');
    expect((await again.press('signIn', { password: newPassword })).screen.id).toBe('second-factor');
  });

  test('takes a recovery code', async () => {
    const user = await createTwoFactorUser(latchkey);
    const first = await byPassword(user);
    const { authInfo } = await first.press('verify', { code: user.code() });
    const made = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', authInfo.refreshJwt, {
      loginId: user.loginId,
    });
    const browser = await byPassword(user);
    await browser.press('useRecoveryCode');
    expect(browser.at.screen.id).toBe('second-factor-recovery-code');
    expect((await browser.press('continue', { recoveryCode: 'abcd' })).screen.state.errorText).toContain(
      'recovery codes',
    );
    const done = await browser.press('continue', { recoveryCode: made.body.codes[0].code });
    expect(done.authInfo.claims.amr).toEqual(['pwd', 'recovery', 'mfa']);
  });

  test('takes a passkey', async () => {
    const user = await createTwoFactorUser(latchkey);
    const first = await byPassword(user);
    const { authInfo } = await first.press('verify', { code: user.code() });
    const device = new Authenticator();
    const begun = await withToken(latchkey, 'POST', '/v1/auth/webauthn/update/start', authInfo.refreshJwt, {
      loginId: user.loginId,
      origin,
    });
    const { transactionId, options } = begun.body;
    const response = device.create(options, { origin });
    const added = { transactionId, response };
    await withToken(latchkey, 'POST', '/v1/auth/webauthn/update/finish', authInfo.refreshJwt, added);
    const browser = await byPassword(user);
    await browser.press('useOwnPasskey');
    expect(browser.at.screen.id).toBe('second-factor-passkey');
    const { webauthn } = await browser.press('usePasskey');
    const proof = device.get(webauthn.options, { origin });
    const done = await browser.press('submit', { transactionId: webauthn.transactionId, response: proof });
    expect(done.authInfo.claims.amr).toEqual(['pwd', 'webauthn', 'mfa']);
  });

  test('is not satisfied by going back, or by another user’s factor', async () => {
    const [user, other] = [await createTwoFactorUser(latchkey), await createTwoFactorUser(latchkey)];
    const browser = await byPassword(user);
    for (const interaction of ['back', 'skip', 'polling', 'signIn']) {
      expect((await browser.press(interaction, { password: user.password })).status, interaction).toBe(
        'waiting',
      );
    }
    expect((await browser.press('continue', { code: other.code() })).status).toBe('waiting');
  });

  test('ends a sign-in whose user is disabled meanwhile', async () => {
    const user = await createTwoFactorUser(latchkey);
    const browser = await byPassword(user);
    await latchkey.manage('POST', '/v1/mgmt/user/update/status', {
      loginId: user.loginId,
      status: 'disabled',
    });
    expect((await browser.press('verify', { code: user.code() })).status).toBe('waiting');
  });
});

describe('step-up', () => {
  beforeAll(() => flows.offer('password', 'emailCode'));

  async function signedIn() {
    const loginId = await flows.makeUser();
    const { body } = await signInByPassword(latchkey, { loginId, password });
    return { loginId, refreshJwt: body.refreshJwt as string };
  }

  async function begin(refreshJwt: string): Promise<FlowBrowser> {
    const browser = new FlowBrowser(latchkey);
    await browser.start('step-up', { bearer: `${latchkey.projectId}:${refreshJwt}` });
    return browser;
  }

  test('without a live session shows a text, and sends nothing', async () => {
    const { refreshJwt, loginId } = await signedIn();
    await latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId });
    for (const bearer of [
      latchkey.projectId,
      `${latchkey.projectId}:${refreshJwt}`,
      `${latchkey.projectId}:x`,
    ]) {
      const browser = new FlowBrowser(latchkey);
      await browser.start('step-up', { bearer });
      expect(browser.at.screen).toMatchObject({
        id: 'unavailable',
        state: { lead: expect.stringContaining('Sign in first') },
      });
      expect((await browser.press('continue', { code: '000000' })).screen.id).toBe('unavailable');
    }
    expect(await messagesTo(latchkey, loginId)).toEqual([]);
  });

  test('gives a session that says so, and ends the one that it continues', async () => {
    const { refreshJwt, loginId } = await signedIn();
    const browser = await begin(refreshJwt);
    expect(browser.at.screen).toMatchObject({
      id: 'step-up',
      state: { componentsState: { useAuthenticator: 'hide', useRecoveryCode: 'hide' } },
    });
    expect(await messagesTo(latchkey, loginId)).toEqual([]);
    await browser.press('useEmailCode');
    const { authInfo } = await browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
    expect(authInfo.claims).toMatchObject({ su: true, amr: ['pwd', 'email', 'mfa'] });
    expect((await refresh(latchkey, refreshJwt)).status).toBe(401);
    const again = await begin(authInfo.refreshJwt);
    await again.press('usePassword');
    expect(
      (await again.press('continue', { password: 'not this one at all' })).screen.state.errorText,
    ).toBeTruthy();
    expect((await again.press('continue', { password })).authInfo.claims.su).toBe(true);
  });

  test.each([
    ['revoked', (loginId: string) => latchkey.manage('POST', '/v1/mgmt/user/logout', { loginId })],
    [
      'of a disabled user',
      (loginId: string) =>
        latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status: 'disabled' }),
    ],
    ['of a deleted user', (loginId: string) => latchkey.manage('POST', '/v1/mgmt/user/delete', { loginId })],
  ])('ends with a session that is %s', async (_, end) => {
    const { refreshJwt, loginId } = await signedIn();
    const browser = await begin(refreshJwt);
    await browser.press('usePassword');
    const { status } = await end(loginId);
    expect(status).toBe(200);
    const request = browser.request('continue', { password });
    expect((await browser.send(request)).body.errorCode).toBe('E103205');
  });
});

describe('passkeys', () => {
  const device = new Authenticator();
  beforeAll(async () => {
    await flows.offer('emailCode', 'passkey');
    await flows.configure({ hostedPages: { offerPasskeys: true } });
  });

  test('are offered after a code, and sign in from then on', async () => {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    const offered = await browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
    expect(offered).toMatchObject({ status: 'waiting', screen: { id: 'offer-passkey' } });
    expect(JSON.stringify(offered)).not.toContain('Jwt');
    const { action, webauthn } = await browser.press('createPasskey');
    expect(action).toBe('webauthnCreate');
    const { transactionId } = webauthn;
    const failed = await browser.press('submit', { transactionId, failure: 'NotAllowedError' });
    expect(failed.screen.state.errorText).toContain('No passkey was created');
    const response = device.create(webauthn.options, { origin });
    const done = await browser.press('submit', { transactionId, response });
    expect(done).toMatchObject({ status: 'completed', authInfo: { user: { webauthn: true } } });
    const later = new FlowBrowser(latchkey);
    const start = await later.start('sign-in', { interactionId: 'usePasskey' });
    expect(start.body).toMatchObject({ action: 'webauthnGet', screen: { id: 'sign-in' } });
    const cancelled = await later.press('submit', { transactionId: 'x', failure: 'NotAllowedError' });
    expect(cancelled.screen.state.errorText).toContain('No passkey was used');
    const options = (await later.press('usePasskey')).webauthn;
    const answer = {
      transactionId: options.transactionId,
      response: device.get(options.options, { origin }),
    };
    const signedIn = await later.press('submit', answer);
    expect(signedIn.authInfo).toMatchObject({
      user: { loginIds: [loginId] },
      claims: { amr: ['webauthn', 'mfa'] },
    });
  });

  test('answer the dialog of their own execution, and no other one', async () => {
    const [browser, other] = [new FlowBrowser(latchkey), new FlowBrowser(latchkey)];
    const start = { interactionId: 'usePasskey' };
    const { webauthn } = (await browser.start('sign-in', start)).body;
    const foreign = (await other.start('sign-in', start)).body.webauthn;
    const answerTo = ({ transactionId, options }: typeof webauthn) => ({
      transactionId,
      response: device.get(options, { origin }),
    });
    const refused = await browser.press('submit', answerTo(foreign));
    expect(refused).toMatchObject({
      status: 'waiting',
      screen: { state: { errorText: expect.any(String) } },
    });
    expect((await browser.press('submit', answerTo(webauthn))).status).toBe('completed');
  });

  test('are all that their screens take back: a code or refusal of another site breaks nothing', async () => {
    const browser = await flows.identify(await flows.makeUser());
    await browser.press('verify', { code: await codeSentTo(latchkey, browser.at.screen.state.form.loginId) });
    for (const input of [{ exchangeCode: 'x' }, { exchangeError: 'denied' }, { token: 'x' }, {}]) {
      const { status, body } = await browser.send(browser.request('submit', input));
      expect([status, body.screen?.id], JSON.stringify(input)).toEqual([200, 'offer-passkey']);
    }
    const { status } = await browser.send(browser.request('submit', { transactionId: 'x', response: '{}' }));
    expect(status).toBe(200);
    expect((await browser.press('skip')).status).toBe('completed');
  });

  test('can be declined, and the sign-in is complete', async () => {
    const loginId = await flows.makeUser();
    const browser = await flows.identify(loginId);
    await browser.press('verify', { code: await codeSentTo(latchkey, loginId) });
    expect((await browser.press('skip')).authInfo.user.loginIds).toEqual([loginId]);
  });

  test('are not offered to a browser without them, and not on a page of another domain', async () => {
    for (const [options, from] of [
      [{ deviceInfo: { webAuthnSupport: false } }, origin],
      [{}, 'https://evil.example'],
    ] as const) {
      const loginId = await flows.makeUser();
      const browser = await flows.identify(loginId, 'sign-in', { options });
      const code = await codeSentTo(latchkey, loginId);
      expect((await browser.press('verify', { code, origin: from })).status).toBe('completed');
    }
    const evil = new FlowBrowser(latchkey);
    await evil.start('sign-in', { interactionId: 'usePasskey', input: { origin: 'https://evil.example' } });
    expect(evil.at).toMatchObject({ action: 'screen', screen: { state: { errorText: expect.any(String) } } });
  });

  test('sign in from the field of the address', async () => {
    const { body } = await latchkey.request('POST', '/v1/auth/webauthn/signin/start', {
      body: { loginId: '', origin },
    });
    const browser = new FlowBrowser(latchkey);
    const input = { transactionId: body.transactionId, response: device.get(body.options, { origin }) };
    await browser.start('sign-up-or-in', { interactionId: 'passkeyInField', input });
    expect(browser.at.status).toBe('completed');
  });
});

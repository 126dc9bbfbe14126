import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { newPhone } from '../../../../test/codes.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { back, codeOf, type HostedPages, password, startHostedPages } from '../../../../test/hosted-pages.ts';
import { codeSentTo, newestMessageTo, otherCode } from '../../../../test/messages.ts';
import { codeOf as codeOfAnswer, connectSimulator, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { createTwoFactorUser, demandOf, setPolicy } from '../../../../test/sign-in-policy.ts';
import {
  createPasswordUser,
  enrolTotp,
  signInByPassword,
  verifyTotp,
  withToken,
} from '../../../../test/signed-in.ts';

let latchkey: HostedPages['latchkey'];
let pages: HostedPages;
let browser: FormBrowser;

const always = { when: 'always', methods: ['totp', 'passkey', 'email', 'sms'] };

beforeAll(async () => {
  pages = await startHostedPages();
  ({ latchkey } = pages);
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  browser = new FormBrowser(latchkey);
  await setPolicy(latchkey, always);
});

/** Signs in by password, and returns the page that follows. */
async function byPassword(user: { loginId: string; password: string }) {
  const { path } = await pages.identify(browser, user.loginId);
  return browser.submit(path, { password: user.password });
}

async function amrAfter(location: string, path?: string): Promise<string[]> {
  const { body } = await pages.exchange(codeOf(location), path);
  return body.claims?.amr ?? body;
}

const at = (step: string) => pages.at(step);

/** Reads the key from the page that sets up an authenticator. */
function keyIn(html: string): string {
  return (/<code class="key">([^<]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
}

const nextCode = (key: string) => totpCode(key, latchkey.service.now());

describe('the second factor', () => {
  test('is asked for after the password, and then the browser returns to the application', async () => {
    const user = await createTwoFactorUser(latchkey);
    const asked = await byPassword(user);
    expect(asked.path).toBe(at('second-factor'));
    expect(asked.html).toContain('Enter the code that your authenticator app shows.');
    expect(asked.html).not.toContain('name="factor"');
    const wrong = await browser.submit(asked.path, { code: otherCode(user.code()) });
    expect(wrong.html).toContain('Incorrect code. Enter the code that your authenticator app shows now.');
    const { path } = await browser.submit(asked.path, { code: user.code() });
    expect(await amrAfter(path)).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('can be another one that the user has', async () => {
    const phone = newPhone();
    const user = await createTwoFactorUser(latchkey, { email: 'choice@factor.example', phone });
    const asked = await byPassword(user);
    expect(asked.html.match(/name="factor" value="\w+"/g)).toEqual([
      'name="factor" value="sms"',
      'name="factor" value="email"',
    ]);
    const { html, path } = await browser.submit(asked.path, { factor: 'sms' });
    expect(html).toContain('We’ve sent a 6-digit code to your phone number.');
    const done = await browser.submit(path, { code: await codeSentTo(latchkey, phone) });
    expect(await amrAfter(done.path)).toEqual(['pwd', 'sms', 'mfa']);
  });

  test('can be a recovery code', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp', 'recoveryCode'] });
    const user = await createTwoFactorUser(latchkey);
    const { refreshJwt } = await demandOf(latchkey, user);
    const input = { loginId: user.loginId, code: user.code(), loginOptions: { mfa: true } };
    const { body } = await verifyTotp(latchkey, input, refreshJwt);
    const { loginId } = user;
    const made = await withToken(latchkey, 'POST', '/v1/auth/recovery-codes', body.refreshJwt, { loginId });
    const asked = await byPassword(user);
    const { html, path } = await browser.submit(asked.path, { factor: 'recoveryCode' });
    expect(html).toContain('Enter one of your recovery codes.');
    expect((await browser.submit(path, { code: 'abcd' })).html).toContain('another of your recovery codes');
    const done = await browser.submit(path, { code: made.body.codes[0].code });
    expect(await amrAfter(done.path)).toEqual(['pwd', 'recovery', 'mfa']);
  });

  test('is not asked for on a device that the user trusts', async () => {
    const user = await createTwoFactorUser(latchkey);
    await byPassword(user);
    expect((await browser.get(at('second-factor'))).html).not.toContain('name="trust"');
    await setPolicy(latchkey, { when: 'newDevice', methods: ['totp', 'passkey'] });
    const asked = await byPassword(user);
    expect(asked.html).toContain('Trust this device');
    const first = await browser.submit(asked.path, { code: user.code(), trust: 'yes' });
    expect(await amrAfter(first.path)).toEqual(['pwd', 'totp', 'mfa']);
    // Nor is a passkey offered: adding one needs the second factor also here.
    await pages.configure({ hostedPages: { offerPasskeys: true } });
    latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
    for (let i = 0; i < 2; i += 1) expect(await amrAfter((await byPassword(user)).path)).toEqual(['pwd']);
    latchkey.service.baseUrl = latchkey.baseUrl;
    await pages.configure({ hostedPages: { offerPasskeys: false } });
    browser = new FormBrowser(latchkey);
    expect((await byPassword(user)).path).toBe(at('second-factor'));
  });

  test('comes before an expired password is replaced', async () => {
    const user = await createTwoFactorUser(latchkey);
    await latchkey.manage('POST', '/v1/mgmt/user/password/expire', { loginId: user.loginId });
    const expired = await byPassword(user);
    const form = { oldPassword: user.password, newPassword: password };
    const asked = await browser.submit(expired.path, form);
    expect(asked.path).toBe(at('second-factor'));
    // The old one is still there, and expired.
    const still = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId: user.loginId, password: user.password },
    });
    expect(still.body.errorCode).toBe('E062909');
    const { path } = await browser.submit(asked.path, { code: user.code() });
    expect(await amrAfter(path)).toEqual(['pwd', 'totp', 'mfa']);
    browser = new FormBrowser(latchkey);
    expect((await byPassword({ ...user, password })).path).toBe(at('second-factor'));
  });

  test('is sent at once if it is a code', async () => {
    const loginId = await pages.makeUser();
    const asked = await byPassword({ loginId, password });
    expect(asked.html).toContain('We’ve sent a 6-digit code to your email address.');
    const done = await browser.submit(asked.path, { code: await codeSentTo(latchkey, loginId) });
    expect(await amrAfter(done.path)).toEqual(['pwd', 'email', 'mfa']);
  });

  test('can be a passkey, by the script of the page', async () => {
    latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
    onTestFinished(() => {
      latchkey.service.baseUrl = latchkey.baseUrl;
    });
    const { loginId, ...user } = await createTwoFactorUser(latchkey);
    await setPolicy(latchkey, { when: 'always', methods: ['passkey'] });
    const first = await byPassword({ loginId, ...user });
    expect(first.path).toBe(at('add-factor'));
    const adding = await browser.submit(first.path, { factor: 'passkey' });
    expect(adding.html).toContain('Create passkey');
    const authenticator = new Authenticator();
    const options = async (path: string) =>
      JSON.parse((await browser.post(path, { start: 'yes' })).html) as {
        transactionId: string;
        options: object;
      };
    const origin = latchkey.service.baseUrl;
    const created = await options(adding.path);
    const response = authenticator.create(JSON.stringify(created.options), { origin });
    const { path } = await browser.submit(adding.path, { transactionId: created.transactionId, response });
    expect(await amrAfter(path)).toEqual(['pwd', 'webauthn', 'mfa']);

    const asked = await byPassword({ loginId, ...user });
    expect(asked.path).toBe(at('second-factor'));
    expect(asked.html).toContain('id="passkey"');
    const wanted = await options(asked.path);
    const done = await browser.submit(asked.path, {
      transactionId: wanted.transactionId,
      response: authenticator.get(JSON.stringify(wanted.options), { origin }),
    });
    expect(await amrAfter(done.path)).toEqual(['pwd', 'webauthn', 'mfa']);
  });

  test('follows a code, and is not a code to the same address', async () => {
    const email = 'code@factor.example';
    const user = await createTwoFactorUser(latchkey, { email });
    const { path } = await pages.identify(browser, user.loginId, 'emailCode');
    const asked = await browser.submit(path, { code: await codeSentTo(latchkey, email) });
    expect(asked.html).not.toContain('value="email"');
    const done = await browser.submit(asked.path, { code: user.code() });
    expect(await amrAfter(done.path)).toEqual(['email', 'totp', 'mfa']);
  });

  test('follows a link', async () => {
    const email = 'link@factor.example';
    const user = await createTwoFactorUser(latchkey, { email });
    await pages.identify(browser, user.loginId, 'magicLink');
    const { pathname, search, searchParams } = new URL((await newestMessageTo(latchkey, email)).links[0]);
    const asked = await browser.submit(pathname + search, { t: searchParams.get('t') ?? '' });
    expect(asked.path).toContain('/second-factor');
    const done = await browser.submit(asked.path, { code: user.code() });
    expect(await amrAfter(done.path)).toEqual(['email', 'totp', 'mfa']);
  });

  test('is asked for before a new password is chosen by a link', async () => {
    const email = 'reset@factor.example';
    const user = await createTwoFactorUser(latchkey, { email });
    await latchkey.request('POST', '/v1/auth/password/reset', { body: { loginId: user.loginId } });
    const { pathname, search, searchParams } = new URL((await newestMessageTo(latchkey, email)).links[0]);
    const asked = await browser.submit(`${pathname}${search}&redirectUrl=${encodeURIComponent(back)}`, {
      t: searchParams.get('t') ?? '',
    });
    expect(asked.path).toContain('/second-factor');
    const refused = await browser.get(asked.path.replace('second-factor', 'choose'));
    expect(refused.status).not.toBe(200);
    const choose = await browser.submit(asked.path, { code: user.code() });
    expect(choose.path).toContain('/choose');
    const done = await browser.submit(choose.path, { password: 'a wholly new sentence of rain' });
    expect(await amrAfter(done.path)).toEqual(['email', 'totp', 'mfa']);
  });

  test('cannot be skipped by going to another step', async () => {
    const user = await createTwoFactorUser(latchkey);
    await byPassword(user);
    for (const step of ['add-factor', 'add-passkey', 'enrol', 'choose', 'done']) {
      await browser.get(at(step));
      for (const [name, value] of Object.entries({
        skip: 'yes',
        factor: 'totp',
        choice: 'none',
        start: 'yes',
      })) {
        const { location } = await browser.post(at(step), { [name]: value });
        expect(location).not.toContain(back);
        expect((await browser.get(at('enrol'))).html).not.toContain('class="key"');
      }
    }
  });
});

describe('a user without a second factor', () => {
  beforeEach(() => setPolicy(latchkey, { when: 'always', methods: ['totp', 'passkey'] }));

  test('adds one, and cannot put it off', async () => {
    const loginId = await pages.makeUser();
    const first = await byPassword({ loginId, password });
    expect(first.path).toBe(at('add-factor'));
    expect(first.html).not.toContain('Not now');
    expect((await browser.post(first.path, { skip: 'yes' })).location).toBe(at('add-factor'));
    const adding = await browser.submit(first.path, { factor: 'totp' });
    expect(adding.html).not.toContain('Not now');
    const { path } = await browser.submit(adding.path, { code: nextCode(keyIn(adding.html)) });
    expect(await amrAfter(path)).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('can put it off in the grace period', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp', 'passkey'], graceDays: 7 });
    const loginId = await pages.makeUser();
    const first = await byPassword({ loginId, password });
    expect(first.html).toMatch(/From \d+ \w+ \d{4}, signing in takes a second step/);
    const { path } = await browser.submit(first.path, { skip: 'yes' });
    expect(await amrAfter(path)).toEqual(['pwd']);
    const again = await byPassword({ loginId, password });
    const adding = await browser.submit(again.path, { factor: 'totp' });
    const done = await browser.submit(adding.path, { code: nextCode(keyIn(adding.html)) });
    expect(await amrAfter(done.path)).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('proves one that was added elsewhere meanwhile', async () => {
    const user = await createPasswordUser(latchkey);
    const first = await byPassword(user);
    const adding = await browser.submit(first.path, { factor: 'totp' });
    await setPolicy(latchkey, { when: 'never' });
    const { body } = await signInByPassword(latchkey, user);
    const code = await enrolTotp(latchkey, user, body.refreshJwt);
    await setPolicy(latchkey, { when: 'always', methods: ['totp', 'passkey'] });
    const asked = await browser.submit(first.path, { factor: 'totp' });
    expect([adding.path, asked.path]).toEqual([at('enrol'), at('second-factor')]);
    const { path } = await browser.submit(asked.path, { code: code() });
    expect(await amrAfter(path)).toEqual(['pwd', 'totp', 'mfa']);
  });

  test('begins again once the policy demands another one, which the user has', async () => {
    const loginId = await pages.makeUser();
    const first = await byPassword({ loginId, password });
    const adding = await browser.submit(first.path, { factor: 'totp' });
    await setPolicy(latchkey, { when: 'always', methods: ['email'] });
    const again = await browser.submit(adding.path, { code: nextCode(keyIn(adding.html)) });
    expect(again.path).toBe(pages.at());
    expect(again.html).toContain('The rules for signing in have changed. Start over.');
    expect(again.html).toContain(`value="${loginId}"`);
  });

  test('reads this in German, too', async () => {
    const loginId = await pages.makeUser();
    await byPassword({ loginId, password });
    const { html } = await browser.get(at('add-factor'), { 'accept-language': 'de' });
    expect(html).toContain('Schützen Sie Ihr Konto');
  });
});

describe('a sign-in that returns from another site', () => {
  beforeAll(() => connectSimulator(latchkey, 'corner'));

  test('is asked for the second factor on our page', async () => {
    await setPolicy(latchkey, { when: 'always', methods: ['totp', 'passkey'] });
    const first = await browser.get(`${at('oauth')}&code=${await codeFromProvider('ann')}`);
    expect(first.location).toBe(at('add-factor'));
    const adding = await browser.submit(first.location, { factor: 'totp' });
    const { path } = await browser.submit(adding.path, { code: nextCode(keyIn(adding.html)) });
    expect(await amrAfter(path)).toEqual(['oauth', 'totp', 'mfa']);
  });

  test('goes to the application as it is if it needs none, or if its code is not valid', async () => {
    await setPolicy(latchkey, { when: 'never' });
    const code = await codeFromProvider('ben');
    const { location } = await browser.get(`${at('oauth')}&code=${code}`);
    expect(codeOf(location)).toBe(code);
    const { body } = await pages.exchange(code);
    expect(body.idpResponse.idpOIDCClaims).toMatchObject({ email: 'ben@corner.example' });
    expect(codeOf((await browser.get(`${at('oauth')}&code=${code}`)).location)).toBe(code);
  });

  test('that is not allowed is told so', async () => {
    const code = await codeFromProvider('cleo');
    await setPolicy(latchkey, always, { firstFactors: ['password'] });
    const { location } = await browser.get(`${at('oauth')}&code=${code}`);
    expect((await browser.get(location)).html).toContain('You can’t sign in this way.');
  });

  async function codeFromProvider(name: string): Promise<string> {
    const person = { nameId: name, email: `${name}@corner.example` };
    return codeOfAnswer(await new OAuthBrowser(latchkey).signIn('corner', person));
  }
});

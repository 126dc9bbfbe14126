import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountPages, startAccountPages } from '../../../../test/account-page.ts';
import { totpCode } from '../../../../test/authenticator-app.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { Authenticator } from '../../../../test/counterparts/authenticator.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { codeSentTo, otherCode } from '../../../../test/messages.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';

let pages: AccountPages;
beforeAll(async () => {
  pages = await startAccountPages();
  pages.latchkey.stopClock();
});
afterAll(() => pages.latchkey.close());

const newPassword = 'another sentence with snow in it';
const methods = () => pages.at('sign-in');
const addresses = () => pages.at('addresses');

async function canSignIn(loginId: string, password: string): Promise<boolean> {
  const body = { loginId, password };
  return (await pages.latchkey.request('POST', '/v1/auth/password/signin', { body })).status === 200;
}

const keyIn = (html: string) => (/class="key">([^<]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');

async function addTotp(browser: FormBrowser): Promise<string> {
  const { html } = await browser.submit(methods(), { method: 'totp', do: 'start' });
  const code = totpCode(keyIn(html), pages.latchkey.service.now());
  const added = await browser.submit(methods(), { method: 'totp', code });
  expect(added.html).toContain('Your authenticator app is set up.');
  return keyIn(html);
}

describe('a sensitive change', () => {
  test('needs a recent sign-in, which leads back to the section', async () => {
    const { browser, loginId } = await pages.openAccount();
    expect((await browser.get(methods())).html).toContain('name="newPassword"');
    pages.latchkey.advance(10 * 60_000 + 1);
    const { html } = await browser.get(methods());
    expect(html).not.toContain('name="newPassword"');
    expect(html).toContain('Sign in again');
    for (const [path, form] of [
      [methods(), { method: 'password', newPassword }],
      [methods(), { start: 'yes' }],
      [methods(), { method: 'totp', do: 'start' }],
      [methods(), { method: 'recoveryCodes', do: 'create' }],
      [addresses(), { channel: 'email', address: 'new@example.com' }],
      [addresses(), { removeLoginId: loginId }],
    ] as const)
      expect((await browser.post(path, form)).location).toContain('/login/');
    expect(await canSignIn(loginId, password)).toBe(true);
    const again = await pages.signInAt(browser, `${methods()}?confirm=yes`, loginId);
    expect(again.html).toContain('name="newPassword"');
  });
});

test('a sensitive change needs what the sign-in policy demands, as in the API, also in a browser that is trusted', async () => {
  const { latchkey, makeUser, at } = pages;
  await setPolicy(latchkey, { when: 'newDevice', methods: ['email'] });
  const [browser, loginId] = [new FormBrowser(latchkey), await makeUser()];
  /** Signs in by password, and returns the path of the page that follows. */
  const begin = async (opened: string) => {
    const { location } = await browser.get(opened);
    const login = location.replace(latchkey.baseUrl, '');
    await browser.get(login);
    const asked = await browser.submit(login, { loginId });
    return (await browser.post(asked.path, { password })).location;
  };
  const enterCode = async (path: string) => {
    expect(path).toContain('second-factor');
    await browser.get(path);
    const code = await codeSentTo(latchkey, loginId);
    return pages.follow(browser, (await browser.post(path, { code, trust: 'yes' })).location);
  };
  await enterCode(await begin(at()));
  await browser.post(at(), { signOut: 'yes' });
  latchkey.advance(60_000);
  const page = await pages.follow(browser, await begin(methods()));
  expect(page.html).toContain('Sign in again');
  const refused = await browser.post(methods(), { method: 'password', newPassword });
  expect(refused.location).toContain('secondFactor=yes');
  expect((await enterCode(await begin(`${methods()}?confirm=yes`))).html).toContain('name="newPassword"');
  const changed = await browser.submit(methods(), { method: 'password', newPassword });
  expect(changed.html).toContain('Your new password is set.');
  await latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/delete', {});
});

test('a sensitive change needs the second factor of a user who has one, also without a policy', async () => {
  const { browser, loginId } = await pages.openAccount();
  const key = await addTotp(browser);
  // Somebody who knows the password.
  const thief = new FormBrowser(pages.latchkey);
  pages.latchkey.advance(60_000);
  await pages.signInAt(thief, pages.at(), loginId);
  expect((await thief.get(methods())).html).toContain('Sign in again');
  const sent = await thief.post(methods(), { method: 'totp', do: 'remove' });
  expect(sent.location).toContain('secondFactor=yes');
  expect((await pages.load(loginId)).TOTP).toBe(true);
  // The new sign-in asks for the code, which the thief does not have, and the owner does.
  const login = sent.location.replace(pages.latchkey.baseUrl, '');
  await thief.get(login);
  const asked = await thief.submit(login, { loginId });
  const second = await thief.submit(asked.path, { password });
  expect(second.path).toContain('second-factor');
  await thief.submit(second.path, { code: otherCode(totpCode(key, pages.latchkey.service.now())) });
  expect((await thief.get(methods())).html).toContain('Sign in again');
  const { location } = await thief.post(second.path, { code: totpCode(key, pages.latchkey.service.now()) });
  const page = await pages.follow(thief, location);
  expect(page.html).not.toContain('Sign in again');
  const removed = await thief.submit(methods(), { method: 'totp', do: 'remove' });
  expect(removed.html).toContain('The authenticator app is removed.');
});

describe('the password', () => {
  test('is changed, and other sessions end if the user wants', async () => {
    const { browser, loginId } = await pages.openAccount();
    const { body } = await pages.latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId, password },
    });
    const weak = await browser.submit(methods(), { method: 'password', newPassword: 'short' });
    expect(weak.html).toContain('at least');
    const form = { method: 'password', newPassword, endOthers: 'yes' };
    expect((await browser.submit(methods(), form)).html).toContain('Your new password is set.');
    expect([await canSignIn(loginId, password), await canSignIn(loginId, newPassword)]).toEqual([
      false,
      true,
    ]);
    const bearer = `${pages.latchkey.projectId}:${body.refreshJwt}`;
    expect((await pages.latchkey.request('POST', '/v1/auth/refresh', { bearer })).status).toBe(401);
    expect((await browser.get(pages.at())).status).toBe(200);
  });
});

describe('the authenticator', () => {
  test('is set up with the code that the page shows, in the session that began it, and removed', async () => {
    const { browser, loginId } = await pages.openAccount();
    const { html } = await browser.submit(methods(), { method: 'totp', do: 'start' });
    expect(html).toContain('src="data:image/png;base64,');
    const code = totpCode(keyIn(html), pages.latchkey.service.now());
    const wrong = await browser.submit(methods(), { method: 'totp', code: otherCode(code) });
    expect(wrong.html).toContain('Incorrect code. Enter the code that your authenticator app shows now.');
    expect(keyIn(wrong.html)).toBe(keyIn(html));
    await browser.submit(methods(), { method: 'totp', code });
    expect((await pages.load(loginId)).TOTP).toBe(true);
    const sessions = await pages.latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: loginId });
    expect(sessions.body.sessions).toHaveLength(1);
    const removed = await browser.submit(methods(), { method: 'totp', do: 'remove' });
    expect(removed.html).toContain('The authenticator app is removed.');
    expect((await pages.load(loginId)).TOTP).toBe(false);
  });

  test('that another session began is not completed here', async () => {
    const [first, second] = [await pages.openAccount(), await pages.openAccount()];
    const { html } = await first.browser.submit(methods(), { method: 'totp', do: 'start' });
    const code = totpCode(keyIn(html), pages.latchkey.service.now());
    const other = new Map(second.browser.cookies);
    // The same user in another browser, whose page has never shown the secret.
    second.browser.cookies = new Map();
    await pages.signInAt(second.browser, methods(), first.loginId);
    const refused = await second.browser.submit(methods(), { method: 'totp', code });
    expect(refused.html).toContain('Incorrect code');
    expect((await pages.load(first.loginId)).TOTP).toBe(false);
    second.browser.cookies = other;
  });
});

describe('recovery codes', () => {
  test('are shown once, counted, and removed', async () => {
    const { browser } = await pages.openAccount();
    expect((await browser.get(methods())).html).not.toContain('Recovery codes');
    await addTotp(browser);
    const { html } = await browser.post(methods(), { method: 'recoveryCodes', do: 'create' });
    const codes = [...html.matchAll(/<li><code>([^<]{19})<\/code>/g)].map(([, code]) => code);
    expect(codes).toHaveLength(10);
    const [, file = ''] =
      html.match(/href="data:text\/plain;charset=utf-8,([^"]+)" download="recovery-codes.txt"/) ?? [];
    expect(decodeURIComponent(file).split('\r\n').slice(2, -1)).toEqual(codes);
    const after = (await browser.get(methods())).html;
    expect(after).toContain('You have 10 codes left.');
    expect(after).not.toContain('<li><code>');
    await browser.submit(methods(), { method: 'recoveryCodes', do: 'remove' });
    expect((await browser.get(methods())).html).toContain('if you lose your second factor');
  });
});

describe('passkeys', () => {
  test('are added through the script’s two forms, listed, and removed', async () => {
    const { browser } = await pages.openAccount();
    const { service, baseUrl } = pages.latchkey;
    // Passkeys belong to names.
    expect((await browser.get(methods())).html).not.toContain('add-passkey');
    service.baseUrl = baseUrl.replace('127.0.0.1', 'localhost');
    const { html, headers } = await browser.get(methods());
    expect(html).toContain('add-passkey.js');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    const started = JSON.parse((await browser.post(methods(), { start: 'yes' })).html);
    const response = new Authenticator().create(JSON.stringify(started.options), {
      origin: new URL(service.baseUrl).origin,
    });
    const added = await browser.submit(methods(), { transactionId: started.transactionId, response });
    expect(added.html).toContain('The passkey is added.');
    const id = /name="remove" value="([^"]+)"/.exec(added.html)?.[1] ?? '';
    const again = await browser.submit(methods(), { transactionId: started.transactionId, response });
    expect(again.html).toContain('That took too long');
    expect((await browser.submit(methods(), { remove: id })).html).toContain('The passkey is removed.');
    service.baseUrl = baseUrl;
  });
});

test('the last way to sign in is never removed', async () => {
  const { browser, loginId } = await pages.openAccount({ verifiedEmail: true });
  await addTotp(browser);
  const { manage } = pages.latchkey;
  await manage('POST', '/v1/mgmt/user/password/expire', { loginId });
  await manage('POST', '/v1/mgmt/password/settings', { enabled: false });
  await manage('POST', '/v1/mgmt/user/update/email', { loginId, email: loginId, verified: false });
  const refused = await browser.submit(methods(), { method: 'totp', do: 'remove' });
  expect(refused.html).toContain('This is your last way to sign in.');
  expect((await pages.load(loginId)).TOTP).toBe(true);
  await manage('POST', '/v1/mgmt/password/settings', { enabled: true });
});

describe('addresses', () => {
  test('are changed by a code that goes to the new one', async () => {
    const { browser, loginId } = await pages.openAccount();
    const address = `new-${loginId}`;
    const asked = await browser.submit(addresses(), { channel: 'email', address });
    expect(asked.html).toContain(`sent a code to ${address}`);
    const code = await codeSentTo(pages.latchkey, address);
    const wrong = await browser.submit(addresses(), { code: otherCode(code) });
    expect(wrong.html).toContain('Incorrect code');
    expect((await pages.load(loginId)).email).toBe(loginId);
    const right = await browser.submit(addresses(), { code });
    expect(right.html).toContain('Your new address is verified and saved.');
    expect(await pages.load(address)).toMatchObject({
      email: address,
      verifiedEmail: true,
      loginIds: [loginId, address],
    });
    await browser.submit(addresses(), { removeLoginId: loginId });
    expect((await pages.load(address)).loginIds).toEqual([address]);
    const last = await browser.submit(addresses(), { removeLoginId: address });
    expect(last.html).toContain('Something isn’t right');
    expect((await pages.load(address)).loginIds).toEqual([address]);
  });

  test('that are not verified yet are verified by a code, where users may not change them, too', async () => {
    const { browser, loginId } = await pages.openAccount();
    await pages.configure({ accountPage: { editableDetails: ['name'] } });
    await pages.latchkey.manage('POST', '/v1/mgmt/user/update/email', {
      loginId,
      email: loginId,
      verified: false,
    });
    expect((await browser.get(addresses())).html).toContain('<button class="quiet">Verify</button>');
    await browser.submit(addresses(), { channel: 'email', address: loginId });
    const done = await browser.submit(addresses(), { code: await codeSentTo(pages.latchkey, loginId) });
    expect(done.html).toContain('Your address is verified.');
    expect(done.html).not.toContain('>Verify<');
    expect(await pages.load(loginId)).toMatchObject({
      email: loginId,
      verifiedEmail: true,
      loginIds: [loginId],
    });
    const change = (email: string) =>
      pages.latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId, email, verified: false });
    await change(loginId);
    await browser.submit(addresses(), { channel: 'email', address: loginId });
    const code = await codeSentTo(pages.latchkey, loginId);
    await change(`other-${loginId}`);
    await browser.submit(addresses(), { code });
    expect(await pages.load(loginId)).toMatchObject({ email: `other-${loginId}`, verifiedEmail: false });
    await pages.configure({ accountPage: { editableDetails: ['name', 'email'] } });
  });

  test('of another user are refused, also when they were taken while the code was on its way', async () => {
    const [one, two] = [await pages.openAccount(), await pages.openAccount()];
    const taken = await one.browser.submit(addresses(), { channel: 'email', address: two.loginId });
    expect(taken.html).toContain('This belongs to another account.');
    const address = `late-${one.loginId}`;
    await one.browser.submit(addresses(), { channel: 'email', address });
    const code = await codeSentTo(pages.latchkey, address);
    await pages.makeUser({ loginId: address, email: address });
    const late = await one.browser.submit(addresses(), { code });
    expect(late.html).toContain('This belongs to another account.');
    expect((await pages.load(one.loginId)).email).toBe(one.loginId);
  });

  test('another user’s login name cannot be removed', async () => {
    const [one, two] = [await pages.openAccount(), await pages.openAccount()];
    const more = `more-${two.loginId}`;
    const body = { loginId: two.loginId, additionalLoginIds: [more] };
    await pages.latchkey.manage('PATCH', '/v1/mgmt/user/patch', body);
    await one.browser.submit(addresses(), { removeLoginId: more });
    expect((await pages.load(two.loginId)).loginIds).toContain(more);
  });

  test('are not changed where the project does not allow it', async () => {
    const { browser, loginId } = await pages.openAccount();
    await pages.configure({ accountPage: { editableDetails: ['name'] } });
    expect((await browser.get(addresses())).html).not.toContain('name="address"');
    await browser.submit(addresses(), { channel: 'email', address: 'x@example.com' });
    expect(
      (await pages.latchkey.request('GET', '/dev/inbox/messages?to=x%40example.com')).body.messages ?? [],
    ).toEqual([]);
    expect((await pages.load(loginId)).email).toBe(loginId);
    await pages.configure({ accountPage: { editableDetails: ['name', 'email'] } });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountPages, startAccountPages } from '../../../../test/account-page.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { createTwoFactorUser, demandIn, setPolicy } from '../../../../test/sign-in-policy.ts';

let pages: AccountPages;
beforeAll(async () => {
  pages = await startAccountPages();
});
afterAll(() => pages.latchkey.close());

describe('the account page', () => {
  test('asks a stranger to sign in, and then shows the section that they opened', async () => {
    const { at, signInAt, makeUser, latchkey } = pages;
    const loginId = await makeUser({ displayName: '<i>Ada</i>' });
    const browser = new FormBrowser(latchkey);
    const page = await signInAt(browser, at('sessions'), loginId);
    expect(page.html).toContain('<h1>Your sessions</h1>');
    expect(page.html).toContain('&lt;i&gt;Ada&lt;/i&gt;');
    expect((await browser.get(at())).html).toContain('<h1>Your profile</h1>');
    expect((await browser.get(at(), { 'accept-language': 'de' })).html).toContain('<h1>Ihr Profil</h1>');
  });

  test('accepts no form of another site', async () => {
    const { browser, loginId } = await pages.openAccount();
    const origins: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      {},
    ];
    for (const headers of origins) {
      const refused = await browser.post(pages.at(), { name: 'Mallory' }, headers);
      expect(refused.status).toBe(400);
    }
    expect((await pages.load(loginId)).name).toBe('');
  });

  test('opens for no other project, and not where the project has turned it off', async () => {
    const { browser } = await pages.openAccount();
    const other = await pages.latchkey.addProject();
    expect((await browser.get(`/account/${other.projectId}`)).location).toContain('/login/');
    expect((await browser.get('/account/P123')).status).toBe(401);
    await pages.configure({ accountPage: { enabled: false } });
    expect((await browser.get(pages.at())).status).toBe(404);
    await pages.configure({ accountPage: { enabled: true } });
    expect((await browser.get(pages.at())).status).toBe(200);
  });

  test('closes when the user is disabled or deleted', async () => {
    const [disabled, deleted] = [await pages.openAccount(), await pages.openAccount()];
    const { manage } = pages.latchkey;
    await manage('POST', '/v1/mgmt/user/update/status', { loginId: disabled.loginId, status: 'disabled' });
    await manage('POST', '/v1/mgmt/user/delete', { loginId: deleted.loginId });
    for (const { browser } of [disabled, deleted]) {
      expect((await browser.get(pages.at())).location).toContain('/login/');
      expect((await browser.post(pages.at(), { name: 'Ada' })).location).toContain('/login/');
    }
  });

  test('does not open for a sign-in that awaits its second factor', async () => {
    const { at, signInAt, makeUser, latchkey } = pages;
    const loginId = await makeUser();
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
    const browser = new FormBrowser(latchkey);
    const { html } = await signInAt(browser, at(), loginId);
    expect(html).not.toContain('Your profile');
    expect((await browser.get(at('sign-in'))).location).toContain('/login/');
    await removePolicy();
  });

  test('signs out', async () => {
    const { browser } = await pages.openAccount();
    const kept = new Map(browser.cookies);
    expect((await browser.post(pages.at(), { signOut: 'yes' })).html).toContain('You are signed out');
    browser.cookies = kept;
    expect((await browser.get(pages.at())).location).toContain('/login/');
  });
});

describe('the profile', () => {
  test('changes the details that the project allows, and no others', async () => {
    const { browser, loginId } = await pages.openAccount();
    const form = {
      name: ' Ada L. ',
      givenName: 'Ada',
      picture: 'https://x.example/a.png',
      status: 'disabled',
    };
    const saved = await browser.submit(pages.at(), form);
    expect(saved.html).toContain('Your changes are saved.');
    expect((await browser.get(pages.at())).html).not.toContain('Your changes are saved.');
    expect(await pages.load(loginId)).toMatchObject({
      name: 'Ada L.',
      givenName: 'Ada',
      picture: '',
      status: 'enabled',
    });
    await pages.configure({ accountPage: { editableDetails: ['picture'] } });
    await browser.submit(pages.at(), { name: 'Other', picture: 'https://x.example/a.png' });
    expect(await pages.load(loginId)).toMatchObject({ name: 'Ada L.', picture: 'https://x.example/a.png' });
    const refused = await browser.submit(pages.at(), { picture: 'javascript:alert(1)' });
    expect(refused.html).toContain('Something isn’t right');
    await pages.configure({ accountPage: { editableDetails: ['name', 'givenName', 'email', 'phone'] } });
  });

  test('shows and changes only the attributes that the project names', async () => {
    const { browser, loginId } = await pages.openAccount({ customAttributes: {} });
    await pages.latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
      attributes: [
        { name: 'secret', type: 1, displayName: 'Credit' },
        { name: 'size', type: 4, options: ['S', 'M'], displayName: 'Shirt' },
        { name: 'news', type: 3, displayName: 'Newsletter' },
        { name: 'age', type: 2 },
        { name: 'likes', type: 5, options: ['tea', 'rain'] },
      ],
    });
    expect((await browser.get(pages.at())).html).not.toContain('Shirt');
    const editableAttributes = ['size', 'news', 'age', 'likes', 'gone'];
    await pages.configure({ accountPage: { editableAttributes } });
    const { html } = await browser.get(pages.at());
    expect(html).toContain('Shirt');
    expect(html).not.toContain('Credit');
    const fill = (form: Record<string, string>) =>
      Object.fromEntries(Object.entries(form).map(([name, value]) => [`attribute-${name}`, value]));
    await browser.submit(pages.at(), fill({ size: 'M', age: '1.5', likes: 'rain', secret: '1' }));
    expect((await pages.load(loginId)).customAttributes).toEqual({ size: 'M', age: 1.5, likes: ['rain'] });
    await browser.submit(pages.at(), fill({ size: '', news: 'yes', age: '' }));
    expect((await pages.load(loginId)).customAttributes).toEqual({ news: true });
    const refused = await browser.submit(pages.at(), fill({ size: 'XL' }));
    expect(refused.html).toContain('Something isn’t right');
    expect((await pages.load(loginId)).customAttributes).toEqual({ news: true });
  });
});

describe('the sessions', () => {
  test('are listed with device and address, and end one by one or together', async () => {
    const { browser, loginId } = await pages.openAccount();
    const { latchkey } = pages;
    const signIn = async (userAgent: string) => {
      const { body } = await latchkey.request('POST', '/v1/auth/password/signin', {
        body: { loginId, password },
        headers: { 'user-agent': userAgent },
      });
      return { sid: body.claims.sid as string, refreshJwt: body.refreshJwt as string };
    };
    const phone = await signIn('Mozilla/5.0 (iPhone) Version/18.0 Mobile/15E148 Safari/604.1');
    const desk = await signIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
    const isAlive = async ({ refreshJwt }: { refreshJwt: string }) =>
      (await latchkey.request('POST', '/v1/auth/refresh', { bearer: `${latchkey.projectId}:${refreshJwt}` }))
        .status === 200;
    const { html } = await browser.get(pages.at('sessions'));
    expect(html).toContain('Safari, iPhone');
    expect(html).toContain('Firefox, Linux');
    expect(html).toContain('127.0.0.1');
    await browser.submit(pages.at('sessions'), { sessionId: phone.sid });
    expect([await isAlive(phone), await isAlive(desk)]).toEqual([false, true]);
    const left = await browser.submit(pages.at('sessions'), { others: 'yes' });
    expect(left.html).toContain('All other sessions have ended.');
    expect(await isAlive(desk)).toBe(false);
    expect(left.html).not.toContain('Firefox, Linux');
  });

  test('of other users cannot be ended', async () => {
    const [one, two] = [await pages.openAccount(), await pages.openAccount()];
    const { body } = await pages.latchkey.manage('POST', '/v1/mgmt/user/sessions', {
      identifier: two.loginId,
    });
    await one.browser.submit(pages.at('sessions'), { sessionId: body.sessions[0].id });
    expect((await two.browser.get(pages.at('sessions'))).status).toBe(200);
  });
});

test('trusted devices are listed, and forgotten', async () => {
  const { latchkey, at, signInAt } = pages;
  await setPolicy(latchkey, { when: 'newDevice', methods: ['totp'] });
  const { loginId, code } = await createTwoFactorUser(latchkey);
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };
  const refused = await latchkey.request('POST', '/v1/auth/password/signin', {
    body: { loginId, password },
    headers,
  });
  await latchkey.request('POST', '/v1/auth/totp/verify', {
    bearer: `${latchkey.projectId}:${demandIn(refused).refreshJwt}`,
    body: { loginId, code: code(), loginOptions: { mfa: true, trustDevice: true } },
    headers,
  });
  await removePolicy();
  const browser = new FormBrowser(latchkey);
  const { html } = await signInAt(browser, at('sessions'), loginId);
  expect(html).toContain('Trusted devices');
  const deviceId = /name="deviceId" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const { browser: stranger } = await pages.openAccount();
  await stranger.submit(at('sessions'), { deviceId });
  expect((await browser.get(at('sessions'))).html).toContain('Trusted devices');
  const forgotten = await browser.submit(at('sessions'), { deviceId });
  expect(forgotten.html).toContain('The device is no longer trusted.');
  expect(forgotten.html).not.toContain('Trusted devices');
});

async function removePolicy(): Promise<void> {
  const path = '/v1/mgmt/project/sign-in-policy/delete';
  expect((await pages.latchkey.manage('POST', path, {})).status).toBe(200);
}

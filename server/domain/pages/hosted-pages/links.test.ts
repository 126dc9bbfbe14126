import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser, type Visited } from '../../../../test/browser.ts';
import { codeOf, type HostedPages, password, startHostedPages } from '../../../../test/hosted-pages.ts';
import { newestMessageTo } from '../../../../test/messages.ts';

let latchkey: HostedPages['latchkey'];
let configure: HostedPages['configure'];
let makeUser: HostedPages['makeUser'];
let at: HostedPages['at'];
let identify: HostedPages['identify'];
let exchange: HostedPages['exchange'];
let browser: FormBrowser;
beforeAll(async () => {
  ({ latchkey, configure, makeUser, at, identify, exchange } = await startHostedPages());
});
afterAll(() => latchkey.close());
beforeEach(() => {
  browser = new FormBrowser(latchkey);
});

describe('links', () => {
  test('are not spent by viewing them, or by a form on another page', async () => {
    const loginId = await makeUser();
    await identify(browser, loginId, 'magicLink');
    const link = (await newestMessageTo(latchkey, loginId)).links[0].replace(latchkey.baseUrl, '');
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const fresh = new FormBrowser(latchkey);
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(latchkey.baseUrl + link, { method })).status).toBe(200);
    expect((await fresh.post(link, { t }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400);
    const posts = await Promise.all([1, 2, 3].map(() => fresh.post(link, { t })));
    expect(posts.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    const { location } = posts.find(({ status }) => status === 303) as Visited;
    expect(new URL(location).searchParams.get('state')).toBe('abc');
    expect((await exchange(codeOf(location))).body.user.loginIds).toEqual([loginId]);
  });

  test('without an application to return to prove the address, begin no session and confirm it', async () => {
    const loginId = await makeUser({ verifiedEmail: false });
    await latchkey.request('POST', '/v1/auth/magiclink/signin/email', { body: { loginId } });
    const link = (await newestMessageTo(latchkey, loginId)).links[0].replace(latchkey.baseUrl, '');
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const done = await browser.post(link, { t });
    expect([done.status, /<h1>(.*)<\/h1>/.exec(done.html)?.[1]]).toEqual([200, 'Confirmed']);
    const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
    expect(body.user.verifiedEmail).toBe(true);
  });

  test('complete a reset by enchanted link on the device that began it', async () => {
    await configure({ passwordResetMethod: 'enchantedlink' });
    const loginId = await makeUser();
    const { path } = await identify(browser, loginId);
    await browser.get(path);
    const waiting = await browser.submit(at('reset-sent'), {});
    const number = /number (\d+)/.exec(waiting.html)?.[1] ?? '';
    const early = await browser.submit(at('reset-sent'), { confirmed: 'yes' });
    expect(early.html).toContain('hasn’t been opened yet');
    const { text } = await newestMessageTo(latchkey, loginId);
    const link =
      new RegExp(`\\b${number}\\b[^h]*(http\\S+)`).exec(text)?.[1]?.replace(latchkey.baseUrl, '') ?? '';
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    expect((await new FormBrowser(latchkey).post(link, { t })).html).toContain(
      'Continue on your other device',
    );
    const choose = await browser.submit(at('reset-sent'), { confirmed: 'yes' });
    expect(choose.path).toBe(at('choose'));
    const end = await browser.submit(choose.path, { password: 'another sentence without any rain' });
    expect((await exchange(codeOf(end.path))).status).toBe(200);
    await configure({ passwordResetMethod: 'magiclink' });
  });

  test('an invitation without an application ends with a page, and leaves no session behind', async () => {
    const loginId = 'guest-without-application@example.com';
    await latchkey.manage('POST', '/v1/mgmt/user/create', {
      loginId,
      email: loginId,
      invite: true,
      sendMail: true,
    });
    const link = (await newestMessageTo(latchkey, loginId)).links[0].replace(latchkey.baseUrl, '');
    const t = new URL(link, latchkey.baseUrl).searchParams.get('t') ?? '';
    const choose = await browser.submit(link, { t });
    const end = await browser.submit(choose.path, { password });
    expect(end.html).toContain('<h1>Done</h1>');
    const { body } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { loginId });
    expect(body.sessions).toEqual([]);
    const { status } = await latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId, password },
    });
    expect(status).toBe(200);
  });
});

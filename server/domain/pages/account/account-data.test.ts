import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountPages, startAccountPages } from '../../../../test/account-page.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';

let pages: AccountPages;
beforeAll(async () => {
  pages = await startAccountPages();
});
afterAll(() => pages.latchkey.close());

describe('linked accounts', () => {
  test('are listed and unlinked, but never the last way to sign in', async () => {
    const { latchkey, at } = pages;
    const { browser, loginId } = await pages.openAccount();
    await connectSimulator(latchkey, 'corner', { title: 'Corner Shop' });
    // The simulator vouches for the address, so its account is linked to the user.
    const link = async () => {
      const fields = { nameId: loginId, email: loginId, name: 'Owner', fault: 'none' };
      const { status } = await exchange(latchkey, await new OAuthBrowser(latchkey).signIn('corner', fields));
      expect(status).toBe(200);
    };
    await link();
    expect((await browser.get(at('linked'))).html).toContain('Corner Shop');
    const unlinked = await browser.submit(at('linked'), { provider: 'corner' });
    expect(unlinked.html).toContain('The account is no longer linked.');
    expect(unlinked.html).not.toContain('Corner Shop');
    await link();
    await latchkey.manage('POST', '/v1/mgmt/password/settings', { enabled: false });
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId, email: loginId, verified: false });
    const refused = await browser.submit(at('linked'), { provider: 'corner' });
    expect(refused.html).toContain('This is your last way to sign in.');
    expect(refused.html).toContain('Corner Shop');
    await latchkey.manage('POST', '/v1/mgmt/password/settings', { enabled: true });
  });
});

describe('access by others', () => {
  test('is allowed for a limited time, and withdrawn at any time', async () => {
    const { browser } = await pages.openAccount();
    const access = pages.at('access');
    expect((await browser.submit(access, { duration: 'year' })).html).not.toContain('until');
    const given = await browser.submit(access, { duration: 'week' });
    expect(given.html).toContain('Your consent is saved.');
    const id = /name="withdraw" value="([^"]+)"/.exec(given.html)?.[1] ?? '';
    const withdrawn = await browser.submit(access, { withdraw: id });
    expect(withdrawn.html).toContain('Your consent is withdrawn.');
    expect(withdrawn.html).not.toContain('name="withdraw"');
  });
});

describe('the export', () => {
  test('contains what is stored about the user, and no secrets', async () => {
    const { browser, loginId } = await pages.openAccount({ displayName: 'Ada' });
    const { html, headers } = await browser.post(pages.at('data'), { do: 'export' });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="account-U\w+\.json"$/);
    const data = JSON.parse(html);
    expect(data.user).toMatchObject({ name: 'Ada', loginIds: [loginId], hasPassword: true });
    expect(data.sessions).toHaveLength(1);
    expect(data.signIns).toHaveLength(1);
    expect(data.events.map((event: { action: string }) => event.action)).toContain('LoginSucceed');
    expect(html).not.toContain(password);
    expect(html).not.toMatch(/hash|sealed|secret|token"/i);
  });
});

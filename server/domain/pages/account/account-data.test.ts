import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountPages, startAccountPages } from '../../../../test/account-page.ts';
import { FormBrowser } from '../../../../test/browser.ts';
import { password } from '../../../../test/hosted-pages.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  SsoBrowser,
} from '../../../../test/identity-provider.ts';
import { codeSentTo, messagesTo } from '../../../../test/messages.ts';
import { connectSimulator, exchange, OAuthBrowser } from '../../../../test/oauth-browser.ts';
import { sweep } from '../../../groups.ts';

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

describe('an account of an organization', () => {
  test('is listed and unlinked, unless the organization demands its identity provider or it is the last way', async () => {
    const { latchkey, at } = pages;
    const { browser, loginId } = await pages.openAccount();
    const tenantId = 'organization';
    const idp = await createIdentityProvider(latchkey, 'https://idp.account.example');
    const domains = [loginId.split('@')[1]];
    await connectTenant(latchkey, tenantId, idp, {}, { domains });
    const link = async () => {
      const sso = new SsoBrowser(latchkey);
      const request = await sso.start(tenantId);
      const answer = await sso.post(request.acsUrl, await idp.respond(request, { nameId: loginId }));
      const body = { code: codeOf(answer) };
      expect((await latchkey.request('POST', '/v1/auth/sso/exchange', { body })).status).toBe(200);
    };
    await link();
    const { html } = await browser.get(at('linked'));
    expect(html).toContain('Tenant organization account');
    expect(html).toContain('Last used');
    const identity = /name="identity" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const enforce = (enforceSSO: boolean) =>
      latchkey.manage('POST', '/v1/mgmt/tenant/update', {
        id: tenantId,
        name: 'Tenant organization',
        enforceSSO,
      });
    expect((await enforce(true)).status).toBe(200);
    await browser.post(at('linked'), { identity });
    expect((await pages.load(loginId)).SAML).toBe(true);
    expect((await enforce(false)).status).toBe(200);
    const unlinked = await browser.submit(at('linked'), { identity });
    expect(unlinked.html).toContain('The account is no longer linked.');
    expect((await pages.load(loginId)).SAML).toBe(false);
    await link();
    await latchkey.manage('POST', '/v1/mgmt/password/settings', { enabled: false });
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', { loginId, email: loginId, verified: false });
    const refused = await browser.submit(at('linked'), { identity });
    expect(refused.html).toContain('This is your last way to sign in.');
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: tenantId });
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

describe('deleting the account', () => {
  const exists = async (loginId: string) => {
    const query = encodeURIComponent(loginId);
    return (await pages.latchkey.manage('GET', `/v1/mgmt/user?loginId=${query}`)).status === 200;
  };
  const remove = { do: 'delete', confirmed: 'yes' };
  const day = 24 * 60 * 60_000;

  test('is possible only if the project allows it, and after a confirmation', async () => {
    const { browser, loginId } = await pages.openAccount();
    expect((await browser.get(pages.at('data'))).html).not.toContain('Delete account');
    await browser.post(pages.at('data'), remove);
    await pages.configure({ accountPage: { deletion: true } });
    await browser.post(pages.at('data'), { do: 'delete' });
    expect((await pages.load(loginId)).status).toBe('enabled');
    const refused = await pages.configure({ accountPage: { deletionGraceDays: 0 } });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
  });

  test('closes it at once, and deletes it after the grace period', async () => {
    await pages.configure({ accountPage: { deletion: true, deletionGraceDays: 2 } });
    const { browser, loginId } = await pages.openAccount();
    const { html } = await browser.post(pages.at('data'), remove);
    expect(html).toContain('Your account is closed');
    expect((await pages.load(loginId)).status).toBe('disabled');
    expect((await browser.get(pages.at())).location).toContain('/login/');
    await sweep(pages.latchkey.service);
    expect(await exists(loginId)).toBe(true);
    pages.latchkey.advance(2 * day + 1);
    await sweep(pages.latchkey.service);
    expect(await exists(loginId)).toBe(false);
  });

  test.each([
    ['who signed up', undefined],
    ['who was imported', 'import'],
  ])('is final at once for a user %s and never proved their address', async (_, source) => {
    const { latchkey } = pages;
    await pages.configure({ accountPage: { deletion: true, deletionGraceDays: 14 } });
    const loginId = `stranger-${source}@example.com`;
    if (source) {
      const users = JSON.stringify([{ loginId, email: loginId, verifiedEmail: false, password }]);
      expect(
        (await latchkey.manage('POST', '/v1/mgmt/user/import', { source: 'latchkey', users })).status,
      ).toBe(200);
    } else {
      const signUp = { loginId, password };
      expect((await latchkey.request('POST', '/v1/auth/password/signup', { body: signUp })).status).toBe(200);
    }
    const browser = new FormBrowser(latchkey);
    await pages.signInAt(browser, pages.at(), loginId);
    expect((await browser.get(pages.at('data'))).html).toContain('permanently deleted right away');
    const { html } = await browser.post(pages.at('data'), remove);
    expect(html).toContain('It was permanently deleted');
    expect(await exists(loginId)).toBe(false);
    await latchkey.request('POST', '/v1/auth/otp/signup-in/email', { body: { loginId } });
    const body = { loginId, code: await codeSentTo(latchkey, loginId) };
    expect((await latchkey.request('POST', '/v1/auth/otp/verify/email', { body })).status).toBe(200);
  });

  test('is announced by mail, whose reader can keep the account, unless an administrator disabled it', async () => {
    const { latchkey } = pages;
    await pages.configure({
      accountPage: { deletion: true, deletionGraceDays: 14 },
      securityNotices: ['deletionRequested'],
    });
    const stop = async (loginId: string) => {
      const notices = (await messagesTo(latchkey, loginId)).filter(
        ({ kind }) => kind === 'deletionRequested',
      );
      expect(notices).toHaveLength(1);
      const link = new URL(notices[0].links[0]);
      const t = link.searchParams.get('t') ?? '';
      return new FormBrowser(latchkey).post(link.pathname + link.search, { t });
    };
    const kept = await pages.openAccount();
    await kept.browser.post(pages.at('data'), remove);
    expect((await stop(kept.loginId)).status).toBe(200);
    expect((await pages.load(kept.loginId)).status).toBe('enabled');
    expect(await messagesTo(latchkey, kept.loginId)).toContainEqual(
      expect.objectContaining({ kind: 'passwordReset' }),
    );
    latchkey.advance(15 * day);
    await sweep(latchkey.service);
    expect(await exists(kept.loginId)).toBe(true);

    const blocked = await pages.openAccount();
    await blocked.browser.post(pages.at('data'), remove);
    for (const status of ['enabled', 'disabled'])
      await latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId: blocked.loginId, status });
    expect((await stop(blocked.loginId)).status).toBe(200);
    expect((await pages.load(blocked.loginId)).status).toBe('disabled');
  });

  test('is undone by an administrator who enables the user, for good', async () => {
    await pages.configure({ accountPage: { deletion: true, deletionGraceDays: 2 } });
    const { browser, loginId } = await pages.openAccount();
    await browser.post(pages.at('data'), remove);
    const setStatus = (status: string) =>
      pages.latchkey.manage('POST', '/v1/mgmt/user/update/status', { loginId, status });
    await setStatus('enabled');
    await setStatus('disabled');
    pages.latchkey.advance(2 * day + 1);
    await sweep(pages.latchkey.service);
    expect(await exists(loginId)).toBe(true);
    const { body } = await pages.latchkey.manage('POST', '/v1/mgmt/audit/search', {
      actions: ['AccountDeletionRequested', 'AccountDeletionCancelled'],
      userIds: [(await pages.load(loginId)).userId],
    });
    expect(body.audits.map((event: { action: string }) => event.action)).toEqual([
      ...['AccountDeletionCancelled', 'AccountDeletionRequested'],
    ]);
  });
});

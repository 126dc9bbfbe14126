import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { newestMessageTo } from '../messages.ts';

/** A company runs itself on the page of its administrators. */
const password = 'a long sentence with rain in it';
const loginId = 'joan@acme.example';

let latchkey: Latchkey;
let open: OpenPage | undefined;

beforeAll(async () => {
  latchkey = await startLatchkey();
  const branding = { primaryColor: '#0f766e' };
  await manage('project/settings', { branding, hostedPages: { signUp: true } });
  await manage('tenant/create', { id: 'acme', name: 'Acme Ltd.' });
  await manage('permission/create', { name: 'orders.read', description: 'Read orders' });
  await manage('role/create', { name: 'Sales', permissionNames: ['orders.read'] });
  await makeMember(loginId, 'Joan Clarke', 'Tenant Admin', 'Sales');
  await makeMember('alan@acme.example', 'Alan Turing', 'Sales');
});
afterEach(() => open?.close());
afterAll(() => latchkey.close());

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function makeMember(email: string, displayName: string, ...roleNames: string[]) {
  const userTenants = [{ tenantId: 'acme', roleNames }];
  await manage('user/create', { loginId: email, email, verifiedEmail: true, displayName, userTenants });
  await manage('user/password/set/active', { loginId: email, password });
}

const load = async (id: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(id)}`)).body.user;

/** Opens the page as a stranger, signs in, and comes back to it. */
async function signIn(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  open = await openPage(`${latchkey.baseUrl}/tenant/acme`, { locale: 'en-GB', ...options });
  const { page } = open;
  await page.locator('[name=loginId]').fill(loginId);
  await page.keyboard.press('Enter');
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${latchkey.baseUrl}/tenant/acme`);
  return page;
}

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForLoadState();
};
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name, exact: true }).click();
const done = (page: Page) => page.getByRole('status').textContent();

test('without script, an administrator invites people, changes roles, and connects the directory', async () => {
  const page = await signIn({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Acme Ltd.');
  await page.getByLabel('Email addresses').fill('grace@acme.example, nobody');
  await press(page, 'Invite');
  const results = page.getByRole('table');
  expect(await results.textContent()).toMatch(
    /grace@acme.example\s*Invited[\s\S]*nobody\s*This isn’t a valid/,
  );
  expect(await load('grace@acme.example')).toMatchObject({ status: 'invited' });
  expect((await newestMessageTo(latchkey, 'grace@acme.example')).links.length).toBeGreaterThan(0);

  await section(page, 'Roles');
  await page.getByLabel('Name', { exact: true }).fill('Clerk');
  await page.getByLabel('orders.read').check();
  await press(page, 'Create role');
  expect(await done(page)).toContain('The role is created.');

  await section(page, 'Members');
  await page.getByLabel('Name or email address').fill('alan');
  await press(page, 'Search');
  await page.getByRole('link', { name: 'Alan Turing' }).click();
  await page.getByLabel('Clerk').check();
  await press(page, 'Save roles');
  expect(await done(page)).toContain('The member’s roles are saved.');
  expect((await load('alan@acme.example')).userTenants[0].roleNames.sort()).toEqual(['Clerk', 'Sales']);
  await press(page, 'Disable');
  expect((await load('alan@acme.example')).status).toBe('disabled');
  await press(page, 'Enable');
  await press(page, 'Set temporary password');
  expect((await page.getByLabel('Temporary password').inputValue()).length).toBeGreaterThan(8);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByLabel('Delete account: Alan Turing').click();
  await page.getByLabel('Yes, delete: Alan Turing').click();
  expect(await done(page)).toContain('The account is deleted.');
  expect(await load('alan@acme.example')).toBeUndefined();

  await section(page, 'User provisioning');
  await press(page, 'Create token');
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  const url = await page.getByLabel('SCIM base URL').inputValue();
  const users = await fetch(`${url}/Users`, { headers: { authorization: `Bearer ${token}` } });
  expect(users.status).toBe(200);
  await page.getByRole('link', { name: 'Back' }).click();
  expect(await page.content()).not.toContain(token);

  await section(page, 'Single sign-on');
  await page.getByRole('link', { name: /^Set up/ }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Set up single sign-on');
  await page.goto(`${latchkey.baseUrl}/tenant/acme/audit`);
  expect(await page.textContent('main')).toMatch(/UserDeleted[\s\S]*Joan Clarke/);
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'Manage Acme Ltd.' }).click();
  expect(page.url()).toBe(`${latchkey.baseUrl}/tenant/acme`);
  expect(open?.errors).toEqual([]);
});

test('each section is accessible, and fits a phone and a desk', async () => {
  const page = await signIn();
  const { userId } = await load(loginId);
  await manage('tenant/domain/create', { tenantId: 'acme', domain: 'acme.example' });
  await manage('role/create', { name: 'Courier', tenantId: 'acme', permissionNames: ['orders.read'] });
  const { roles } = await manage('role/search', { roleNames: ['Courier'], tenantIds: ['acme'] });
  const paths = ['', '/members', `/members?user=${userId}`, '/roles', `/roles?role=${roles[0].id}`, '/sso'];
  const shot = process.env['SCREENSHOTS'];
  for (const path of [...paths, '/provisioning', '/domains', '/audit'])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${latchkey.baseUrl}/tenant/acme${path}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, width, overflow > 0]).toEqual([path, width, false]);
      // The order of elements and names does not depend on the width.
      if (width === 390) expect([path, await accessibilityViolations(page)]).toEqual([path, []]);
      if (shot) {
        const name = path.replaceAll(/\W/g, '').slice(0, 12) || 'overview';
        await page.screenshot({ path: `${shot}/tenant-${name}-${width}.png`, fullPage: true });
      }
    }
  await page.goto(`${latchkey.baseUrl}/tenant/acme/provisioning`);
  await press(page, 'Create token');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /^Copy.*Token/ }).isVisible()).toBe(true);
  expect(open?.errors).toEqual([]);
});

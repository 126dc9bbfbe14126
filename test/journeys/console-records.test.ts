import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { totpCode } from '../authenticator-app.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';
import { type DnsServer, startDnsServer } from '../counterparts/dns-server.ts';

/** The pages of one user and of one tenant. */

const password = 'a long sentence with rain in it';

let dns: DnsServer;
let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  dns = await startDnsServer();
  latchkey = await startConsole({ locale: 'en-GB' }, { LATCHKEY_DNS_SERVER: dns.address });
});
beforeEach(() => {
  latchkey.errors.length = 0;
});
afterAll(async () => {
  await latchkey?.close();
  await dns?.close();
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function load(loginId: string) {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
  return body.user;
}

async function ask(path: string, body: object, token = '') {
  const { baseUrl, projectId } = latchkey.server;
  const answer = await fetch(`${baseUrl}/v1/auth/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${projectId}${token && `:${token}`}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: the test only inspects the response.
  return (await answer.json()) as any;
}

/** A user with a password, an authenticator app and recovery codes, who belongs to a tenant. */
async function createWell(loginId: string, name: string) {
  await manage('user/create', {
    loginId,
    displayName: name,
    email: loginId,
    verifiedEmail: true,
    password,
    userTenants: [{ tenantId: 'demo' }],
  });
  const { refreshJwt } = await ask('password/signin', { loginId, password });
  const { key } = await ask('totp/update', { loginId }, refreshJwt);
  await ask('totp/verify', { loginId, code: totpCode(key, Date.now()) });
  await ask('recovery-codes', { loginId }, refreshJwt);
  await ask('password/signin', { loginId, password });
  return load(loginId);
}

const summaryOf = (page: Page) => page.getByRole('region', { name: 'Summary of this user' });
const dialog = () => latchkey.page.getByRole('dialog');
const choose = async (item: string) => {
  await latchkey.page.getByRole('button', { name: 'Actions', exact: true }).click();
  await latchkey.page.getByRole('menuitem', { name: item }).click();
};

test('the summary says how a user signs in and where they belong, and leads to the tabs', async () => {
  const { page } = latchkey;
  const { userId } = await createWell('wanda@example.com', 'Wanda');
  await latchkey.open(`users/${userId}`);
  const summary = summaryOf(page);
  await summary.getByText(/^(now|\d+ \w+ ago) · Password/).waitFor();
  await summary.getByText('Authenticator app, 10 recovery codes').waitFor();
  await summary.getByRole('link', { name: 'Demo tenant' }).waitFor();
  await summary.getByRole('button', { name: 'Copy User ID' }).waitFor();
  for (const [fact, tab] of [
    ['Last sign-in', 'Sign-ins'],
    ['Second factors', 'Credentials'],
    ['Tenants', 'Access'],
    ['Login IDs', 'Profile'],
  ] as const) {
    await summary.getByRole('link', { name: fact }).click();
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  }
  await summary.getByRole('link', { name: 'Demo tenant' }).click();
  await page.getByRole('heading', { level: 1, name: 'Demo tenant' }).waitFor();
  expect(latchkey.errors).toEqual([]);
});

test('the way back to the list is a link, also on a phone, where the rest of the summary is one press away', async () => {
  const { page } = latchkey;
  const { user } = await manage('user/create', { loginId: 'phil@example.com', displayName: 'Phil' });
  await page.setViewportSize({ width: 390, height: 844 });
  await latchkey.open(`users/${user.userId}`);
  const way = page.getByRole('navigation', { name: 'Breadcrumbs' });
  expect(await way.locator('[aria-current=page]').textContent()).toBe('Phil');
  const created = summaryOf(page).locator('dt').getByText('Created', { exact: true });
  expect(await created.isVisible()).toBe(false);
  await summaryOf(page).getByRole('button', { name: 'Show all details' }).click();
  await created.waitFor();
  expect(await accessibilityViolations(page, { within: '#screen' })).toEqual([]);
  await way.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  for (const [path, list] of [
    ['tenants/demo', 'Tenants'],
    ['apps?app=descope-default-oidc', 'SSO applications'],
  ] as const) {
    await latchkey.open(path);
    await way.getByRole('link', { name: list }).click();
    await page.getByRole('heading', { level: 1, name: list }).waitFor();
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(latchkey.errors).toEqual([]);
});

test('credentials are one list with their age, and an administrator takes them away', async () => {
  const { page } = latchkey;
  const { userId } = await createWell('cleo@example.com', 'Cleo');
  await latchkey.open(`users/${userId}?tab=credentials`);
  const list = page.getByRole('region', { name: 'Credentials' });
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await row('Password')
    .getByText(/^Set (now|\d+ \w+ ago)$/)
    .waitFor();
  await row('Recovery codes').getByText('10 left').waitFor();
  await row('Passkeys').getByText('None.').waitFor();
  await row('Recovery codes').getByRole('button', { name: 'Delete Recovery codes' }).click();
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await row('Recovery codes').getByText('None. Only the user can create them.').waitFor();
  await row('Authenticator app').getByRole('button', { name: 'Remove Authenticator app' }).click();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await row('Authenticator app').getByText('Not set up.').waitFor();
  await summaryOf(page).getByText('None', { exact: true }).first().waitFor();
  expect((await load('cleo@example.com')).TOTP).toBe(false);
  await row('Password').getByRole('button', { name: 'Set temporary password' }).click();
  await dialog().getByRole('textbox', { name: 'New password' }).fill('another long sentence with sun');
  await dialog().getByRole('button', { name: 'Set', exact: true }).click();
  await row('Password').getByText('must be changed at the next sign-in').waitFor();
  expect(latchkey.errors).toEqual([]);
});

test('a trusted device is shown on demand, and no longer trusted', async () => {
  const { page } = latchkey;
  const loginId = 'dora@example.com';
  await manage('user/create', { loginId, email: loginId, verifiedEmail: true, password });
  const { refreshJwt } = await ask('password/signin', { loginId, password });
  const { key } = await ask('totp/update', { loginId }, refreshJwt);
  await ask('totp/verify', { loginId, code: totpCode(key, Date.now()) });
  // Moves the server's clock by 30 seconds: each code of the app counts once.
  await latchkey.nextCode();
  const code = totpCode(key, Date.now() + 30_000);
  await ask('totp/verify', { loginId, code, loginOptions: { mfa: true, trustDevice: true } }, refreshJwt);
  await latchkey.open(`users/${loginId}?tab=credentials`);
  const list = page.getByRole('region', { name: 'Credentials' });
  await list.getByText(/^1 device · last used/).waitFor();
  await list.getByRole('button', { name: 'Details: Trusted devices' }).click();
  const devices = list.getByRole('list', { name: 'Trusted devices' });
  // The server is 30 seconds ahead of the browser, which shows a date from 30 days on.
  await devices.getByText(/expires (\d+ \w{3} \d{4}|in 29 days)$/).waitFor();
  expect(await accessibilityViolations(page, { within: '#screen' })).toEqual([]);
  await devices.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Stop trusting' }).click();
  await dialog().getByRole('button', { name: 'Stop trusting' }).click();
  await list.getByText('None. The second factor is required on every device.').waitFor();
  expect(latchkey.errors).toEqual([]);
});

test('the menu sends a password reset, and disabling says what happens and can be undone', async () => {
  const { page, server } = latchkey;
  const loginId = 'rita@example.com';
  const { userId } = await createWell(loginId, 'Rita');
  await latchkey.open(`users/${userId}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send password reset' }).waitFor();
  expect(await accessibilityViolations(page, { within: '[role=menu]' })).toEqual([]);
  await page.getByRole('menuitem', { name: 'Send password reset' }).click();
  await dialog().getByText(`An email with a link goes to ${loginId}.`).waitFor();
  await dialog().getByRole('button', { name: 'Send email' }).click();
  await page.getByText(`Password reset sent to ${loginId}.`).waitFor();
  const mails = await fetch(`${server.baseUrl}/dev/inbox/messages?to=${loginId}&wait=60`);
  expect(JSON.stringify(await mails.json())).toContain(loginId);

  await choose('Disable');
  await dialog().getByText('Nothing is deleted.').waitFor();
  await dialog().getByRole('button', { name: 'Disable' }).click();
  await summaryOf(page).getByText('Disabled').waitFor();
  expect((await load(loginId)).status).toBe('disabled');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await summaryOf(page).getByText('Enabled').waitFor();

  await choose('Delete');
  await dialog().getByText('The membership in 1 tenant is deleted.').waitFor();
  expect(await dialog().getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await dialog().getByRole('textbox').fill(loginId);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(await load(loginId)).toBeUndefined();
});

test('an invited user gets another link from the menu', async () => {
  const { page, server } = latchkey;
  const email = 'ines@example.com';
  await manage('user/create', { loginId: email, email, invite: true, sendMail: true });
  await latchkey.open(`users/${email}`);
  await choose('Resend invitation');
  await page.getByText('Invitation sent to').waitFor();
  const mails = async () =>
    (await (await fetch(`${server.baseUrl}/dev/inbox/messages?to=${email}&wait=60`)).json()) as {
      messages: unknown[];
    };
  await expect.poll(async () => (await mails()).messages.length, { timeout: 20_000 }).toBe(2);
});

test('the save bar of the profile appears with the first change, and stays in sight', async () => {
  const { page } = latchkey;
  await manage('user/create', { loginId: 'bert@example.com', displayName: 'Bert' });
  await latchkey.open('users/bert@example.com');
  await page.getByLabel('Display name').waitFor();
  const save = page.getByRole('button', { name: 'Save' });
  expect(await save.count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.getByLabel('Display name').fill('Bertram');
  const isInSight = (button: Element) => button.getBoundingClientRect().bottom <= innerHeight;
  expect(await save.evaluate(isInSight)).toBe(true);
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByLabel('Display name').inputValue()).toBe('Bert');
  await page.getByLabel('Display name').fill('Bertram');
  await save.click();
  await page.getByRole('heading', { level: 1, name: 'Bertram' }).waitFor();
  await save.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(latchkey.errors).toEqual([]);
});

/** Saves, sees both versions, and saves again, which replaces the other one. */
async function replaceTheirs(scope: ReturnType<typeof dialog>, theirs: string, yours: string) {
  // The open list of a combobox can cover the button.
  await scope.getByRole('button', { name: 'Save' }).press('Enter');
  await scope.getByText(`Theirs: ${theirs}`).waitFor();
  await scope.getByText(`Yours: ${yours}`).waitFor();
  await scope.getByText('save again to replace theirs').waitFor();
  await scope.getByRole('button', { name: 'Save' }).click();
}

test('a field of the profile that another administrator changed meanwhile is not overwritten unseen', async () => {
  const { page } = latchkey;
  const loginId = 'cora@example.com';
  await manage('user/create', { loginId, displayName: 'Cora', email: loginId });
  await latchkey.open(`users/${loginId}`);
  await page.getByLabel('Display name').fill('Cora mine');
  await manage('user/update/name', { loginId, displayName: 'Cora theirs' });
  await manage('user/update/phone', { loginId, phone: '+12025550123', verified: true });
  // The form offers to replace the other version only when it knows it, however long that takes.
  const offered: boolean[] = [];
  const refetch = /\/v1\/mgmt\/user\?loginId=cora/;
  await page.route(refetch, async (route) => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    offered.push(await page.getByText('save again to replace theirs').isVisible());
    await route.continue();
  });
  await replaceTheirs(page.locator('#screen'), 'Cora theirs', 'Cora mine');
  await page.getByRole('heading', { level: 1, name: 'Cora mine' }).waitFor();
  expect(offered[0]).toBe(false);
  await page.unroute(refetch);
  expect(await load(loginId)).toMatchObject({ name: 'Cora mine', phone: '+12025550123' });
});

test('roles of a member that another administrator changed meanwhile are not overwritten unseen', async () => {
  const { page } = latchkey;
  const loginId = 'mona@example.com';
  for (const name of ['Alpha', 'Beta']) await manage('role/create', { name });
  await manage('user/create', { loginId, displayName: 'Mona', userTenants: [{ tenantId: 'demo' }] });
  const rolesOf = async () => (await load(loginId)).userTenants[0].roleNames;
  for (const path of [`users/${loginId}?tab=access`, 'tenants/demo?tab=members']) {
    await manage('user/update/role/set', { loginId, tenantId: 'demo', roleNames: [] });
    await latchkey.open(path);
    const name = path.startsWith('users') ? 'Demo tenant' : 'Mona';
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Change roles' }).click();
    await dialog().getByRole('combobox', { name: 'Roles in this tenant' }).click();
    await page.getByRole('option', { name: 'Alpha' }).click();
    await manage('user/update/role/set', { loginId, tenantId: 'demo', roleNames: ['Beta'] });
    await replaceTheirs(dialog(), 'Beta', 'Alpha');
    await dialog().waitFor({ state: 'hidden' });
    expect(await rolesOf()).toEqual(['Alpha']);
  }
});

test('project roles that another administrator changed meanwhile are not overwritten unseen', async () => {
  const { page } = latchkey;
  const loginId = 'pia@example.com';
  for (const name of ['Gamma', 'Delta']) await manage('role/create', { name });
  await manage('user/create', { loginId });
  await latchkey.open(`users/${loginId}?tab=access`);
  const card = page.getByRole('form', { name: 'Roles and applications' });
  await card.getByRole('combobox', { name: 'Project roles' }).click();
  await page.getByRole('option', { name: 'Gamma' }).click();
  await manage('user/update/role/set', { loginId, roleNames: ['Delta'] });
  await replaceTheirs(card, 'Delta', 'Gamma');
  await page.getByText(`Roles and applications of ${loginId} saved.`).waitFor();
  expect((await load(loginId)).roleNames).toEqual(['Gamma']);
});

test('a tenant’s domain is added, shown with its record, verified and deleted', async () => {
  const { page } = latchkey;
  await manage('tenant/create', { id: 'proves', name: 'Proves' });
  await latchkey.open('tenants/proves?tab=domains');
  await page.getByText('No domains', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a domain' });
  await dialog.getByLabel('Domain').fill('gmail.com');
  await dialog.getByRole('button', { name: 'Add a domain' }).click();
  await dialog.getByText('anyone can have an address there').waitFor();
  await dialog.getByLabel('Domain').fill('proves.example');
  await dialog.getByRole('button', { name: 'Add a domain' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const card = page.getByRole('region', { name: 'proves.example' });
  await card.getByText('Not verified').waitFor();
  const value = await card.getByText('latchkey-verify=').innerText();

  dns.set('_latchkey.proves.example', ['latchkey-verify=mistyped']);
  await card.getByRole('button', { name: 'Verify' }).click();
  await card.getByText('latchkey-verify=mistyped').waitFor();
  dns.set('_latchkey.proves.example', [value]);
  await card.getByRole('button', { name: 'Verify' }).click();
  await card.getByText('Verified', { exact: true }).waitFor();
  await page.getByText('proves.example is verified.').waitFor();
  expect(await card.getByText('latchkey-verify=mistyped').count()).toBe(0);

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No domains', { exact: true }).waitFor();
});

test('the details and the settings of a tenant keep what another administrator changed meanwhile', async () => {
  const { page } = latchkey;
  await manage('tenant/create', { id: 'both', name: 'Both' });
  const tenant = async () => (await latchkey.manage('GET', '/v1/mgmt/tenant?id=both')).body;
  await latchkey.open('tenants/both');
  const details = page.getByRole('form', { name: 'Details' });
  await details.getByLabel('Name').fill('Both mine');
  await manage('tenant/update', {
    id: 'both',
    name: 'Both theirs',
    selfProvisioningDomains: ['both.example'],
  });
  await replaceTheirs(details, 'Both theirs', 'Both mine');
  await page.getByText('Tenant saved.').waitFor();
  expect(await tenant()).toMatchObject({ name: 'Both mine', selfProvisioningDomains: ['both.example'] });

  await latchkey.open('tenants/both?tab=settings');
  const settings = page.getByRole('form', { name: 'Settings' });
  const createsUsers = settings.getByRole('switch', { name: 'Create users on their first SSO sign-in' });
  expect(await createsUsers.isChecked()).toBe(true);
  await createsUsers.press('Space');
  const theirs = (await latchkey.manage('GET', '/v1/mgmt/tenant/settings?id=both')).body;
  await manage('tenant/settings', { ...theirs, tenantId: 'both', enabled: true });
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved.').waitFor();
  const saved = (await latchkey.manage('GET', '/v1/mgmt/tenant/settings?id=both')).body;
  expect(saved).toMatchObject({ JITDisabled: true, enabled: true });
  expect(await accessibilityViolations(page, { within: '#screen' })).toEqual([]);
});

test('forms in dialogs and drawers do not overwrite unseen what another administrator changed', async () => {
  const { page } = latchkey;
  const role = await manage('role/create', { name: 'Clerk', description: 'before' });
  await latchkey.open('roles');
  await page.getByRole('button', { name: 'Actions for Clerk' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog().getByLabel('Description').fill('mine');
  await manage('role/update', {
    id: role.id,
    name: 'Clerk',
    newName: 'Clerk',
    description: 'theirs',
    default: true,
  });
  await replaceTheirs(dialog(), 'theirs', 'mine');
  await dialog().waitFor({ state: 'hidden' });
  const { body: roles } = await latchkey.manage('GET', '/v1/mgmt/role/all');
  expect(roles.roles.find(({ name }: { name: string }) => name === 'Clerk')).toMatchObject({
    description: 'mine',
    default: true,
  });

  const { webhook } = await manage('webhook/create', {
    name: 'Hook',
    url: 'https://one.example/',
    events: [],
  });
  const { id } = webhook;
  await latchkey.open('webhooks');
  await page.getByRole('button', { name: 'Actions for Hook' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog().getByLabel('URL').fill('https://mine.example/');
  await manage('webhook/update', {
    id,
    name: 'Renamed',
    url: 'https://theirs.example/',
    events: [],
    enabled: false,
  });
  await replaceTheirs(dialog(), 'https://theirs.example/', 'https://mine.example/');
  await dialog().waitFor({ state: 'hidden' });
  const { body: hooks } = await latchkey.manage('GET', '/v1/mgmt/webhook/all');
  expect(hooks.webhooks[0]).toMatchObject({ name: 'Renamed', url: 'https://mine.example/', enabled: false });
});

test('a card of an application sends the other fields as they are now', async () => {
  const { page } = latchkey;
  const { id } = await manage('sso/idp/app/oidc/create', { name: 'Ledger', description: 'before' });
  await latchkey.open(`apps?app=${id}&tab=settings`);
  const details = page.getByRole('region', { name: 'Application', exact: true });
  await details.getByLabel('Name').fill('Ledger mine');
  await manage('sso/idp/app/oidc/update', {
    id,
    name: 'Ledger',
    description: 'theirs',
    loginPageUrl: 'https://theirs.example/',
  });
  await details.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ledger mine' }).waitFor();
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
  expect(body).toMatchObject({ name: 'Ledger mine', description: 'theirs' });
  expect(body.oidcSettings.loginPageUrl).toBe('https://theirs.example/');
});

test('so do providers, templates and attributes', async () => {
  const { page } = latchkey;
  const provider = { provider: 'acme', clientId: 'client', clientSecret: 'not guessable' };
  await manage('oauth/provider', {
    ...provider,
    title: 'Acme',
    protocol: 'oidc',
    issuer: 'https://acme.example',
  });
  await latchkey.open('providers?open=acme');
  await dialog().getByLabel('Display name').fill('Mine');
  await manage('oauth/provider', { provider: 'acme', title: 'Theirs', linkByEmail: false });
  await replaceTheirs(dialog(), 'Theirs', 'Mine');
  await dialog().waitFor({ state: 'hidden' });
  const { body: saved } = await latchkey.manage('GET', '/v1/mgmt/oauth/provider?provider=acme');
  expect(saved.provider).toMatchObject({ title: 'Mine', linkByEmail: false });

  const template = { kind: 'invite', channel: 'email', locale: 'en', templateId: '' };
  const content = { subject: 'Before', text: 'Open {{link}}', html: '' };
  await manage('message/template/set', { ...template, ...content });
  await latchkey.open('templates?open=invite/email/en/');
  await dialog().getByLabel('Subject').fill('Mine');
  await manage('message/template/set', {
    ...template,
    ...content,
    subject: 'Theirs',
    text: 'Please open {{link}}',
  });
  await replaceTheirs(dialog(), 'Theirs', 'Mine');
  await dialog().waitFor({ state: 'hidden' });
  const query = new URLSearchParams(template);
  const { body: text } = await latchkey.manage('GET', `/v1/mgmt/message/template?${query}`);
  expect(text).toMatchObject({ subject: 'Mine', text: 'Please open {{link}}' });

  const attribute = { name: 'floor', type: 1, displayName: 'Before' };
  const define = (fields: object) =>
    manage('user/customattribute/create', { attributes: [{ ...attribute, ...fields }] });
  await define({});
  await latchkey.open('attributes');
  await page.getByRole('button', { name: 'Actions for floor' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog().getByLabel('Display name').fill('Mine');
  await define({ displayName: 'Theirs' });
  await replaceTheirs(dialog(), 'Theirs', 'Mine');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: 'Mine' }).first().waitFor();
});

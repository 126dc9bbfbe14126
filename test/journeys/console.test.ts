import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { totpCode } from '../authenticator-app.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

const password = 'a long sentence with rain in it';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
});
beforeEach(() => {
  latchkey.errors.length = 0;
});
afterAll(() => latchkey?.close());

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function load(loginId: string) {
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
  return body.user;
}

/** Signs a member in at the simulator and returns the parameters that the application receives. */
async function signInBySso(tenantId: string, fillIn?: (member: Page) => Promise<void>) {
  const { page, server } = latchkey;
  const start = await fetch(
    `${server.baseUrl}/v1/auth/sso/authorize?tenant=${tenantId}&redirectUrl=${server.baseUrl}/dev/demo/callback`,
    { method: 'POST', headers: { authorization: `Bearer ${server.projectId}` } },
  );
  const { url } = (await start.json()) as { url: string };
  const member = await page.context().newPage();
  await member.goto(url);
  await fillIn?.(member);
  await member.getByRole('button', { name: /sign in/i }).click();
  await member.waitForURL(/\/dev\/demo\/callback\?/);
  const { searchParams } = new URL(member.url());
  await member.close();
  return searchParams;
}

async function exchange(code: string | null) {
  const { baseUrl, projectId } = latchkey.server;
  const answer = await fetch(`${baseUrl}/v1/auth/sso/exchange`, {
    method: 'POST',
    headers: { authorization: `Bearer ${projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(answer.status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: the test only inspects the response.
  return (await answer.json()) as any;
}

test('the first steps lead from an empty project to a test user who signs in', async () => {
  const { page } = latchkey;
  await latchkey.open('overview');
  await page.getByRole('link', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create user' });
  await dialog.getByLabel('Login ID').fill('tess@example.com');
  await dialog.getByLabel('Display name').fill('Tess');
  await dialog.getByText('At least 15 characters.').waitFor();
  const field = dialog.getByRole('textbox', { name: 'Password' });
  await field.fill('short');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('it must have at least 15 characters').waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await dialog.innerText()).not.toContain('/v1/');
  // The browser reports the response with status 400.
  expect(latchkey.errors).toHaveLength(1);
  latchkey.errors.length = 0;
  await field.fill(password);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Tess' }).waitFor();

  await latchkey.open('overview');
  const [signIn] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Open sign-in page' }).click(),
  ]);
  await signIn.getByRole('textbox').first().fill('tess@example.com');
  await signIn.keyboard.press('Enter');
  await signIn.getByLabel('Password').fill(password);
  await signIn.keyboard.press('Enter');
  await signIn.getByRole('heading', { name: 'Signed in' }).waitFor();
  await signIn.close();
  expect((await load('tess@example.com')).status).toBe('enabled');
  expect(latchkey.errors).toEqual([]);
});

test('an import checks every row and reports its problems before it invites users', async () => {
  const { page } = latchkey;
  await latchkey.open('users/import');
  await page
    .getByLabel('CSV text')
    .fill(
      'loginId,email,displayName\nimp1@example.com,imp1@example.com,"One, First"\n,nobody@example.com,Nobody\nimp2@example.com,not an address,Two\nimp1@example.com,imp1@example.com,Again\n',
    );
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByText('Invite users').click();
  await page.getByRole('button', { name: 'Check 4 users' }).click();
  await page.getByText('1 can be imported').waitFor();
  await page.getByText('3 have problems').waitFor();
  expect((await latchkey.manage('GET', '/v1/mgmt/user?loginId=imp1@example.com')).status).toBe(404);
  await page.getByRole('button', { name: 'Invite 1 user' }).click();
  await page.getByText('1 imported').waitFor();
  const user = await load('imp1@example.com');
  expect(user).toMatchObject({ name: 'One, First', status: 'invited' });
  const answer = await fetch(`${latchkey.server.baseUrl}/dev/inbox/messages?to=imp1@example.com&wait=60`);
  expect(JSON.stringify(await answer.json())).toContain('imp1@example.com');
  expect(latchkey.errors).toEqual([]);
});

/** Sends the tenant's administrator a link, sees what becomes of it, sends another one, and revokes it. */
async function invitesAdministrator(page: Page) {
  await page.getByRole('button', { name: 'Invite their administrator…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite their administrator' });
  await dialog.getByLabel('Email address').fill('it@initech.example');
  await dialog.getByLabel('Let them map groups to roles').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.waitFor({ state: 'detached' });
  const links = page.getByRole('table', { name: 'Invitations and setup links' });
  await links.getByText('Not opened yet').waitFor();
  const inbox = `${latchkey.server.baseUrl}/dev/inbox/messages?to=it@initech.example&wait=60`;
  const [{ links: sent }] = (await (await fetch(inbox)).json()).messages;
  const setup = await page.context().newPage();
  await setup.goto(sent[0]);
  await setup.getByRole('button', { name: 'Okta' }).click();
  // Closed earlier, the page would end the request before the server has it.
  await setup.getByLabel('Metadata file').waitFor();
  await setup.close();
  await page.reload();
  await links.getByText('In progress').waitFor();
  const menu = () => links.getByRole('button', { name: 'it@initech.example' }).click();
  await menu();
  await page.getByRole('menuitem', { name: 'Send again…' }).click();
  await page.getByRole('button', { name: 'Send new link' }).click();
  await links.getByText('Not opened yet').waitFor();
  expect(await links.locator('tbody tr').count()).toBe(1);
  await menu();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await links.waitFor({ state: 'detached' });
}

test('an administrator connects a tenant by SAML, and a member signs in through it', async () => {
  const { page } = latchkey;
  await latchkey.open('tenants');
  await page.getByRole('button', { name: 'Create tenant' }).first().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Initech');
  await page.getByRole('dialog').getByRole('textbox', { name: 'ID (optional)' }).fill('initech');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Initech' }).waitFor();
  await page.getByRole('tab', { name: 'Single sign-on' }).click();
  await invitesAdministrator(page);
  await page.getByRole('button', { name: 'Connect simulator' }).click();
  await page.getByText('Connection saved.').waitFor();
  await page.getByRole('button', { name: 'Copy SHA-256 fingerprint' }).waitFor();

  const [tested] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Test', exact: true }).click(),
  ]);
  // The simulator is the identity provider: its page is the first that opens.
  await tested.getByRole('button', { name: /sign in/i }).click();
  await tested.getByRole('heading', { level: 1, name: 'Connection test' }).waitFor();
  await tested.getByText('The test succeeded.').waitFor();
  expect(await tested.getByText('Choose a protocol').count()).toBe(0);
  await tested.getByRole('button', { name: 'Test again' }).click();
  await tested.getByRole('button', { name: /sign in/i }).click();
  await tested.getByText('The test succeeded.').waitFor();
  expect(await accessibilityViolations(tested)).toEqual([]);
  await tested.close();
  await exchange((await signInBySso('initech')).get('code'));
  await latchkey.open('tenants/initech?tab=members');
  await page.getByRole('table', { name: 'Members' }).getByRole('link').first().waitFor();
  expect(latchkey.errors).toEqual([]);
});

test('an attribute created in the console can be set by the API and is shown', async () => {
  const { page } = latchkey;
  await manage('user/create', { loginId: 'paula@example.com', displayName: 'Paula' });
  await latchkey.open('attributes');
  await page.getByRole('button', { name: 'Create attribute' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API name').fill('department');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'department' }).first().waitFor();
  const set = { loginId: 'paula@example.com', attributeKey: 'department', attributeValue: 'Paint shop' };
  await manage('user/update/customAttribute', set);
  const { userId } = await load('paula@example.com');
  await latchkey.open(`users/${userId}`);
  await page.getByLabel('department').waitFor();
  expect(await page.getByLabel('department').inputValue()).toBe('Paint shop');
  expect(latchkey.errors).toEqual([]);
});

test('an identity provider replaced through a setup link waits until an administrator carries identities over', async () => {
  const { page, server } = latchkey;
  const simulator = `${server.baseUrl}/dev/idp/saml`;
  await manage('tenant/create', { id: 'hooli', name: 'Hooli' });
  const published = await (await fetch(`${simulator}/hooli/metadata`)).text();
  let status = 200;
  const provider = createServer((_, response) => response.writeHead(status).end(published));
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void provider.close());
  await manage('sso/saml/metadata', {
    tenantId: 'hooli',
    redirectUrl: `${server.baseUrl}/dev/demo/callback`,
    settings: {
      idpMetadataUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
      attributeMapping: { email: 'email' },
    },
  });
  await latchkey.open('tenants/hooli?tab=sso');
  const readNow = page.getByRole('button', { name: 'Read now' });
  const failed = page.getByRole('alert').filter({ hasText: 'The last update failed' });
  const done = page.getByText('Metadata read again.');
  status = 404;
  await readNow.click();
  await failed.getByText('the server responded with 404').waitFor();
  expect(await done.count()).toBe(0);
  status = 200;
  await readNow.click();
  await done.waitFor();
  await failed.waitFor({ state: 'detached' });
  const asGavin = async (member: Page) => {
    await member.getByRole('radio', { name: 'Another user' }).check();
    await member.getByRole('textbox', { name: 'NameID' }).fill('gavin-1');
  };
  const { user } = await exchange((await signInBySso('hooli', asGavin)).get('code'));

  const { adminSSOConfigurationLink: link } = await manage('tenant/adminlinks/sso/generate', {
    tenantId: 'hooli',
  });
  const setup = await page.context().newPage();
  await setup.goto(link);
  await setup.goto(`${setup.url()}?step=connect`);
  const metadata = await (await fetch(`${simulator}/hooli-new/metadata`)).text();
  await setup.getByLabel('Or metadata XML').fill(metadata);
  await setup.getByRole('button', { name: 'Verify and save' }).click();
  await setup.getByText('This identity provider replaces another one.').waitFor();
  await setup.close();
  expect((await signInBySso('hooli', asGavin)).get('err')).toContain('was replaced by a setup link');

  await latchkey.open('tenants/hooli?tab=sso');
  const notice = page.getByRole('alert').filter({ hasText: 'The identity provider was replaced' });
  await notice.getByText(`${simulator}/hooli/metadata`).waitFor();
  await page.getByText('The identity provider was replaced through a setup link. Decide above').waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await accessibilityViolations(page, { within: '[role=alert]' })).toEqual([]);
  // A name wider than the screen is not cut off.
  expect(await notice.evaluate((alert) => alert.scrollWidth - alert.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await notice.getByRole('button', { name: 'Carry identities over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Carry identities over?' });
  await dialog.getByRole('button', { name: 'Carry identities over' }).click();
  await notice.waitFor({ state: 'detached' });
  const again = await exchange((await signInBySso('hooli', asGavin)).get('code'));
  expect(again.user.userId).toBe(user.userId);
  expect(latchkey.errors).toEqual([]);
});

test('a role gets a sign-in policy of its own, until it is deleted', async () => {
  const { page } = latchkey;
  await manage('role/create', { name: 'Treasurer' });
  await latchkey.open('sign-in-policy');
  await page.getByRole('combobox', { name: 'Add for a role' }).click();
  await page.getByRole('option', { name: 'Treasurer' }).click();
  const card = page.getByRole('region', { name: 'For the role Treasurer' });
  await card.getByLabel('At every sign-in').check();
  await card.getByLabel('Recovery code').uncheck();
  await card.getByLabel('Days to set one up').fill('3');
  await card.getByRole('button', { name: 'Save' }).click();
  const list = async () =>
    (await latchkey.manage('GET', '/v1/mgmt/project/sign-in-policy/list')).body.policies;
  const secondFactor = { when: 'always', methods: ['totp', 'passkey'], graceDays: 3 };
  await expect.poll(list).toMatchObject([{ scope: 'role', secondFactor, sso: 'trusted' }]);
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await list()).toEqual([]);
  expect(latchkey.errors).toEqual([]);
});

test('impersonation works only with the consent of the user', async () => {
  const { page, server } = latchkey;
  const ask = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${server.baseUrl}/v1/auth/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.projectId}${token && `:${token}`}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the test only inspects the response.
    return (await answer.json()) as any;
  };
  await manage('role/create', { name: 'Helpdesk', permissionNames: ['Impersonate'] });
  await manage('user/create', {
    loginId: 'agent@example.com',
    displayName: 'Agent',
    roleNames: ['Helpdesk'],
  });
  const { key } = await ask('totp/signup', { loginId: 'klara@example.com', user: { name: 'Klara' } });
  const { refreshJwt } = await ask('totp/verify', {
    loginId: 'klara@example.com',
    code: totpCode(key, Date.now()),
  });
  const { userId } = await load('klara@example.com');
  const begin = async () => {
    await latchkey.open(`users/${userId}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Impersonate' }).click();
    await page.getByRole('dialog').getByLabel('Impersonator').fill('agent');
    await page.getByRole('option', { name: /Agent/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  };
  await begin();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await ask('me/consent/impersonation', { expiresInSeconds: 3_600 }, refreshJwt);
  await begin();
  const shown = page.getByRole('dialog', { name: 'Refresh JWT' });
  const token = (await shown.locator('code').first().textContent()) ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ sub: userId, act: { sub: (await load('agent@example.com')).userId } });

  // A project setting decides whether the user's roles are required, too.
  await manage('role/create', { name: 'Editor' });
  await manage('user/update/role/add', { loginId: 'klara@example.com', roleNames: ['Editor'] });
  const setStrict = async (isStrict: boolean) => {
    await latchkey.open('settings?tab=impersonation');
    await page.getByRole('checkbox', { name: 'Also require every role' }).setChecked(isStrict);
    await page.getByRole('button', { name: 'Save' }).click();
    const stored = async () =>
      (await latchkey.manage('GET', '/v1/mgmt/project/settings')).body.strictImpersonation;
    await expect.poll(stored).toBe(isStrict);
  };
  await setStrict(true);
  await begin();
  await page.getByRole('dialog').getByRole('alert').getByText('Editor').waitFor();
  await setStrict(false);
  await begin();
  await shown.waitFor();
});

describe('a name with markup', () => {
  const names = ['<svg onload=alert(1)>', '"><script>alert(1)</script>', '{{7*7}}', '‮gnp.exe'];

  test('appears as text everywhere', async () => {
    const { page } = latchkey;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const ids: string[] = [];
    for (const [i, displayName] of names.entries()) {
      const loginId = `evil${i}@example.com`;
      const { user } = await manage('user/create', { loginId, displayName, email: loginId });
      ids.push(user.userId);
    }
    await manage('role/create', { name: '<img src=x onerror=alert(2)>', description: '<b>bold</b>' });
    await manage('tenant/create', { name: '<script>alert(3)</script>', id: 'evil' });
    await latchkey.open('users?text=evil');
    for (const name of names) await page.getByText(name, { exact: true }).first().waitFor();
    for (const id of ids) {
      await latchkey.open(`users/${id}`);
      await latchkey.open(`users/${id}?tab=audit`);
    }
    for (const path of ['roles', 'tenants', 'tenants/evil', 'audit']) {
      await latchkey.open(path);
      await page.waitForLoadState('networkidle');
    }
    expect(dialogs).toEqual([]);
    expect(latchkey.errors).toEqual([]);
    expect(await page.locator('svg[onload], img[onerror]').count()).toBe(0);
  });
});

describe('the console', () => {
  test('switches to German and back', async () => {
    const { page } = latchkey;
    await latchkey.open('users');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor();
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
  });

  test('reports an unknown address and leads back to the overview', async () => {
    const { page, server } = latchkey;
    await page.goto(`${server.baseUrl}/console/${server.projectId}/nothing`);
    await page.getByText('Page not found').waitFor();
    await page.goto(`${server.baseUrl}/console/P0000000000000000000000000000/users`);
    await page.getByRole('link', { name: 'Go to overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});

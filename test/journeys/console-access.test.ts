import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Console, ownerPassword, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';
import { openPage } from '../counterparts/chromium.ts';
import { VirtualAuthenticator } from '../counterparts/virtual-authenticator.ts';

let console: Console;
beforeAll(async () => {
  await buildConsole();
  console = await startConsole({ locale: 'en-GB' });
});
beforeEach(() => {
  console.errors.length = 0;
});
afterAll(() => console?.close());

/** Completes the sign-in form and waits for the screen with `heading`. */
async function signIn(heading: string) {
  const { page } = console;
  await page.getByLabel('Email or username').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code from your authenticator app').fill(await console.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

test('the first-start link creates an owner and works only once', async () => {
  const { page, server } = console;
  expect(page.url()).toBe(`${server.baseUrl}/console/${server.projectId}/overview`);
  const other = await openPage(server.consoleUrl, { locale: 'en-GB' });
  try {
    await other.page.getByLabel('Email').fill('eve@example.com');
    await other.page.getByLabel('Name').fill('Eve');
    // The page removes the token from the address as soon as it has loaded.
    expect(new URL(other.page.url()).hash).toBe('');
    await other.page.getByRole('button', { name: 'Continue' }).click();
    await other.page.getByRole('alert').waitFor();
  } finally {
    await other.close();
  }
});

test('the session cookie is hidden from scripts and restricted to this site', async () => {
  const { page } = console;
  const cookies = await page.context().cookies();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatchObject({
    name: 'latchkey-console',
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    domain: 'localhost',
  });
  const claims = JSON.parse(Buffer.from(cookies[0]?.value.split('.')[1] ?? '', 'base64url').toString());
  // IDs and times, and nothing that says who the administrator is.
  expect(Object.keys(claims).sort()).toEqual(['amr', 'aud', 'drn', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('signing in again returns to the previous screen', async () => {
  const { page } = console;
  await console.open('access-keys?text=deploy');
  const [before] = await page.context().cookies();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Email or username').waitFor();
  await page.goto(`${console.server.baseUrl}/console/${console.server.projectId}/access-keys?text=deploy`);
  await signIn('Access keys');
  expect(page.url()).toContain('access-keys?text=deploy');
  const [after] = await page.context().cookies();
  expect(after?.value).not.toBe(before?.value);
});

test('the sign-in reports wrong credentials, and the password alone grants no access', async () => {
  const { server } = console;
  const other = await openPage(`${server.baseUrl}/console/`, { locale: 'en-GB' });
  try {
    const { page } = other;
    await page.getByLabel('Email or username').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Incorrect login or password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('This code is incorrect').waitFor();
    await page.goto(`${server.baseUrl}/console/${server.projectId}/users`);
    await page.getByLabel('Code from your authenticator app').waitFor();
    const status = await page.evaluate(async (projectId) => {
      const answer = await fetch('/v1/mgmt/managementkey/search', {
        headers: { authorization: `Bearer ${projectId}` },
      });
      return answer.status;
    }, server.projectId);
    expect(status).toBe(403);
  } finally {
    await other.close();
  }
});

describe('an invited administrator', () => {
  test('follows an owner’s link, creates a passkey, and has the rights of the role', async () => {
    const { page, server } = console;
    await console.open('administrators');
    await page.getByRole('button', { name: 'Invite administrator' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('sam@example.com');
    await page.getByLabel('Name', { exact: true }).last().fill('Sam');
    await page.getByLabel('Auditor').check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const link = await page.getByRole('dialog').locator('code').textContent();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('cell', { name: 'sam@example.com' }).waitFor();

    // A passkey needs a domain name, so 127.0.0.1 does not work.
    const guest = await openPage(undefined, { locale: 'de-DE' });
    try {
      await VirtualAuthenticator.attach(guest.page);
      await guest.page.goto(String(link).replace('127.0.0.1', 'localhost'));
      await guest.page.getByRole('button', { name: 'Beginnen' }).click();
      await guest.page.getByRole('button', { name: 'Einen Passkey anlegen' }).click();
      await guest.page.getByRole('button', { name: 'Den Passkey benutzen' }).click();
      await guest.page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
      const local = server.baseUrl.replace('127.0.0.1', 'localhost');
      await guest.page.goto(`${local}/console/${server.projectId}/access-keys`);
      await guest.page.getByRole('heading', { level: 1, name: 'Zugriffsschlüssel' }).waitFor();
      expect(
        await guest.page.getByRole('button', { name: 'Neuer Zugriffsschlüssel' }).first().isDisabled(),
      ).toBe(true);
      expect(await guest.page.getByRole('link', { name: 'Administratoren' }).count()).toBe(0);
      await guest.page.goto(`${local}/console/${server.projectId}/flows`);
      await guest.page.getByRole('button', { name: 'Was mit Sign in geschehen soll' }).click();
      await guest.page.getByRole('menuitem').first().waitFor();
      expect(await guest.page.getByRole('menuitem').allTextContents()).toEqual(['Exportieren']);
      expect(await guest.page.getByRole('button', { name: 'Importieren' }).isDisabled()).toBe(true);
      await guest.page.goto(`${local}/console/${server.projectId}/flows/sign-in?tab=definition`);
      const definition = guest.page.getByRole('textbox', { name: 'Definition' });
      expect(await definition.getAttribute('readonly')).not.toBeNull();
      const status = await guest.page.evaluate(async (projectId) => {
        const answer = await fetch('/v1/mgmt/accesskey/create', {
          method: 'POST',
          headers: { authorization: `Bearer ${projectId}`, 'content-type': 'application/json' },
          body: '{"name":"mine"}',
        });
        return answer.status;
      }, server.projectId);
      expect(status).toBe(403);
    } finally {
      await guest.close();
    }
  });
});

test('the audit log names the administrator who performed an action', async () => {
  const { page } = console;
  await console.open('access-keys');
  await page.getByRole('button', { name: 'Create access key' }).first().click();
  await page.getByLabel('Name').last().fill('robot');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('This is shown only once.').waitFor();
  const { body } = await console.manage('POST', '/v1/mgmt/audit/search', { actions: ['AccessKeyCreated'] });
  expect(body.audits[0]).toMatchObject({ actorId: 'ada@example.com', type: 'info' });
  expect(console.errors).toEqual([]);
});

test('a management key created in the console works with the public SDK', async () => {
  const { page, server } = console;
  await console.open('management-keys?create=true');
  await page.getByLabel('Name').last().fill('script');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Management key created' });
  const managementKey = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  // The page no longer contains it.
  expect(await page.content()).not.toContain(managementKey);
  const { default: descope } = await import('@descope/node-sdk');
  const sdk = descope({ projectId: server.projectId, managementKey, baseUrl: server.baseUrl });
  const created = await sdk.management.user.create('ann@example.com');
  expect(created.ok).toBe(true);
  await page.reload();
  await page.getByRole('row', { name: /script/ }).waitFor();
});

test('a screen shows its calls as client code and curl commands, without secrets', async () => {
  const { page } = console;
  await console.open('access-keys');
  await page.keyboard.press('Control+j');
  const drawer = page.getByRole('dialog', { name: 'API calls' });
  await drawer.getByText('management.accessKey.searchAll').first().waitFor();
  await drawer.getByRole('tab', { name: 'curl' }).first().click();
  expect(await drawer.locator('pre').first().textContent()).toContain('/v1/mgmt/accesskey/search');
  await page.keyboard.press('Escape');
});

test('the command palette opens a screen and a user by keyboard alone', async () => {
  const { page } = console;
  await console.open('overview');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Go to a screen, a user, a tenant, an application, a role…').fill('audit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('administrators end their other sessions and change how they sign in, under My account', async () => {
  const { page, server } = console;
  // A passkey needs a domain name, so 127.0.0.1 does not work.
  const local = `${server.baseUrl.replace('127.0.0.1', 'localhost')}/console/${server.projectId}`;
  const other = await openPage(undefined, { locale: 'en-GB' });
  try {
    await VirtualAuthenticator.attach(other.page);
    await other.page.goto(`${local}/account`);
    await other.page.getByLabel('Email or username').fill('ada@example.com');
    await other.page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.getByLabel('Code from your authenticator app').fill(await console.nextCode());
    await other.page.getByRole('button', { name: 'Confirm' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await other.page.getByText('You cannot remove your last way to sign in.').waitFor();
    await other.page.getByRole('button', { name: 'Create passkey' }).click();
    await other.page.getByText('Passkey created.').waitFor();
    const codes = other.page.getByRole('region', { name: 'Recovery codes' });
    await codes.getByRole('button', { name: 'Create codes…' }).click();
    const shown = other.page.getByRole('dialog', { name: 'Your recovery codes' });
    const recoveryCode = (await shown.locator('code').first().textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await codes.getByText('You have 10 recovery codes left.').waitFor();
    await other.page.getByRole('button', { name: 'End all other sessions…' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await other.page.getByText('All other sessions have ended.').waitFor();
    await page.goto(`${server.baseUrl}/console/${server.projectId}/account`);
    await page.getByLabel('Email or username').waitFor();

    const authenticator = other.page.getByRole('region', { name: 'Authenticator app' });
    await authenticator.getByRole('button', { name: 'Remove…' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await authenticator.getByText('No authenticator app is set up.').waitFor();
    await other.page.getByRole('button', { name: 'Your account' }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await other.page.getByLabel('Email or username').fill('ada@example.com');
    await other.page.getByLabel('Password', { exact: true }).fill(ownerPassword);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.getByLabel('Recovery code').fill(recoveryCode);
    await other.page.getByRole('button', { name: 'Confirm' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await other.page.getByRole('button', { name: 'Your account' }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await other.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  } finally {
    await other.close();
  }
});

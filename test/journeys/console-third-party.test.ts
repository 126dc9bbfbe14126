import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, prepare } from '../applications.ts';
import { newClientKey } from '../client-keys.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';
import { openPage } from '../counterparts/chromium.ts';
import { password } from '../hosted-pages.ts';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
});
afterAll(() => latchkey?.close());

test('an administrator creates a third-party application, and a user allows it what its scope says', async () => {
  const { page, manage, server, errors } = latchkey;
  await manage('POST', '/v1/mgmt/role/create', { name: 'Reader', permissionNames: [] });
  const user = { loginId: 'tess@example.com', email: 'tess@example.com', verifiedEmail: true };
  await manage('POST', '/v1/mgmt/user/create', { ...user, roleNames: ['Reader'] });
  await manage('POST', '/v1/mgmt/user/password/set/active', { loginId: user.loginId, password });

  await latchkey.open('third-party-apps');
  await page.getByRole('button', { name: 'Create application' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Notes');
  await page.getByLabel('New entry: Redirect URLs').fill(callback);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const created = page.getByRole('dialog', { name: 'Application and client secret created' });
  const secret = (await created.locator('code').textContent()) ?? '';
  await created.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();

  await page.getByRole('button', { name: 'Add secret' }).click();
  const adding = page.getByRole('dialog', { name: 'Add secret' });
  await adding.getByRole('textbox', { name: 'Name' }).fill('next');
  await adding.getByRole('combobox', { name: 'Expires after' }).click();
  await page.getByRole('option', { name: '90 days' }).click();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  const secretShown = page.getByRole('dialog').filter({ has: page.locator('code') });
  await secretShown.getByRole('button', { name: 'Close' }).last().click();
  await secretShown.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'next' });
  await row.locator('[data-tone=good]').getByText('Active').waitFor();

  const scopes = page.getByRole('region', { name: 'Scopes that grant roles' });
  await scopes.getByRole('button', { name: 'Add scope' }).click();
  await scopes.getByLabel('Name').fill('notes:read');
  await scopes.getByLabel('What the user reads').fill('Read your notes');
  await scopes.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Reader' }).click();
  await scopes.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const shown = await page.locator('dl code').allTextContents();
  const [, issuer = '', clientId = ''] = shown;

  const config = await openid.discovery(
    new URL(issuer),
    clientId,
    undefined,
    openid.ClientSecretBasic(secret),
    { execute: [openid.allowInsecureRequests] },
  );
  const { url, checks } = await prepare(config, { scope: 'openid notes:read' });
  const visitor = await openPage(undefined, { locale: 'en-GB' });
  try {
    const { page: their } = visitor;
    await their.goto(url.href);
    await their.locator('[name=loginId]').fill(user.loginId);
    await their.keyboard.press('Enter');
    await their.locator('[name=password]').fill(password);
    await their.keyboard.press('Enter');
    await their.getByText('Read your notes').waitFor();
    // Nothing answers there, so the browser's request is all that the application gets.
    const returned = their.waitForRequest((request) => request.url().startsWith(callback));
    await their.getByRole('button', { name: 'Allow' }).click();
    const answer = new URL((await returned).url());
    const tokens = await openid.authorizationCodeGrant(config, answer, checks);
    expect(tokens.scope).toBe('openid notes:read');
    expect(config.serverMetadata().issuer).toBe(`${server.baseUrl}/v1/apps/${server.projectId}`);
  } finally {
    await visitor.close();
  }

  await page.reload();
  const consents = page.getByRole('table', { name: 'Consents' });
  await consents.getByText('openid, notes:read').waitFor();
  await consents.getByRole('button', { name: 'Actions for tess@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByText('No consents yet').waitFor();
  expect(errors).toEqual([]);
});

test('an administrator lets an application prove its identity by a key only', async () => {
  const { page, manage, server, errors } = latchkey;
  const key = await newClientKey('ES256', 'k1');
  const name = 'Keyed notes';
  const { body } = await manage('POST', '/v1/mgmt/thirdparty/app/create', {
    name,
    approvedCallbackUrls: [callback],
  });
  await latchkey.open(`third-party-apps?app=${body.id}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const card = page.getByRole('region', { name: 'Sign-in' });
  await card.getByRole('combobox', { name: 'Client authentication' }).click();
  await page.getByRole('option', { name: 'Key only' }).click();
  await card.getByText('Enter the application’s public keys or their URL below.').waitFor();
  await card.getByRole('textbox', { name: 'Public keys' }).fill(JSON.stringify(key.jwk));
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Client secrets' }).waitFor({ state: 'detached' });

  const config = await openid.discovery(
    new URL(`${server.baseUrl}/v1/apps/${server.projectId}`),
    body.clientId,
    undefined,
    openid.PrivateKeyJwt({ key: key.key, kid: key.kid }),
    { execute: [openid.allowInsecureRequests] },
  );
  expect((await openid.clientCredentialsGrant(config)).access_token).toBeTruthy();
  expect(errors).toEqual([]);
});

test('an administrator creates an MCP server and finds what its configuration needs', async () => {
  const { page, server } = latchkey;
  await latchkey.open('mcp-servers');
  await page.getByRole('button', { name: 'Create MCP server' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Notes server');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://notes.example.com/mcp');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Notes server' });
  await row.getByText(`${server.baseUrl}/v1/apps/agentic/${server.projectId}/`).waitFor();
  await row.getByText('https://notes.example.com/mcp').waitFor();
});

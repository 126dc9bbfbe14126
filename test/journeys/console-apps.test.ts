import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
});
afterAll(() => latchkey?.close());

const dialog = () => latchkey.page.getByRole('dialog');
const load = async (name: string) => {
  const { body } = await latchkey.manage('GET', '/v1/mgmt/sso/idp/apps/load');
  return body.apps.find((app: { name: string }) => app.name === name);
};

test('the wizard needs only the address of a known application, and shows what to enter there', async () => {
  const { page } = latchkey;
  await latchkey.open('apps');
  await page.getByRole('button', { name: 'Create application' }).first().click();
  await dialog().getByRole('button', { name: 'Grafana' }).click();
  await dialog().getByLabel('Address of Grafana').fill('grafana.example.com');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().getByText('Enter a valid URL.').waitFor();
  await dialog().getByLabel('Address of Grafana').fill('https://grafana.example.com/');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().getByText('This is shown only once.').waitFor();
  const { oidcSettings, id } = await load('Grafana');
  expect(oidcSettings.approvedRedirectUrls).toEqual(['https://grafana.example.com/login/generic_oauth']);
  const { body } = await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/secret?id=${id}`);
  const lines = await dialog().locator('pre').innerText();
  for (const line of [
    `client_id = ${oidcSettings.clientId}`,
    `client_secret = ${body.cleartext}`,
    `token_url = ${oidcSettings.tokenUrl}`,
  ])
    expect(lines).toContain(line);
  await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
  // The page keeps the lines, and no longer has the secret.
  await page.getByText('Replace CLIENT_SECRET').waitFor();
  expect(await page.locator('pre').innerText()).toContain('client_secret = CLIENT_SECRET');
  for (const value of [oidcSettings.issuer, oidcSettings.discoveryUrl, oidcSettings.jwksUrl])
    await page.getByText(value, { exact: true }).waitFor();
});

test('a SAML application without a certificate is connected, and gets its next certificate', async () => {
  const { page } = latchkey;
  await latchkey.open('apps');
  await page.getByRole('button', { name: 'Create application' }).first().click();
  await dialog().getByRole('button', { name: 'AWS IAM Identity Center' }).click();
  await dialog().getByLabel('Entity ID').fill('https://eu.signin.aws.amazon.com/platform/saml/d-1');
  await dialog().getByLabel('ACS URL').fill('https://eu.signin.aws.amazon.com/platform/saml/acs/1');
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByText('IdP issuer URL').waitFor();
  const { samlSettings, id } = await load('AWS IAM Identity Center');
  expect(samlSettings).toMatchObject({ hasNoCertificate: true, subjectNameIdType: 'email' });
  await page.getByText(samlSettings.idpSsoUrl, { exact: true }).first().waitFor();

  const certificates = async () =>
    (await latchkey.manage('GET', `/v1/mgmt/sso/idp/app/saml/certificates?id=${id}`)).body.certificates;
  const [first] = await certificates();
  await page.getByText(first.fingerprint).waitFor();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (PEM)' }).click();
  expect((await downloaded).suggestedFilename()).toBe(`${id}-active.pem`);
  await page.getByRole('button', { name: 'Create next certificate' }).click();
  await page.getByRole('button', { name: 'Activate…' }).click();
  await dialog().getByRole('button', { name: 'Activate' }).click();
  await page.getByText('Assertions are signed with the new certificate.').waitFor();
  const [left, ...others] = await certificates();
  expect(others).toEqual([]);
  await page.getByText(left.fingerprint).waitFor();
  await page.getByText(first.fingerprint).waitFor({ state: 'detached' });
});

test('the preview says what the application would get about a user, and what would refuse the sign-in', async () => {
  const { page } = latchkey;
  const user = { loginId: 'ann@example.com', email: 'ann@example.com', displayName: 'Ann' };
  await latchkey.manage('POST', '/v1/mgmt/user/create', user);
  const { id } = await load('Grafana');
  await latchkey.open(`apps?app=${id}&tab=preview`);
  await page.getByRole('combobox', { name: 'User' }).fill('ann@');
  await page.getByRole('option', { name: 'Ann' }).click();
  await page.getByText('The sign-in would be rejected').waitFor();
  await page.getByText('Assign the application to the user or to one of their tenants.').waitFor();
  const grant = { loginId: user.loginId, ssoAppIds: [id] };
  await latchkey.manage('POST', '/v1/mgmt/user/update/ssoapp/add', grant);
  await page.getByRole('combobox', { name: 'Scopes' }).press('ArrowDown');
  await page.getByRole('option', { name: 'roles' }).click();
  await page.getByText('The sign-in would succeed', { exact: true }).waitFor();
  const claims = page.getByRole('table', { name: 'The application receives' });
  for (const name of ['email_verified', 'roles', 'ann@example.com']) {
    await claims.getByRole('cell', { name, exact: true }).first().waitFor();
  }
});

test('a test sign-in asks for a user’s account in a new tab, and shows what the application would get', async () => {
  const { page } = latchkey;
  const password = { loginId: 'ann@example.com', password: 'a long sentence with snow in it' };
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', password);
  const { id } = await load('Grafana');
  await latchkey.open(`apps?app=${id}&tab=preview`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  const tab = await opened;
  await tab.getByLabel('Email, phone number').fill(password.loginId);
  await tab.keyboard.press('Enter');
  await tab.getByLabel('Password').fill(password.password);
  await tab.keyboard.press('Enter');
  await tab.getByRole('heading', { name: 'Test: Grafana' }).waitFor();
  await tab.getByText('preferred_username').waitFor();
  expect(await accessibilityViolations(tab)).toEqual([]);
  await tab.close();
});

test('the last sign-ins name the refusal of a real one, and what to do', async () => {
  const { page } = latchkey;
  const { id, oidcSettings } = await load('Grafana');
  const wrong = new URL(oidcSettings.authorizationUrl);
  wrong.searchParams.set('client_id', oidcSettings.clientId);
  wrong.searchParams.set('redirect_uri', 'https://grafana.example.com/login');
  expect((await fetch(wrong)).status).toBe(400);
  await latchkey.open(`apps?app=${id}&tab=sign-ins`);
  await page
    .getByText('The application wanted the user back at https://grafana.example.com/login,')
    .waitFor();
  await page.getByText('Add the URL under Settings').waitFor();
});

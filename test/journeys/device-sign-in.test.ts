import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type Provider, startProvider } from '../applications.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { password } from '../hosted-pages.ts';

/** Signing in a device, in Chromium on a phone. */
let provider: Provider;
let open: OpenPage | undefined;

beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => open?.close());
afterAll(() => provider.latchkey.close());

test('a user enters the code, signs in, reads what is asked, and allows the device', async () => {
  const client = await provider.createClient({ clientType: 'public' }, 'Living room TV');
  const loginId = await provider.grantedUser(client.appId);
  const device = await openid.initiateDeviceAuthorization(client.config, { scope: 'openid profile email' });
  open = await openPage(device.verification_uri, { viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const { page } = open;
  const examine = async () => expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByLabel('Code').fill('bbbb bbbb');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await examine();
  await page.getByLabel('Code').fill(device.user_code);
  await page.keyboard.press('Enter');
  await page.locator('[name=loginId]').fill(loginId);
  await page.keyboard.press('Enter');
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in to Living room TV on a device?' }).waitFor();
  await examine();
  await page.getByRole('button', { name: 'Sign in on the device' }).click();
  await page.getByRole('heading', { name: 'Your device is being signed in' }).waitFor();
  await examine();
  const tokens = await openid.pollDeviceAuthorizationGrant(client.config, { ...device, interval: 0 });
  const { sub = '' } = tokens.claims() ?? {};
  expect((await openid.fetchUserInfo(client.config, tokens.access_token, sub)).email).toBe(loginId);
});

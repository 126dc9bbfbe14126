import { codeFromInbox, dataOf, enterAddress, expect, signInWithCode, test } from './fixtures.js';

// These tests begin without a session.
test.use({ storageState: { cookies: [], origins: [] } });

test('a user signs in with the code of the mail', async ({ page, latchkey, projectId }) => {
  const address = `joan-${projectId}@example.com`;
  dataOf(await latchkey.management.user.create(address, address));
  await signInWithCode(page, address, codeFromInbox);
});

test('a test user signs in without a page', async ({ page, baseURL, latchkey }) => {
  const address = 'tess@example.com';
  const { user } = latchkey.management;
  dataOf(await user.createTestUser(address, address));
  const { code } = dataOf(await user.generateOTPForTestUser('email', address));
  const { sessionJwt, refreshJwt } = dataOf(await latchkey.otp.verify.email(address, code));
  await page.context().addCookies([
    { name: 'DS', value: sessionJwt, url: baseURL },
    { name: 'DSR', value: refreshJwt, url: baseURL },
  ]);
  await page.goto('/account');
  await expect(page.getByText(`Signed in as ${address}`)).toBeVisible();
});

test('a member of a company signs in at its identity provider', async ({ page }) => {
  await enterAddress(page, 'alice@demo.example');
  await page.getByRole('button', { name: 'Continue to your organization' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Signed in as alice@demo.example')).toBeVisible();
});

test('a disabled user has to sign in again', async ({ page, latchkey, projectId }) => {
  const address = `dora-${projectId}@example.com`;
  dataOf(await latchkey.management.user.create(address, address));
  await signInWithCode(page, address, codeFromInbox);
  dataOf(await latchkey.management.user.deactivate(address));
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\//);
});

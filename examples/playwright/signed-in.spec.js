import { expect, test } from './fixtures.js';

test('shows the account of the user', async ({ page }) => {
  await page.goto('/account');
  await expect(page.getByText('Signed in as signed-in@example.com')).toBeVisible();
});

test('another test uses the same sign-in', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/account$/);
});

import { expect, test } from 'vitest';
import { expectRenewal, expectSignedOut } from './expect-session.ts';
import { runExample } from './running-example.ts';

test('Next.js: a user signs in on the hosted page, and out', async () => {
  const { url, open } = await runExample('nextjs');
  const { page } = open;
  await expectSignedOut(page, url);

  await page.click('text=Sign in with Latchkey');
  await page.click('text=Simulator');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.innerText('body')).toContain('Signed in as U');
  await expectRenewal(page);

  const before = await page.context().cookies();
  await page.click('text=Sign out');
  await expectSignedOut(page, url, before);

  const foreign = await fetch(`${url}/callback?code=stolen&state=unknown`);
  expect(await foreign.text()).toContain('Please start again');
});

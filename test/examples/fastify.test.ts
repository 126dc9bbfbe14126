import { expect, test } from 'vitest';
import { expectRenewal, expectSignedOut } from './expect-session.ts';
import { runExample } from './running-example.ts';

test('Fastify: a user signs in through the identity-provider simulator, and out', async () => {
  const { url, open } = await runExample('fastify');
  const { page } = open;
  await expectSignedOut(page, url);

  await page.click('text=Sign in with SSO');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.innerText('body')).toContain('a member of: demo');
  await expectRenewal(page);

  const before = await page.context().cookies();
  await page.click('text=Sign out');
  await expectSignedOut(page, url, before);

  const foreign = await fetch(`${url}/callback?code=stolen&state=unknown`);
  expect(await foreign.text()).toContain('Please start again');
});

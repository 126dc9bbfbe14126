import { expect, test } from 'vitest';
import { expectRenewal, expectSignedOut } from './expect-session.ts';
import { runExample } from './running-example.ts';

test('Express: a user signs in with a password, and out', async () => {
  const { url, open } = await runExample('express');
  const { page } = open;
  await expectSignedOut(page, url);

  await page.fill('[name=email]', 'emma@example.com');
  await page.fill('[name=password]', 'a wrong password');
  await page.click('button');
  await expect.poll(() => page.innerText('[role=alert]')).toMatch(/./);

  await page.fill('[name=email]', 'emma@example.com');
  await page.fill('[name=password]', 'rattling tin roof in June');
  await page.click('button');
  await expect.poll(() => page.innerText('body')).toContain('Signed in as emma@example.com');
  await expectRenewal(page);

  const before = await page.context().cookies();
  await page.click('text=Sign out');
  await expectSignedOut(page, url, before);

  const foreign = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});

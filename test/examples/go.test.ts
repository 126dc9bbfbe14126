import { expect, test } from 'vitest';
import { expectRenewal, expectSignedOut } from './expect-session.ts';
import { mailTo, runExample } from './running-example.ts';

test('Go: a user signs in with a code by mail, and out', async () => {
  const { url, open, latchkeyUrl } = await runExample('go');
  const { page } = open;
  await expectSignedOut(page, url);

  await page.fill('[name=email]', 'ada@example.com');
  await page.click('button');
  await page.fill('[name=code]', 'abcdef');
  await page.click('button');
  await expect.poll(() => page.innerText('[role=alert]')).toMatch(/./);

  const { codes } = await mailTo(latchkeyUrl, 'ada@example.com');
  await page.fill('[name=code]', codes[0]!);
  await page.click('button');
  await expect.poll(() => page.innerText('body')).toContain('Signed in as U');
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

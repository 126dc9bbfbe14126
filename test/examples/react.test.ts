import { expect, test } from 'vitest';
import { expectSignedOut } from './expect-session.ts';
import { mailTo, runExample } from './running-example.ts';

test('React: a user signs in with a code by mail, stays signed in after a reload, and signs out', async () => {
  const { url, open, latchkeyUrl } = await runExample('react');
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
  const signedIn = () => expect.poll(() => page.innerText('body')).toContain('Signed in as ada@example.com');
  await signedIn();
  await page.reload();
  await signedIn();

  const before = await page.context().cookies();
  await page.click('text=Sign out');
  await expectSignedOut(page, url, before);
});

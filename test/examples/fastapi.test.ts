import { expect, test } from 'vitest';
import { expectRenewal, expectSignedOut } from './expect-session.ts';
import { mailTo, runExample } from './running-example.ts';

test('FastAPI: a user signs in with a link by mail, and out', async () => {
  const { url, open, latchkeyUrl } = await runExample('fastapi');
  const { page } = open;
  await expectSignedOut(page, url);

  await page.fill('[name=email]', 'ada@example.com');
  await page.click('button');
  await expect.poll(() => page.innerText('h1')).toBe('Check your email');
  const { links } = await mailTo(latchkeyUrl, 'ada@example.com');
  await page.goto(links[0]!);
  await page.click('text=Continue');
  await expect.poll(() => page.innerText('body')).toContain('Signed in as U');
  await expectRenewal(page);

  const before = await page.context().cookies();
  await page.click('text=Sign out');
  await expectSignedOut(page, url, before);

  await page.goto(links[0]!);
  await page.click('text=Continue');
  await expect.poll(() => page.innerText('[role=alert]')).toMatch(/./);
  const foreign = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});

import type { Cookie, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Expects that the account page leads to the sign-in page. `before` are the cookies of a session that has just
 * ended: scripts could not read the tokens in them.
 */
export async function expectSignedOut(page: Page, url: string, before: Cookie[] = []): Promise<void> {
  const tokens = before.filter(({ value }) => value.startsWith('ey'));
  if (before.length > 0) expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite === 'None')).toEqual([]);
  await expect.poll(() => page.innerText('h1')).toBe('Sign in');
  await page.goto(`${url}/account`);
  await expect.poll(() => page.innerText('h1')).toBe('Sign in');
  const after = await page.context().cookies();
  expect(after.filter(({ value }) => value.startsWith('ey'))).toEqual([]);
  expect(await page.evaluate('Object.values({ ...localStorage }).join()')).not.toContain('eyJ');
}

/** Expects that the account page is shown without the session JWT, too, and that it is replaced. */
export async function expectRenewal(page: Page): Promise<void> {
  const tokens = async () => {
    const cookies = await page.context().cookies();
    return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
  };
  const { DSR } = await tokens();
  await page.context().clearCookies({ name: 'DS' });
  await page.reload();
  await expect.poll(() => page.innerText('h1')).toBe('Account');
  const renewed = await tokens();
  expect(renewed['DS']).toMatch(/^ey/);
  expect(renewed['DSR']).not.toBe(DSR);
}

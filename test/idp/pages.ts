import type { Page } from 'playwright-core';
import { password } from '../hosted-pages.ts';

/** Signs in on our page, which the browser shows or is about to show. */
export async function signInOn(page: Page, loginId: string): Promise<void> {
  await asksToSignIn(page);
  await page.getByLabel('Email').fill(loginId);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function asksToSignIn(page: Page): Promise<void> {
  try {
    await page.getByLabel('Email').waitFor();
  } catch (error) {
    throw new Error(`${page.url()} asks nobody to sign in:\n${await page.innerText('body')}`, {
      cause: error,
    });
  }
}

/** Returns the variables that Apache shows on its protected page. */
export async function variablesOn(page: Page): Promise<Record<string, string>> {
  const lines = ((await page.textContent('pre')) ?? '').split('\n');
  const found = lines.map((line) => /^([\w-]+)=(.*)$/.exec(line.trim()));
  return Object.fromEntries(found.flatMap((one) => (one ? [[one[1], one[2]]] : [])));
}

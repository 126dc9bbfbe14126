import type { Page } from 'playwright-core';

export interface SeenPage {
  picture: Buffer;
  /** The text of the page. */
  text: string;
  /** The addresses of its links and pictures. */
  addresses: string[];
}

interface Visitor {
  /** Where our pages are. */
  latchkey: string;
  loginId: string;
  password: string;
}

/** More pages than any sign-in has. */
const maxPages = 8;

/**
 * Opens an address and answers what our pages ask, as a user who wants to go on. Returns the last page of ours before the browser left, or
 * the page where it stayed.
 */
export async function visit(
  page: Page,
  url: string,
  { latchkey, loginId, password }: Visitor,
): Promise<SeenPage> {
  // A callback of the suite can answer with nothing that the browser shows.
  await page.goto(url, { waitUntil: 'load' }).catch(() => undefined);
  let seen: SeenPage | undefined;
  for (let step = 0; step < maxPages && page.url().startsWith(latchkey); step += 1) {
    seen = await look(page);
    const secret = page.locator('input[type=password]:visible').first();
    const name = page.locator('input[name=loginId]:visible').first();
    const answer = page.getByRole('button', { name: /^(Sign out|Allow)$/ });
    if (await secret.count()) await secret.fill(password);
    else if (await name.count()) await name.fill(loginId);
    else if ((await answer.count()) === 0) break;
    const before = page.url();
    await page.locator('main button:not(.link):visible').first().click();
    await page.waitForURL((now) => now.href !== before, { waitUntil: 'load' }).catch(() => undefined);
  }
  await page.waitForLoadState('load');
  return seen ?? look(page);
}

async function look(page: Page): Promise<SeenPage> {
  return {
    picture: await page.screenshot(),
    text: await page.locator('body').innerText(),
    addresses: await page
      .locator('a[href], img[src]')
      .evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '')),
  };
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { becomeOwner, chooseFactors, ownerLoginId } from '../../test/console.ts';
import type { Place } from '../place.ts';
import type { ServerProcess } from '../server-process.ts';
import { serverEnvironment } from '../settings.ts';

/** The settings of each browser of the console. */
export const browserOptions: BrowserContextOptions = {
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
};

/** The browser state of a signed-in owner. */
export type OwnerState = Awaited<ReturnType<typeof signInOwner>>;

/** Creates the first owner through the link of the server's start. */
export async function signInOwner(browser: Browser, server: ServerProcess, place: Place) {
  const context = await browser.newContext(browserOptions);
  try {
    const page = await context.newPage();
    const link = await findLink(server, place);
    await page.goto(link.url);
    await (link.isFirst ? becomeOwner(page) : chooseFactors(page));
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** Returns the first link. A database of an earlier run may already have an owner, who gets a new link. */
async function findLink(
  { baseUrl }: ServerProcess,
  place: Place,
): Promise<{ url: string; isFirst: boolean }> {
  const env = { ...process.env, ...serverEnvironment(place, Number(new URL(baseUrl).port)) };
  const ask = async (...args: string[]) => {
    const command = ['server/main.ts', 'administrator', 'link', '--json', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    return (JSON.parse(stdout) as { url: string }).url;
  };
  try {
    return { url: await ask(), isFirst: true };
  } catch {
    return { url: await ask('--login-id', ownerLoginId), isFirst: false };
  }
}

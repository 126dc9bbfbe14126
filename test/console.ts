import type { BrowserContextOptions, Page } from 'playwright-core';
import { totpCode } from './authenticator-app.ts';
import { type OpenPage, openPage } from './counterparts/chromium.ts';
import { newPlace, type ServerProcess, startServer } from './latchkey-process.ts';

export const ownerLoginId = 'ada@example.com';
export const ownerPassword = 'a long sentence with rain in it';

/** A server after its first start, and the browser of its owner. */
export interface Console extends OpenPage {
  server: ServerProcess['start'] & { managementKey: string };
  /** Moves the server's clock, and returns the next code of the owner's authenticator app, because a used code is not accepted again. */
  nextCode(): Promise<string>;
  /** Opens a screen of the project, such as `users?text=ann`. */
  open(path: string): Promise<void>;
  /** Calls the API with the management key. */
  manage(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests only inspect the response.
type Json = any;

/** Starts a server on the engine of this run and opens the link that it prints. */
export async function startConsole(
  options: BrowserContextOptions = {},
  environment: Record<string, string> = {},
): Promise<Console> {
  const place = await newPlace();
  const process = await startServer(place, environment);
  const { start } = process;
  const browser = await openPage(start.consoleUrl, { viewport: { width: 1280, height: 900 }, ...options });
  let secret = '';
  let secondsAhead = 0;
  const server = { ...start, managementKey: start.managementKey ?? '' };
  const started: Console = {
    ...browser,
    server,
    async nextCode() {
      secondsAhead += 30;
      const moved = await fetch(`${start.baseUrl}/dev/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: 30 }),
      });
      if (!moved.ok) throw new Error(await moved.text());
      return totpCode(secret, Date.now() + secondsAhead * 1_000);
    },
    async open(path) {
      await browser.page.goto(`${start.baseUrl}/console/${start.projectId}/${path}`);
      await browser.page.getByRole('heading', { level: 1 }).waitFor();
    },
    async manage(method, path, body) {
      const response = await fetch(`${start.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${start.projectId}:${server.managementKey}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await browser.close();
      process.kill('SIGKILL');
      await process.exited;
      await place.remove();
    },
  };
  try {
    secret = await becomeOwner(browser.page);
    return started;
  } catch (error) {
    await started.close();
    throw error;
  }
}

/** Sets up the first owner with a password and an authenticator app. Returns the app's secret. */
export async function becomeOwner(page: Page): Promise<string> {
  await page.getByLabel('Email').fill(ownerLoginId);
  await page.getByLabel('Name').fill('Ada');
  return chooseFactors(page);
}

/** Sets up the factors of an administrator who opened their link. Returns the app's secret. */
export async function chooseFactors(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Password and authenticator app' }).click();
  await page.getByLabel('New password').fill(ownerPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = (await page.locator('code').first().textContent()) ?? '';
  await page.getByLabel('Code from your authenticator app').fill(totpCode(secret, Date.now()));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return secret;
}

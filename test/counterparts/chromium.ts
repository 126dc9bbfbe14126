import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

// Without these, Chromium looks for updates and lists on the internet at every start.
const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

/** Debian's Chromium, headless, with an empty profile. Close it when the test is done. */
export function launchChromium(): Promise<Browser> {
  if (!existsSync(executablePath)) throw new Error(`no ${executablePath}: apt-get install chromium`);
  // The sandbox refuses to run as root.
  return chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', ...quietFlags] });
}

export interface OpenPage {
  page: Page;
  browser: Browser;
  /** What the page logged as an error or threw. A test can expect it to be empty. */
  errors: string[];
  close(): Promise<void>;
}

/** A browser with one page, at `url` if given. */
export async function openPage(url?: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const browser = await launchChromium();
  const errors: string[] = [];
  try {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    if (url) await page.goto(url);
    return { page, browser, errors, close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Chromium without windows: half the size of the whole program, and faster. */
const executablePath = '/usr/bin/chromium-headless-shell';

// Without these, Chromium looks for updates and lists on the internet at every start.
const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

/** Starts Debian's Chromium with an empty profile. Close it after the test. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

function launchOptions() {
  if (!existsSync(executablePath))
    throw new Error(`no ${executablePath}: apt-get install chromium-headless-shell`);
  // The sandbox refuses to run as root.
  return { executablePath, args: ['--no-sandbox', ...quietFlags] };
}

export interface OpenPage {
  page: Page;
  /** Errors that the page logged or threw. A test can expect it to be empty. */
  errors: string[];
  close(): Promise<void>;
}

let shared: Promise<Browser> | undefined;

/** Shares one browser among all pages of a worker: each has a separate context. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await shared?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  shared = launchChromium();
  return shared;
}

/** Opens a page at `url`, if given, in a separate empty context. */
export async function openPage(url?: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
  const close = () => context.close();
  try {
    return await watch(await context.newPage(), url, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a page whose profile accepts cookies of other sites, which Debian's Chromium refuses by default. */
export async function openPageTakingForeignCookies(url: string): Promise<OpenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-chromium-'));
  await mkdir(join(profile, 'Default'));
  const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, launchOptions());
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  try {
    return await watch(await context.newPage(), url, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function watch(page: Page, url: string | undefined, close: OpenPage['close']): Promise<OpenPage> {
  const errors: string[] = [];
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // Tests do not wait for animations: this stops those of CSS, `reducedMotion` those of scripts.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1000 });
  if (url) await page.goto(url);
  return { page, errors, close };
}

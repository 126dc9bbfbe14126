import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { installComponentLibrary } from '../component-library.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

let latchkey: Console;
beforeAll(async () => {
  await installComponentLibrary();
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
  const user = { loginId: 'tess@example.com', email: 'tess@example.com', displayName: 'Tess' };
  await latchkey.manage('POST', '/v1/mgmt/user/create', user);
  const saml = {
    entityId: 'https://hr.example.com',
    acsUrl: 'https://hr.example.com/acs',
    hasNoCertificate: true,
  };
  await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/saml/create', { id: 'hr', name: 'HR', ...saml });
  const scopes = [{ name: 'notes:read', description: 'Read your notes', values: [], optional: true }];
  const notes = { id: 'notes', name: 'Notes', permissionsScopes: scopes, attributesScopes: scopes };
  await latchkey.manage('POST', '/v1/mgmt/thirdparty/app/create', notes);
  const server = { name: 'Notes', url: 'https://notes.example.com/mcp', scopes };
  await latchkey.manage('POST', '/v1/mgmt/mcpserver/create', server);
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Clerk' });
  await latchkey.manage('POST', '/v1/mgmt/permission/create', { name: 'notes.read' });
  const hook = { name: 'Hook', url: 'https://hook.example.com/', events: [] };
  await latchkey.manage('POST', '/v1/mgmt/webhook/create', hook);
  const member = { loginId: user.loginId, tenantId: 'demo' };
  await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', member);
  await latchkey.manage('POST', '/v1/mgmt/tenant/domain/create', {
    tenantId: 'demo',
    domain: 'demo.example',
  });
  const { body } = await latchkey.manage('POST', '/v1/mgmt/flow/export', { flowId: 'sign-in' });
  const staff = { name: 'Staff', dsl: { ...body.flow.dsl, methods: ['password'] } };
  await latchkey.manage('POST', '/v1/mgmt/flow/import', { flowId: 'staff', flow: staff });
  const mappings = [{ scope: 'plan', claims: { plan: '{{user.email}}' } }];
  await latchkey.manage('POST', '/v1/mgmt/scopeClaimMapping/set', { mappings });
});
afterAll(() => latchkey?.close());

const screens = [
  'overview',
  'users',
  'users?create=true',
  'users/import',
  'users/tess@example.com',
  'users/tess@example.com?tab=access',
  'users/tess@example.com?tab=credentials',
  'users/tess@example.com?tab=sessions',
  'users/tess@example.com?tab=history',
  'users/tess@example.com?tab=audit',
  'users/tess@example.com?tab=sign-in',
  'tenants',
  'tenants/demo',
  'tenants/demo?tab=members',
  'tenants/demo?tab=settings',
  'tenants/demo?tab=sso',
  'tenants/demo?tab=domains',
  'tenants/demo?tab=directory',
  'roles',
  'permissions',
  'attributes',
  'methods',
  'flows',
  'flows/sign-up-or-in',
  'flows/staff?tab=preview',
  'flows/staff?tab=texts',
  'flows/staff?tab=settings',
  'flows/staff?tab=code',
  'flows/staff?tab=definition',
  'branding',
  'methods?tab=passwords',
  'methods?tab=passkeys',
  'sign-in-policy',
  'sessions',
  'rate-limits',
  'providers',
  'apps',
  'third-party-apps',
  'third-party-apps?app=notes',
  'mcp-servers',
  'third-party-apps?tab=settings',
  'apps?app=descope-default-oidc&guide=grafana',
  'apps?app=descope-default-oidc&tab=settings',
  'apps?app=hr&guide=aws',
  'apps?app=hr&tab=settings',
  'apps?app=hr&tab=preview',
  'apps?app=hr&tab=sign-ins',
  'outbox',
  'templates',
  'connectors',
  'security-notices',
  'webhooks',
  'access-keys',
  'management-keys',
  'audit',
  'settings',
  'settings?tab=account',
  'settings?tab=impersonation',
  'settings?tab=domains',
  'snapshot',
  'administrators',
  'account',
];

test('every screen is examined', () => {
  const source = readFileSync(new URL('../../console/screens.ts', import.meta.url), 'utf8');
  const paths = [...source.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
  const isExamined = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`);
    return screens.some((screen) => pattern.test(screen));
  };
  expect(paths.filter((path) => !isExamined(path))).toEqual([]);
  expect(paths.length).toBeGreaterThan(20);
});

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Returns the call to the API, so that a second identical one is found. */
function callOf(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url());
  return pathname.startsWith('/v')
    ? `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`
    : undefined;
}

/** In the page: nothing stands in for what is still being fetched. */
function isComplete() {
  return (
    document.querySelector('[role=status][aria-label], .mantine-Skeleton-root, .mantine-Loader-root') === null
  );
}

/** In the page: a colour on its way to another one is neither. */
async function endOfTransitions() {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

/** Examines what surrounds every screen only once. */
function violationsOfScreen(path: string, page: Page): Promise<string[]> {
  const surroundings = ['.mantine-AppShell-navbar', '.mantine-AppShell-header'];
  return accessibilityViolations(page, { except: path === screens[0] ? [] : surroundings });
}

/** All screens, or those that `npm run test:changed` names. */
const examined = process.env['TEST_SCREENS']?.split(',') ?? screens;

/** Buttons that open something: those that say so, and those whose names promise another step. */
const opens =
  /…$|^(Create|Add|Invite|Edit|Set up|Change|Filters|More filters|Export|API calls|Search|Keyboard|Details:)/;
/** Buttons that open nothing: they add a row, change something at once, are a tab, or make the browser ask. */
const opensNothing =
  /^(Add|Add scope|Add claim|Add attribute|Add group|Create next certificate|Create passkey|More filters)$/;
/** Dialogs with a secret or with work in progress: a click that misses them must not end them. */
const staysOnClickOutside = /^(Export users|Authenticator app)$/;

/** Dialogs with a secret that is shown once: a key pressed by habit must not end them. */
const staysOnEscape = /^(Your recovery codes|Token created)$/;

/** In the page: the dialog or menu on top. */
const layers = '[role=dialog], [role=menu]';
const layer = (page: Page) => page.locator(layers).last();

/** Clicks, and waits until something has opened and has the focus, and the button is not busy any more. Returns false if another screen opens instead. */
async function open(page: Page, opener: Locator): Promise<boolean> {
  const before = page.url();
  await opener.click();
  const opened = await page.waitForFunction(
    ([before, layers]) =>
      location.href !== before
        ? 'screen'
        : document.activeElement?.closest(layers) &&
          document.querySelectorAll(layers).length === 1 &&
          !document.querySelector('[data-loading]'),
    [before, layers] as const,
    { timeout: 10_000 },
  );
  return (await opened.jsonValue()) === true || (await page.locator(layers).count()) > 0;
}

/** Waits for the state in which somebody can go on: nothing covers the screen, and the focus is where it was. */
async function expectGoingOn(page: Page, opener: Locator, what: string): Promise<void> {
  const state = (opener: Element | SVGElement, layers: string) => ({
    open: document.querySelectorAll(layers).length,
    isLocked: document.body.hasAttribute('data-scroll-locked'),
    focus: document.activeElement === opener ? 'opener' : document.activeElement?.outerHTML.slice(0, 200),
  });
  const free = { open: 0, isLocked: false, focus: 'opener' };
  await expect.poll(() => opener.evaluate(state, layers), { message: what, timeout: 5_000 }).toEqual(free);
  await page.getByRole('link', { name: 'Docs' }).click({ trial: true, timeout: 10_000 });
}

/** The ways to close what has opened, beside Escape. Each dialog is closed in one of them, and in turn all are. */
const otherWays = ['a click outside', 'its button'] as const;
let closed = 0;

/** Opens what a button offers, and closes it with Escape, opens it again, and closes it in another way. */
async function closeInTwoWays(page: Page, opener: Locator, name: string): Promise<void> {
  const before = page.url();
  const back = () => page.goto(before).then(() => page.waitForFunction(isComplete));
  if (!(await open(page, opener))) return void (await back());
  const close = layer(page).getByRole('button', { name: 'Close', exact: true }).first();
  const titleOf = async () => (await layer(page).getByRole('heading').allTextContents())[0] ?? '';
  await page.keyboard.press('Escape');
  if (staysOnEscape.test(await titleOf())) await close.click();
  await expectGoingOn(page, opener, `${name}, Escape`);
  await open(page, opener);
  const title = await titleOf();
  const hasButton = (await close.count()) > 0;
  const way = hasButton ? otherWays[closed++ % otherWays.length]! : 'a click outside';
  if (way === 'a click outside') await page.mouse.click(3, 600);
  const stays = staysOnClickOutside.test(title) || staysOnEscape.test(title);
  if (way === 'its button' || stays) await close.click();
  await expectGoingOn(page, opener, `${name}, ${way}`);
}

/** Opens each dialog that a menu offers, and closes it. */
async function closeDialogsOfMenu(page: Page, opener: Locator, name: string): Promise<void> {
  const before = page.url();
  await open(page, opener);
  const items = await page
    .getByRole('menuitem')
    .evaluateAll((all) =>
      all.filter((item) => !item.hasAttribute('data-disabled')).map((item) => item.textContent ?? ''),
    );
  await page.keyboard.press('Escape');
  for (const item of items.filter((item) => /…$|^Edit$|^Change /.test(item))) {
    await open(page, opener);
    const opened = page.waitForFunction(
      (before) => location.href !== before || document.activeElement?.closest('[role=dialog]'),
      before,
      { timeout: 10_000 },
    );
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await opened;
    if (page.url() !== before) {
      await page.goto(before);
      continue;
    }
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expectGoingOn(page, opener, `${name}, ${item}`);
  }
}

/** The header is the same on every screen. */
const withHeader = examined.slice(0, 1);

/** Buttons of the component that shows every table. */
const ofEveryTable = /^(Columns|Keyboard shortcuts)$/;

/** The screen and what it shows, whichever of its tabs or dialogs is open. */
function withoutTab(path: string): string {
  const [screen = '', query = ''] = path.split('?');
  const rest = new URLSearchParams(query);
  for (const name of ['tab', 'guide', 'create']) rest.delete(name);
  return `${screen}?${rest}`;
}

/** The buttons that have been opened: the place of each and its kind. */
const seen = new Set<string>();

/** Opens a screen, and examines it as a visitor finds it. */
async function expectAccessible(path: string): Promise<void> {
  const { page, errors } = latchkey;
  errors.length = 0;
  const calls: string[] = [];
  const note = (request: Request) => {
    const call = callOf(request);
    if (call) calls.push(call);
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  page.on('request', note);
  await latchkey.open(path);
  await page.waitForFunction(isComplete);
  expect(await page.getByRole('link', { name: 'Docs' }).getAttribute('href')).toMatch(/^\/docs\/\w/);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(endOfTransitions);
    expect(await violationsOfScreen(path, page), colorScheme).toEqual([]);
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isTooWide).toBe(false);
  }
  page.off('request', note);
  expect(calls.filter((call, i) => calls.indexOf(call) !== i)).toEqual([]);
  expect(errors).toEqual([]);
}

/** Expects that whatever opens on the screen can be closed, and that the screen is as usable as before. */
async function expectClosable(path: string): Promise<void> {
  const { page } = latchkey;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.waitForFunction(isComplete);
  // An address can open a dialog. It closes like every other one.
  if ((await page.locator(layers).count()) > 0) {
    await page.keyboard.press('Escape');
    await page.locator(layers).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Docs' }).click({ trial: true, timeout: 10_000 });
  }
  const buttons = page.locator(
    withHeader.includes(path) ? 'header button, #screen button' : '#screen button',
  );
  const found = await buttons.evaluateAll((all) =>
    all.map((button, index) => ({
      index,
      name: (button.getAttribute('aria-label') ?? button.textContent ?? '').trim(),
      isMenu: button.getAttribute('aria-haspopup') === 'menu',
      isPopup: button.hasAttribute('aria-haspopup') && !button.hasAttribute('aria-controls'),
      isUsable: button.checkVisibility() && !(button as HTMLButtonElement).disabled && button.role !== 'tab',
      isOfTab: button.closest('[role=tabpanel]') !== null,
    })),
  );
  const kindOf = (name: string) => name.replace(/^(Details:|Actions for|Set up:).*/, '$1');
  for (const { index, name, isMenu, isPopup, isUsable, isOfTab } of found) {
    if (!isUsable || opensNothing.test(name) || !(isMenu || isPopup || opens.test(name))) continue;
    // One of each kind: the rows of a table are alike, and so is what surrounds the tabs of a screen.
    const place = ofEveryTable.test(name) ? '' : isOfTab ? path : withoutTab(path);
    const kind = `${place} ${kindOf(name)}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    await closeInTwoWays(page, buttons.nth(index), name);
    if (isMenu) await closeDialogsOfMenu(page, buttons.nth(index), name);
  }
}

test.each(examined)(
  '%s passes axe in both schemes and widths, makes no call twice, and closes what it opens',
  async (path) => {
    await expectAccessible(path);
    await expectClosable(path);
  },
);

describe('in high contrast', () => {
  beforeAll(async () => {
    const { page, server } = latchkey;
    const user = {
      loginId: 'hugh@example.com',
      password: 'a long sentence with snow in it',
      status: 'enabled',
    };
    await latchkey.manage('POST', '/v1/mgmt/user/create', user);
    const { status } = await fetch(`${server.baseUrl}/v1/auth/password/signin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.projectId}`, 'content-type': 'application/json' },
      body: JSON.stringify({ loginId: user.loginId, password: user.password }),
    });
    expect(status).toBe(200);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  });
  afterAll(() => latchkey.page.emulateMedia({ forcedColors: 'none' }));

  /** The picture of an element, of which a part that has the color of its background is no part. */
  const pictureOf = async (element: Locator) => (await element.screenshot()).toString('base64');
  const styleOf = (element: Locator, name: string, pseudo?: string) =>
    element.evaluate((node, [name, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(name!), [
      name,
      pseudo,
    ] as const);
  const backgroundOf = (element: Locator, pseudo?: string) => styleOf(element, 'background-color', pseudo);

  test('a switch shows whether it is on', async () => {
    const { page } = latchkey;
    await latchkey.open('tenants/demo?tab=settings');
    const input = page.getByRole('switch').first();
    await input.waitFor();
    const track = page.locator('.mantine-Switch-track').first();
    const before = { picture: await pictureOf(track), background: await backgroundOf(track) };
    await input.press('Space');
    await page.evaluate(endOfTransitions);
    expect(await backgroundOf(track)).not.toBe(before.background);
    expect(await pictureOf(track)).not.toBe(before.picture);
    const thumb = track.locator('.mantine-Switch-thumb');
    expect(await backgroundOf(thumb)).not.toBe(await backgroundOf(track));
    await input.press('Space');
    await page.evaluate(endOfTransitions);
    expect(await backgroundOf(thumb)).not.toBe(await backgroundOf(track));
  });

  test.each(['light', 'dark'] as const)(
    'the chosen radio and the track of a switch are visible in %s',
    async (colorScheme) => {
      const { page } = latchkey;
      await page.emulateMedia({ colorScheme });
      await latchkey.open('sign-in-policy');
      const [chosen, other] = [
        page.getByRole('radio', { checked: true }),
        page.getByRole('radio', { checked: false }),
      ];
      await chosen.waitFor();
      expect(await pictureOf(chosen)).not.toBe(await pictureOf(other.first()));
      expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(other.first()));
      const icon = page.locator('.mantine-Radio-radio:checked + .mantine-Radio-icon');
      expect(await styleOf(icon, 'color')).not.toBe(await backgroundOf(chosen));
      const track = page.locator('.mantine-Switch-track').first();
      expect(await styleOf(track, 'outline-style')).toBe('solid');
      await page.emulateMedia({ colorScheme: 'dark' });
    },
  );

  test('the chosen tab, entry of the navigation and part of a range differ from the others', async () => {
    const { page } = latchkey;
    await latchkey.open('tenants/demo?tab=settings');
    const chosen = page.getByRole('tab', { selected: true });
    const other = page.getByRole('tab', { selected: false }).first();
    expect(await styleOf(chosen, 'border-bottom-color')).not.toBe(
      await styleOf(other, 'border-bottom-color'),
    );
    const entry = page.locator('.nav-entry[aria-current]');
    const quiet = page.locator('.nav-entry:not([aria-current])').first();
    expect(await backgroundOf(entry)).not.toBe(await backgroundOf(quiet));
    expect(await styleOf(entry, 'color')).not.toBe(await backgroundOf(entry));
    await latchkey.open('overview');
    const range = page.locator('.mantine-SegmentedControl-root').first();
    await range.waitFor();
    expect(await backgroundOf(range.locator('.mantine-SegmentedControl-indicator'))).not.toBe(
      await backgroundOf(range),
    );
    const [active, inactive] = ['[data-active]', ':not([data-active])'].map((state) =>
      range.locator(`.mantine-SegmentedControl-label${state}`).first(),
    );
    expect(await styleOf(active!, 'color')).not.toBe(await styleOf(inactive!, 'color'));
  });

  test('bars, dots and the button of the navigation are visible', async () => {
    const { page } = latchkey;
    await latchkey.open('overview');
    const bar = page.locator('.bars-bar span').first();
    await bar.waitFor();
    const canvas = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.backgroundColor = 'Canvas';
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    });
    expect(await backgroundOf(bar)).not.toBe(canvas);
    expect(await styleOf(bar, 'outline-color')).not.toBe(canvas);
    await latchkey.open('users');
    const badge = page.locator('.badge[data-tone]').first();
    await badge.waitFor();
    expect(await backgroundOf(badge, '::before')).not.toBe(await backgroundOf(badge));
    await page.setViewportSize({ width: 390, height: 844 });
    const burger = page.locator('.mantine-Burger-burger');
    expect(await backgroundOf(burger)).not.toBe(canvas);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

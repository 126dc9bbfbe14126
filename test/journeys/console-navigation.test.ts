import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB', reducedMotion: 'reduce' });
});
beforeEach(async () => {
  latchkey.errors.length = 0;
  await latchkey.page.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => latchkey?.close());

const navigation = () => latchkey.page.getByRole('navigation', { name: 'Navigation' });
const heading = (name: string) => latchkey.page.getByRole('heading', { level: 1, name, exact: true });
/** The part of the address after the project. */
const place = () => latchkey.page.url().split(`${latchkey.server.projectId}/`)[1];

describe('the navigation', () => {
  test('has an entry for each main screen, in a fixed order, and marks the current one', async () => {
    const { page } = latchkey;
    await latchkey.open('overview');
    for (const name of ['Messages', 'Developers']) {
      await navigation().getByRole('button', { name }).click();
    }
    const texts = await navigation().locator('a:not([target])').allTextContents();
    const names = texts.map((text) => text.replace(/G[A-Z]$/, ''));
    const expected = [
      ...['Overview', 'Users', 'Tenants', 'Custom attributes'],
      ...['Methods', 'Sign-in policy', 'OAuth providers', 'Sessions and tokens', 'Rate limits'],
      ...['Roles', 'Permissions'],
      ...['SSO applications', 'Third-party applications', 'MCP servers'],
      ...['Outbox', 'Templates', 'Connectors', 'Security notices'],
      ...['Access keys', 'Management keys', 'Webhooks', 'Snapshots'],
      ...['Audit log', 'Settings', 'Administrators'],
    ];
    expect(names.filter((name) => expected.includes(name))).toEqual(expected);
    await navigation().getByRole('link', { name: 'Connectors' }).click();
    await heading('Connectors').waitFor();
    const current = navigation().locator('[aria-current=page]');
    expect(await current.allTextContents()).toEqual(['Connectors']);
    expect(await accessibilityViolations(page, { within: '.mantine-AppShell-navbar' })).toEqual([]);
  });

  test('remembers which groups are open, and opens the one of the current screen', async () => {
    const { page } = latchkey;
    await latchkey.open('overview');
    const group = navigation().getByRole('button', { name: 'Authentication' });
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    await group.click();
    await navigation().getByRole('link', { name: 'Methods' }).waitFor({ state: 'hidden' });
    await page.reload();
    await heading('Overview').waitFor();
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    await latchkey.open('methods');
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    await navigation().getByRole('link', { name: 'Methods' }).waitFor();
  });

  test('opens a screen with g and its letter, but not while the user types', async () => {
    const { page } = latchkey;
    await latchkey.open('overview');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await heading('Users').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await heading('Tenants').waitFor();
    const search = page.getByRole('searchbox').first();
    await search.fill('');
    await search.pressSequentially('gu');
    expect(await search.inputValue()).toBe('gu');
    await heading('Tenants').waitFor();
  });

  test('on a phone it covers the screen, has entries for a thumb, and closes after each choice', async () => {
    const { page } = latchkey;
    await page.setViewportSize({ width: 360, height: 740 });
    await latchkey.open('overview');
    const burger = page.getByRole('button', { name: 'Navigation' });
    const users = navigation().getByRole('link', { name: 'Users', exact: true });
    expect(await users.isVisible()).toBe(false);
    await burger.click();
    await users.waitFor();
    const box = await users.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThan(300);
    expect(await accessibilityViolations(page)).toEqual([]);
    await users.click();
    await heading('Users').waitFor();
    await users.waitFor({ state: 'hidden' });
    // Also when the screen is open already.
    await burger.click();
    await users.click();
    await users.waitFor({ state: 'hidden' });
    await burger.click();
    await page.keyboard.press('Escape');
    await users.waitFor({ state: 'hidden' });
  });

  test('the command palette finds a screen by what is on it', async () => {
    const { page } = latchkey;
    await latchkey.open('overview');
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder('Go to a screen, a user, a tenant, an application, a role…');
    await search.fill('passkeys');
    await page.getByRole('button', { name: /^Methods/ }).waitFor();
    expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
    await search.fill('redirect');
    await page.keyboard.press('Enter');
    await heading('Settings').waitFor();
  });
});

describe('the command palette', () => {
  const palette = () => latchkey.page.getByRole('dialog', { name: 'Search' });
  const search = () =>
    latchkey.page.getByPlaceholder('Go to a screen, a user, a tenant, an application, a role…');
  const users = () => navigation().getByRole('link', { name: 'Users', exact: true });

  test.each<[string, opened: string, close: () => Promise<unknown>]>([
    ['Escape', 'Users', () => latchkey.page.keyboard.press('Escape')],
    ['a click outside', 'Users', () => latchkey.page.mouse.click(300, 780)],
    ['Ctrl+K', 'Users', () => latchkey.page.keyboard.press('Control+k')],
    ['the back button', 'Overview', () => latchkey.page.goBack()],
    [
      'choosing a result',
      'Settings',
      async () => {
        await search().fill('redirect');
        await latchkey.page.keyboard.press('Enter');
      },
    ],
  ])('is closed by %s; the screen %s works, and the palette opens again, empty', async (_, opened, close) => {
    const { page } = latchkey;
    await latchkey.open('overview');
    await users().click();
    await heading('Users').waitFor();
    for (const again of [false, true]) {
      await page.keyboard.press('Control+k');
      await expect.poll(() => search().evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await search().inputValue()).toBe('');
      if (again) break;
      await close();
      await palette().waitFor({ state: 'detached' });
      await heading(opened).waitFor();
      expect(await page.locator('body[data-scroll-locked]').count()).toBe(0);
      await expect.poll(() => users().evaluate((link) => link === document.activeElement)).toBe(true);
      await page.getByRole('link', { name: 'Docs' }).click({ trial: true });
    }
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    await navigation().getByRole('link', { name: 'Tenants' }).click();
    await heading('Tenants').waitFor();
  });

  test('finds users, tenants, applications and roles, and Enter opens the first without another key', async () => {
    const { page } = latchkey;
    const names = ['Wombat one', 'Wombat two', 'Wombat three', 'Wombat four', 'Wombat five', 'Wombat six'];
    for (const displayName of names)
      await latchkey.manage('POST', '/v1/mgmt/user/create', {
        loginId: displayName.replace(' ', '.'),
        displayName,
      });
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'zebra-inc', name: 'Zebra Inc' });
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: 'Giraffe keeper' });
    const app = { id: 'okapi', name: 'Okapi wiki', approvedRedirectUrls: ['http://localhost/cb'] };
    await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/oidc/create', app);
    for (const [text, result, path] of [
      ['wombat t', /^Wombat t/, /^users\/U/],
      ['zebra', /^Zebra Inc/, /^tenants\/zebra-inc/],
      ['giraffe', /^Giraffe keeper/, /^roles\?text=Giraffe/],
      ['okapi', /^Okapi wiki/, /^apps\/okapi/],
    ] as const) {
      await latchkey.open('overview');
      await page.keyboard.press('Control+k');
      await search().pressSequentially(text);
      await palette().getByRole('button', { name: result }).first().waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(place).toMatch(path);
    }
    await latchkey.open('overview');
    await page.keyboard.press('Control+k');
    await search().fill('wombat');
    await palette().getByRole('button', { name: 'Wombat six' }).waitFor();
    expect((await palette().boundingBox())?.height).toBeLessThanOrEqual(420);
  });

  test('is closed by Escape alone, and the drawer below with its input by the next', async () => {
    const { page } = latchkey;
    await latchkey.open('users?create=true');
    const drawer = page.getByRole('dialog', { name: 'Create user' });
    await drawer.waitFor();
    await page.keyboard.press('Control+k');
    await search().waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    expect(await drawer.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });
});

test.each([
  ['roles?tab=permissions&text=read', 'Permissions', 'permissions?text=read'],
  ['methods?tab=policy', 'Sign-in policy', 'sign-in-policy'],
  ['methods?tab=limits', 'Rate limits', 'rate-limits'],
  ['settings?tab=tokens', 'Sessions and tokens', 'sessions'],
  ['third-party-apps?tab=servers', 'MCP servers', 'mcp-servers'],
  ['messages?status=dead', 'Outbox', 'outbox?status=dead'],
  ['messages?tab=templates', 'Templates', 'templates'],
  ['messages?tab=connectors', 'Connectors', 'connectors'],
  ['messages?tab=notices', 'Security notices', 'security-notices'],
])('the old address %s leads to %s', async (path, title, expected) => {
  await latchkey.open(path);
  await heading(title).waitFor();
  expect(place()).toBe(expected);
});

test('every screen has documentation, at a heading that exists', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../console/screens.ts'), 'utf8');
  const targets = [...source.matchAll(/\bhelp: '([^']+)'/g)].map(([, target]) => target!);
  expect(targets.length).toBe([...source.matchAll(/\bload: \(\) =>/g)].length);
  const pages = new Map<string, string>();
  for (const target of targets) {
    const [file = '', anchor] = target.split('#');
    if (!pages.has(file)) {
      const answer = await fetch(`${latchkey.server.baseUrl}/docs/${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      pages.set(file, await answer.text());
    }
    if (anchor) expect([target, pages.get(file)?.includes(` id="${anchor}"`)]).toEqual([target, true]);
  }
});

test('the link beside the title opens the documentation of the screen', async () => {
  const { page } = latchkey;
  await latchkey.open('webhooks');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Docs' }).click();
  const docs = await opened;
  await docs.getByRole('heading', { level: 2, name: /^Webhooks/ }).waitFor();
  expect(docs.url()).toBe(`${latchkey.server.baseUrl}/docs/messages.html#webhooks`);
  await docs.close();
});

describe('a form with input', () => {
  const form = () => latchkey.page.getByRole('dialog', { name: 'Create role' });
  const question = () => latchkey.page.getByRole('dialog', { name: 'Discard changes?' });
  const name = () => form().getByRole('textbox', { name: 'Name' });
  const keep = async () => {
    await question().getByRole('button', { name: 'Keep editing' }).click();
    await question().waitFor({ state: 'hidden' });
    expect(await name().inputValue()).toBe('Editor');
  };
  const begin = async () => {
    await latchkey.open('roles');
    await latchkey.page.getByRole('button', { name: 'Create role' }).first().click();
    await name().waitFor();
  };

  const ways: [string, () => Promise<unknown>][] = [
    ['Escape', () => latchkey.page.keyboard.press('Escape')],
    ['a click outside', () => latchkey.page.mouse.click(300, 400)],
    ['the close button', () => form().getByRole('button', { name: 'Close', exact: true }).click()],
    ['Cancel', () => form().getByRole('button', { name: 'Cancel' }).click()],
  ];

  test.each(ways)('asks once when %s would close it, and keeps the input', async (_, close) => {
    await begin();
    await name().fill('Editor');
    await close();
    await keep();
    await close();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await form().waitFor({ state: 'detached' });
    await latchkey.page.getByRole('button', { name: 'Create role' }).first().click();
    expect(await name().inputValue()).toBe('');
  });

  test.each(ways)('does not ask when %s closes it with nothing changed', async (_, close) => {
    await begin();
    await name().fill('Editor');
    await name().fill('');
    await close();
    await form().waitFor({ state: 'detached' });
    expect(await question().count()).toBe(0);
  });

  test('lets Escape answer the question', async () => {
    const { page } = latchkey;
    await begin();
    await name().fill('Editor');
    await page.keyboard.press('Escape');
    await question().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question().waitFor({ state: 'hidden' });
    expect(await name().inputValue()).toBe('Editor');
  });

  test('asks before the back button leaves, and goes there after', async () => {
    const { page } = latchkey;
    await latchkey.open('tenants');
    await navigation().getByRole('link', { name: 'Roles' }).click();
    await heading('Roles').waitFor();
    await page.getByRole('button', { name: 'Create role' }).first().click();
    await name().fill('Editor');
    await page.goBack();
    await keep();
    expect(place()).toBe('roles');
    await page.goBack();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await heading('Tenants').waitFor();
  });

  test('is saved without a question, also where saving leads to another screen', async () => {
    const { page } = latchkey;
    await latchkey.open('tenants');
    await page.getByRole('button', { name: 'Create tenant' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create tenant' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await heading('Acme').waitFor();
    expect(await question().count()).toBe(0);
  });

  test('of the single sign-on of a tenant is not lost by Escape', async () => {
    const { page } = latchkey;
    await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'initech', name: 'Initech' });
    await latchkey.open('tenants/initech?tab=sso');
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const metadata = page.getByRole('textbox', { name: 'Metadata URL' });
    await metadata.fill('https://idp.example.com/metadata');
    await page.keyboard.press('Escape');
    await question().getByRole('button', { name: 'Keep editing' }).click();
    expect(await metadata.inputValue()).toBe('https://idp.example.com/metadata');
  });
});

/** Forms in drawers, and what opens them. */
const drawers: [string, () => Promise<void>][] = [
  [
    'Create application: OpenID Connect',
    async () => {
      await latchkey.open('apps');
      await latchkey.page.getByRole('button', { name: 'Create application' }).first().click();
      await latchkey.page.getByRole('dialog').getByRole('button', { name: 'OpenID Connect' }).click();
    },
  ],
  ['Set up Google', () => latchkey.open('providers?open=google')],
  ['Create management key', () => latchkey.open('management-keys?create=true')],
  [
    'Create webhook',
    async () => {
      await latchkey.open('webhooks');
      await latchkey.page.getByRole('button', { name: 'Create webhook' }).first().click();
    },
  ],
  [
    'Set up SMTP',
    async () => {
      await latchkey.open('connectors');
      await latchkey.page.getByRole('button', { name: 'Set up SMTP' }).click();
    },
  ],
  ['Invitation · Email · English', () => latchkey.open('templates?open=invite/email/en')],
];

test.each(drawers)(
  'the form “%s” is accessible, and its actions stay in view on a small screen',
  async (title, open) => {
    const { page } = latchkey;
    for (const { width, height } of [
      { width: 1280, height: 600 },
      { width: 360, height: 640 },
    ]) {
      await page.setViewportSize({ width, height });
      await open();
      const drawer = page.getByRole('dialog', { name: title });
      const footer = drawer.locator('.form-dialog-footer');
      await footer.waitFor();
      await expect.poll(async () => (await footer.boundingBox())?.x).toBeGreaterThanOrEqual(0);
      const box = await footer.boundingBox();
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height);
      expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    }
  },
);

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

const people = 30;
const longName = 'Maximiliane Alexandra von und zu Hohenberg-Langenburg';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB', reducedMotion: 'reduce' });
  const manage = async (path: string, body: object) =>
    (await latchkey.manage('POST', `/v1/mgmt/${path}`, body)).body;
  for (const name of ['North', 'South', 'West']) await manage('tenant/create', { name, id: name });
  const userTenants = ['North', 'South', 'West'].map((tenantId) => ({ tenantId }));
  const users = Array.from({ length: people }, (_, i) => ({
    loginId: `p${String(i).padStart(2, '0')}@example.com`,
    email: `p${String(i).padStart(2, '0')}@example.com`,
    displayName: i === 1 ? longName : `Person ${String(i).padStart(2, '0')}`,
    userTenants: i === 0 ? userTenants : [],
  }));
  await manage('user/create/batch', { users });
});
beforeEach(async () => {
  latchkey.errors.length = 0;
  await latchkey.page.setViewportSize({ width: 1280, height: 900 });
});
afterAll(() => latchkey?.close());

const users = 'users?sort=email&desc=false';
const rows = () => latchkey.page.getByRole('table').locator('tbody').getByRole('row');
const focused = () => latchkey.page.locator(':focus');
const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? 0);

async function openUsers(): Promise<void> {
  await latchkey.open(users);
  await rows().first().waitFor();
}

test('every row is 44 px high, and a text that does not fit appears in full on hover', async () => {
  await openUsers();
  const heights = await rows().evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights.slice(0, -1))).toEqual(new Set([44]));
  const cell = latchkey.page.getByRole('cell').filter({ hasText: longName });
  await cell.hover();
  expect(await cell.getAttribute('title')).toContain(longName);
  expect(latchkey.errors).toEqual([]);
});

test('keys move through the rows, select and open them', async () => {
  const { page } = latchkey;
  await openUsers();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  expect(await focused().textContent()).toContain(longName);
  expect(await focused().getAttribute('role')).toBe('row');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Bulk actions' }).getByText('1 selected').waitFor();
  expect(await focused().getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Bulk actions' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Person 02' }).waitFor();
  expect(latchkey.errors).toEqual([]);
});

test('a slash leads to the search, where letters are only letters', async () => {
  const { page } = latchkey;
  await openUsers();
  await page.keyboard.press('/');
  await page.keyboard.type('jkx?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('jkx?');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a question mark shows the keys, and single letters can be turned off', async () => {
  const { page } = latchkey;
  await openUsers();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Next row').waitFor();
  await dialog.getByText('Tenants').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  // The table behind the dialog does not move.
  await page.keyboard.press('j');
  expect(await dialog.locator(':focus').count()).toBe(1);
  await dialog.getByRole('switch', { name: 'Use single-key shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.keyboard.press('?');
  expect(await focused().getAttribute('role')).not.toBe('row');
  await page.keyboard.press('ArrowDown');
  expect(await focused().getAttribute('role')).toBe('row');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByRole('switch').press('Space');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor();
});

test('the keys are also shown on a screen without a table', async () => {
  const { page } = latchkey;
  await latchkey.open('settings');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
});

test('without a page of its own, a row opens its menu', async () => {
  const { page } = latchkey;
  await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'Robot' });
  await latchkey.open('access-keys');
  await page.getByRole('row', { name: 'Robot' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Deactivate' }).waitFor();
  await page.keyboard.press('Escape');
});

test('the width of a column can be dragged, or changed with the arrow keys, and stays', async () => {
  const { page } = latchkey;
  await openUsers();
  const head = page.getByRole('columnheader', { name: 'Email' });
  const edge = page.getByRole('separator', { name: 'Width of Email' });
  const before = await widthOf(head);
  const box = (await edge.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 25, y);
  await page.mouse.move(x + 50, y);
  await page.mouse.up();
  expect(await widthOf(head)).toBe(before + 50);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => widthOf(head)).toBe(before + 34);
  expect(await edge.getAttribute('aria-valuenow')).toBe(String(before + 34));
  await page.reload();
  await rows().first().waitFor();
  expect(await widthOf(head)).toBe(before + 34);
  // Its cells have the same width.
  expect(await widthOf(rows().first().getByRole('cell').nth(2))).toBe(before + 34);
  await edge.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf(head)).not.toBe(before + 34);
  expect(latchkey.errors).toEqual([]);
});

test('columns that are too wide for the frame scroll in it, and the head stays in sight', async () => {
  const { page } = latchkey;
  await openUsers();
  const headTop = async () => (await page.getByRole('columnheader', { name: 'Name' }).boundingBox())?.y;
  await rows().nth(20).scrollIntoViewIfNeeded();
  await expect.poll(headTop).toBe(56);
  const edge = page.getByRole('separator', { name: 'Width of Email' });
  await edge.focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => page.locator('[data-scrolls]').count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await rows().last().scrollIntoViewIfNeeded();
  const frameTop = (await page.locator('[data-scrolls]').boundingBox())?.y;
  expect(await headTop()).toBe(frameTop);
  await edge.focus();
  await page.keyboard.press('Enter');
});

test('times are relative, with the exact one on hover', async () => {
  await openUsers();
  const time = rows().first().locator('time');
  expect(await time.textContent()).toMatch(/^(now|1 minute ago|in 1 minute)$/);
  await time.hover();
  expect(await time.getAttribute('title')).toMatch(/\d{4}, \d{2}:\d{2}:\d{2} /);
});

test('of many tenants there is the first, and the others appear on focus', async () => {
  const { page } = latchkey;
  await openUsers();
  const others = rows().first().getByRole('button', { name: '2 more: South, West' });
  await others.focus();
  await page.getByRole('tooltip').getByText('South, West').waitFor();
  expect(await others.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('on a phone, rows are cards that can be selected, sorted and opened', async () => {
  const { page } = latchkey;
  await page.setViewportSize({ width: 360, height: 800 });
  await openUsers();
  const card = rows().filter({ hasText: 'Person 00' });
  for (const text of ['Person 00', 'p00@example.com', 'North', 'Created']) {
    await card.getByText(text, { exact: true }).waitFor();
  }
  expect(await card.locator('time').isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  const hasRoom = await card.evaluate((row) => row.getBoundingClientRect().right <= innerWidth);
  expect(hasRoom).toBe(true);
  await card.getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Bulk actions' }).getByText('1 selected').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect.poll(() => rows().first().textContent()).toContain(longName);
  await card.getByText('p00@example.com').click();
  await page.getByRole('heading', { level: 1, name: 'Person 00' }).waitFor();
  expect(latchkey.errors).toEqual([]);
});

test('what loads, fails or is empty stands in the frame of the table', async () => {
  const { page } = latchkey;
  const frame = page.locator('.records-frame');
  const held = Promise.withResolvers<void>();
  await page.context().route('**/user/search', async (route) => {
    await held.promise;
    await route.fulfill({ status: 500, json: { errorCode: 'E1', errorDescription: 'broken' } });
  });
  await latchkey.open(users);
  await frame.getByRole('status', { name: 'Loading…' }).waitFor();
  await frame.getByRole('columnheader', { name: 'Email' }).waitFor();
  held.resolve();
  await frame.getByRole('alert').waitFor();
  await page.context().unrouteAll();
  await frame.getByRole('button', { name: 'Try again' }).click();
  await frame.getByText(`1–25 of ${people}`).waitFor();
  await latchkey.open('users?text=nobodyatall');
  await frame.getByText('No users found').waitFor();
});

test('users without a second factor, who never signed in and whom nobody invited are found with the filters', async () => {
  const { page, server } = latchkey;
  const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  await manage('user/create', { loginId: 'guest@example.com', invite: true });
  await manage('user/create', { loginId: 'staff@example.com', password: 'a long sentence with rain in it' });
  const signIn = await fetch(`${server.baseUrl}/v1/auth/password/signin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ loginId: 'staff@example.com', password: 'a long sentence with rain in it' }),
  });
  expect(signIn.status).toBe(200);
  await openUsers();
  const drawer = page.getByRole('dialog', { name: 'Filters' });
  const choose = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: /^Filters/ }).click();
    await change();
    await drawer.getByRole('button', { name: 'Show users' }).click();
    await drawer.waitFor({ state: 'hidden' });
  };
  await choose(async () => {
    await drawer.getByLabel('Without a second factor').check();
    await drawer.getByLabel('Signed in since', { exact: true }).fill('2020-01-01');
  });
  await expect.poll(() => rows().count()).toBe(1);
  await rows().filter({ hasText: 'staff@example.com' }).getByText('Enabled').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Last sign-in').check();
  await page.keyboard.press('Escape');
  const day = (await rows().first().locator('time[datetime]').first().getAttribute('datetime')) ?? '';
  expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
  await page.getByRole('button', { name: 'Remove filter Signed in since' }).click();
  await choose(async () => {
    await drawer.getByLabel('Never signed in').check();
    await drawer.getByLabel('Invited').check();
  });
  await expect.poll(() => rows().count()).toBe(1);
  await rows().filter({ hasText: 'guest@example.com' }).getByText('Invited').waitFor();
  expect(latchkey.errors).toEqual([]);
});

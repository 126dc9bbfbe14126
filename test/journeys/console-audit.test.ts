import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

let latchkey: Console;
const password = 'a long sentence with rain in it';

beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
  const users = ['bob', 'eve', 'kim'].map((name) => ({
    loginId: `${name}@example.com`,
    email: `${name}@example.com`,
    displayName: `${name} Doe`,
  }));
  await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users });
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', {
    loginId: 'bob@example.com',
    password,
  });
  await signIn('bob@example.com', password);
  await signIn('bob@example.com', 'wrong');
  await latchkey.manage('POST', '/v1/mgmt/user/update/status', {
    loginId: 'eve@example.com',
    status: 'disabled',
  });
  const custom = { action: 'pencil.sharpened', type: 'info', actorId: 'shop' };
  await latchkey.manage('POST', '/v1/mgmt/audit/event', custom);
});
afterAll(() => latchkey?.close());

async function signIn(loginId: string, password: string): Promise<void> {
  const { baseUrl, projectId } = latchkey.server;
  await fetch(`${baseUrl}/v1/auth/password/signin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ loginId, password }),
  });
}

/** The row of an event. */
function row(sentence: string): Locator {
  return latchkey.page.getByRole('row').filter({ hasText: sentence }).first();
}

async function filtersInAddress(): Promise<Record<string, string>> {
  return Object.fromEntries(new URL(latchkey.page.url()).searchParams);
}

describe('the audit log', () => {
  beforeEach(() => latchkey.open('audit'));

  test('says what happened, with links to whom it concerns', async () => {
    const { page } = latchkey;
    await row('Wrong password for bob@example.com').waitFor();
    await row('bob@example.com signed in with a password').waitFor();
    await row('shop: Pencil sharpened').waitFor();
    const disabled = row('Management key “first key” disabled eve@example.com');
    await disabled.getByRole('link', { name: 'eve@example.com' }).click();
    await page.waitForURL(/\/users\/U/);
    await page.getByRole('heading', { level: 1, name: 'eve Doe' }).waitFor();
  });

  test('shows an event in full, as JSON too, and finds others like it', async () => {
    const { page } = latchkey;
    await page
      .getByRole('button', { name: 'Details: Management key “first key” disabled eve@example.com' })
      .click();
    const drawer = page.getByRole('dialog', { name: 'Event' });
    await drawer.locator('del').getByText('invited').waitFor();
    await drawer.locator('ins').getByText('disabled').waitFor();
    await drawer.getByText('Raw event').click();
    const json = JSON.parse((await drawer.locator('pre').textContent()) ?? '');
    expect(json).toMatchObject({ action: 'UserModified', data: { fields: ['status'] } });
    await drawer.getByRole('button', { name: 'Copy event as JSON' }).waitFor();
    expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
    await drawer.getByRole('link', { name: 'Events of this user' }).click();
    await row('bob@example.com').waitFor({ state: 'detached' });
    await row('created the user eve@example.com').waitFor();
    expect(await filtersInAddress()).toEqual({ userIds: json.userId });
  });

  test('has filters with names, and keeps those that the administrator saves', async () => {
    const { page } = latchkey;
    const saved = page.getByRole('group', { name: 'Saved filters' });
    const choice = (name: string) => saved.getByRole('button', { name, exact: true });
    await choice('Failed sign-ins').click();
    await row('Wrong password').waitFor();
    await row('signed in with').waitFor({ state: 'detached' });
    expect(await choice('Failed sign-ins').getAttribute('aria-pressed')).toBe('true');
    await choice('Changes by administrators').click();
    await page.getByText('No results').or(row('ada@example.com')).first().waitFor();
    await choice('All events').click();
    await page.getByRole('searchbox', { name: 'Search all fields' }).fill('pencil');
    await row('signed in with').waitFor({ state: 'detached' });
    await choice('Save filter').click();
    const dialog = page.getByRole('dialog', { name: 'Save filter' });
    await dialog.getByLabel('Name').fill('Pencils');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await latchkey.open('audit');
    await row('signed in with').waitFor();
    await choice('Pencils').click();
    await row('signed in with').waitFor({ state: 'detached' });
    expect(await filtersInAddress()).toEqual({ text: 'pencil' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await saved.getByRole('button', { name: 'Delete filter “Pencils”' }).click();
    await choice('Pencils').waitFor({ state: 'detached' });
  });

  test('speaks German', async () => {
    const { page } = latchkey;
    await page.evaluate(() => localStorage.setItem('latchkey.language', '"de"'));
    await latchkey.open('audit');
    await row('Falsches Passwort für bob@example.com').waitFor();
    await row('Der Verwaltungsschlüssel „first key“ hat eve@example.com gesperrt').waitFor();
    await page.evaluate(() => localStorage.removeItem('latchkey.language'));
  });

  test('has cards on a phone that nothing sticks out of', async () => {
    const { page } = latchkey;
    await page.setViewportSize({ width: 360, height: 800 });
    const sentence = row('Wrong password').locator('.event-text');
    const { right, height } = await sentence.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(right).toBeLessThanOrEqual(360);
    // Two or three lines of words, and not one of letters each.
    expect(height).toBeLessThan(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('the overview', () => {
  beforeEach(() => latchkey.open('overview'));

  const figure = (label: string) =>
    latchkey.page
      .locator('.figure')
      .filter({ has: latchkey.page.getByRole('heading', { name: label, exact: true }) });

  test('counts who is active, who is new, and how sign-ins ended', async () => {
    await figure('Active users').getByText('1', { exact: true }).waitFor();
    await figure('Active users').getByText('3 in total').waitFor();
    await figure('New users').getByText('3', { exact: true }).waitFor();
    await figure('Sign-ins').getByText('1', { exact: true }).waitFor();
    await figure('Failed sign-ins').getByText('1', { exact: true }).waitFor();
    await figure('Sign-ins').getByText('No earlier data').waitFor();
  });

  test('shows sign-ins by method under names, and leads to the failed ones', async () => {
    const { page } = latchkey;
    const methods = page.getByRole('table', { name: 'Sign-ins by method' });
    const passwords = methods.getByRole('row', { name: /^Password/ });
    await passwords.waitFor();
    expect(await passwords.getByRole('cell').allTextContents()).toEqual(['1', '1']);
    await page.getByRole('img', { name: 'Sign-ins by day and method' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.bars-tip').getByText('Password').waitFor();
    await passwords.getByRole('link').click();
    await row('Wrong password for bob@example.com').waitFor();
    expect(await filtersInAddress()).toEqual({ actions: 'LoginFailed', methods: 'password' });
  });

  test('shows its lists when nothing can push them down any more', async () => {
    const { page } = latchkey;
    const isReleased = Promise.withResolvers<void>();
    await page.route('**/v2/mgmt/user/search', async (route) => {
      await isReleased.promise;
      await route.continue();
    });
    const events = page.waitForResponse('**/v1/mgmt/audit/search');
    await page.reload();
    await (await events).finished();
    await figure('Sign-ins').getByText('1', { exact: true }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Wrong password' }).count()).toBe(0);
    expect(await page.getByRole('table', { name: 'Sign-ins by method' }).count()).toBe(0);
    isReleased.resolve();
    await page.getByRole('listitem').filter({ hasText: 'Wrong password' }).waitFor();
    await page.unroute('**/v2/mgmt/user/search');
  });

  test('says what happened last, a batch as one event, and leads to it', async () => {
    const { page } = latchkey;
    await page.getByText('Management key “first key” created 3 users').waitFor();
    const event = page.getByRole('listitem').filter({ hasText: 'Wrong password for bob@example.com' });
    await event.locator('a').last().click();
    await page
      .getByRole('dialog', { name: 'Event' })
      .getByText('Wrong password for bob@example.com')
      .waitFor();
  });
});

import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { linkSentTo } from '../flows.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { codeSentTo, messagesTo } from '../messages.ts';
import { addressField, enterCode, type FlowPage, requestCode, startFlowPages } from './flow-page.ts';

/** Disturbances of a sign-in, each with the state in which it leaves the person. */
let latchkey: Latchkey;
let pages: Awaited<ReturnType<typeof startFlowPages>>;
const opened: FlowPage[] = [];

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  pages = await startFlowPages(latchkey);
});
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(async () => {
  await pages?.close();
  await latchkey?.close();
});

async function open(given: Record<string, string> = {}, method = 'emailCode'): Promise<FlowPage> {
  const settings = {
    hostedPages: { signInMethods: [method], signUp: true },
    redirectUrls: [`${pages.origin}/*`],
  };
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', settings)).status).toBe(200);
  const one = await pages.open({ 'flow-id': 'sign-up-or-in', ...given });
  opened.push(one);
  return one;
}

const storage = (page: Page) => page.evaluate<Record<string, string>>('({ ...localStorage })');
const button = (page: Page, text: RegExp) => page.locator('descope-button', { hasText: text }).first();

async function isSignedIn({ page }: Pick<FlowPage, 'page'>, email: string): Promise<void> {
  await expect.poll(async () => Object.keys(await storage(page))).toContain('DSR');
  const bearer = `${latchkey.projectId}:${(await storage(page))['DSR']}`;
  const { body } = await latchkey.request('GET', '/v1/auth/me', { bearer });
  expect(body).toMatchObject({ loginIds: [email] });
}

async function sessionsOf(email: string): Promise<number> {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: email });
  return body.sessions.length;
}

/** Loses the next response of an address: the server has worked, and the browser gets nothing. */
async function loseResponse({ page }: FlowPage, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

test('a reload in the middle begins again, and the sign-in works', async () => {
  const email = 'reload@flows.example';
  const one = await open();
  await requestCode(latchkey, one, email);
  await one.page.reload();
  await enterCode(one, await requestCode(latchkey, one, email));
  await isSignedIn(one, email);
  expect([one.outside, one.errors]).toEqual([[], []]);
});

test('two tabs of a browser go through the same flow, each in its own execution', async () => {
  const email = 'tabs@flows.example';
  const one = await open();
  await requestCode(latchkey, one, email);
  const other = { ...one, page: await one.page.context().newPage() };
  await other.page.goto(one.page.url());
  await enterCode(other, await requestCode(latchkey, other, email));
  await isSignedIn(other, email);
  // The first tab still waits for its code, which the second one has replaced.
  await button(one.page, /Resend/).click();
  await expect.poll(async () => (await messagesTo(latchkey, email)).length).toBe(3);
  await enterCode(one, await codeSentTo(latchkey, email));
  await expect.poll(() => sessionsOf(email)).toBe(2);
  await isSignedIn(one, email);
  expect([one.outside, one.errors]).toEqual([[], []]);
});

test('an expired execution begins again if the page wants so', async () => {
  const email = 'late@flows.example';
  const one = await open({ 'restart-on-error': 'true' });
  const code = await requestCode(latchkey, one, email);
  latchkey.advance(13 * 60 * 60_000);
  await enterCode(one, code);
  await addressField(one).waitFor();
  await enterCode(one, await requestCode(latchkey, one, email));
  await isSignedIn(one, email);
});

test('a lost response to a code is repeated, and gives one session', async () => {
  const email = 'lost@flows.example';
  const one = await open();
  const code = await requestCode(latchkey, one, email);
  await loseResponse(one, '/v1/flow/next');
  await enterCode(one, code);
  await isSignedIn(one, email);
  expect(await sessionsOf(email)).toBe(1);
  expect(one.errors.filter((error) => !/ERR_|Failed to fetch/.test(error))).toEqual([]);
});

test('a lost response to an address starts a second execution, and its code signs in', async () => {
  const email = 'lost-start@flows.example';
  const one = await open();
  await loseResponse(one, '/v1/flow/start');
  await requestCode(latchkey, one, email);
  await enterCode(one, await codeSentTo(latchkey, email));
  await isSignedIn(one, email);
  expect(await sessionsOf(email)).toBe(1);
});

test('a magic link that is opened in another browser signs in there, and the first one is told', async () => {
  const email = 'link@flows.example';
  const one = await open({}, 'magicLink');
  await addressField(one).fill(email);
  await button(one.page, /Continue/).click();
  await expect.poll(async () => (await messagesTo(latchkey, email)).length).toBe(1);
  const other = await open({}, 'magicLink');
  await other.page.goto(await linkSentTo(latchkey, email));
  await button(other.page, /Sign in/).click();
  await isSignedIn(other, email);
  await one.page
    .getByText(/another browser/)
    .first()
    .waitFor();
  expect(Object.keys(await storage(one.page))).not.toContain('DSR');
  await button(one.page, /Start over/).click();
  await addressField(one).waitFor();
  expect([one.errors, other.errors]).toEqual([[], []]);
});

test('a magic link that is opened in the same browser signs in there', async () => {
  const email = 'own-link@flows.example';
  const one = await open({}, 'magicLink');
  await addressField(one).fill(email);
  await button(one.page, /Continue/).click();
  await expect.poll(async () => (await messagesTo(latchkey, email)).length).toBe(1);
  const other = await one.page.context().newPage();
  await other.goto(await linkSentTo(latchkey, email));
  await button(other, /Sign in/).click();
  await isSignedIn({ page: other }, email);
  expect([one.outside, one.errors]).toEqual([[], []]);
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { installComponentLibrary } from '../component-library.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { addressField, type FlowPage, startFlowPages } from './flow-page.ts';

/** The unmodified `<descope-wc>` of the vendor on a page of another origin, without any other host. */
let latchkey: Latchkey;
let pages: Awaited<ReturnType<typeof startFlowPages>>;
let open: FlowPage;

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  // The smallest first screen: a field for the address and a button.
  const hostedPages = { signInMethods: ['emailCode'] };
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages })).status).toBe(200);
  pages = await startFlowPages(latchkey);
});
afterEach(() => open?.close());
afterAll(async () => {
  await pages?.close();
  await latchkey?.close();
});

const isOfServer = (url: string) => url.startsWith(latchkey.baseUrl);
const field = () => addressField(open);
const button = () => open.page.locator('descope-button').first();

test('the first screen appears without a request to another host and without an error', async () => {
  open = await pages.open({ 'flow-id': 'sign-up-or-in' });
  await field().fill('ada@example.com');
  await button().waitFor();
  expect([open.outside, open.errors]).toEqual([[], []]);
  const refused = (await Promise.all(open.requests.map((request) => request.response()))).filter(
    (response) => !response || response.status() >= 400,
  );
  expect(refused.map((response) => response?.url())).toEqual([]);
});

test('it loads at most 140 KB with the theme, without the files of the component itself', async () => {
  open = await pages.open({ 'flow-id': 'sign-up-or-in' });
  await field().waitFor();
  await button().waitFor();
  const loaded = open.requests.filter(
    (request) => isOfServer(request.url()) && !request.url().includes('/npm/@descope/web-component@'),
  );
  const sizes = await Promise.all(loaded.map(async (request) => (await request.sizes()).responseBodySize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(140_000);
});

test.each([
  ['light', 'rgb(40, 83, 184)'],
  ['dark', 'rgb(144, 175, 244)'],
])('the %s theme has our colors and is accessible', async (theme, color) => {
  open = await pages.open({ 'flow-id': 'sign-up-or-in', theme });
  await field().waitFor();
  await expect.poll(() => backgroundOf()).toBe(color);
  // The library's button is an element with the role of a button around another one.
  const violations = (await accessibilityViolations(open.page)).filter(
    (violation) => !violation.startsWith('nested-interactive: <descope-button'),
  );
  expect(violations).toEqual([]);
});

test('the primary color and the corners of the branding show on the next load', async () => {
  const branding = { primaryColor: '#8a1c4a', cornerRadius: 'none' };
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', { branding })).status).toBe(200);
  open = await pages.open({ 'flow-id': 'sign-up-or-in' });
  await field().waitFor();
  await expect.poll(() => backgroundOf()).toBe('rgb(138, 28, 74)');
  expect(await styleOf('borderTopLeftRadius')).toBe('0px');
});

const backgroundOf = () => styleOf('backgroundColor');

/** Reads the style of the button inside the library's element. */
function styleOf(name: 'backgroundColor' | 'borderTopLeftRadius'): Promise<string> {
  return button().evaluate((element, name) => {
    const inner = element.shadowRoot?.querySelector('vaadin-button') ?? element;
    return getComputedStyle(inner)[name as 'color'];
  }, name);
}

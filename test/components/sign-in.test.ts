import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { otherCode } from '../messages.ts';
import { bundleApplication } from './bundle.ts';
import { enterCode, type FlowPage, requestCode, startFlowPages } from './flow-page.ts';
import { downloadNewestComponent } from './newest-component.ts';

/** Sign-ins with the unmodified components, on a page of another origin. */
let latchkey: Latchkey;
type Pages = Awaited<ReturnType<typeof startFlowPages>>;
let plain: Pages;
let newest: Pages;
let frameworks: Record<'React' | 'Vue', Pages>;
let open: FlowPage;

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  const hostedPages = { signInMethods: ['emailCode'], signUp: true };
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages })).status).toBe(200);
  plain = await startFlowPages(latchkey);
  newest = await startFlowPages(latchkey, undefined, { component: await downloadNewestComponent() });
  frameworks = {
    React: await startFlowPages(latchkey, await bundleApplication('react')),
    Vue: await startFlowPages(latchkey, await bundleApplication('vue')),
  };
});
afterEach(() => open?.close());
afterAll(async () => {
  for (const one of [plain, newest, ...Object.values(frameworks ?? {})]) await one?.close();
  await latchkey?.close();
});

const storage = () => open.page.evaluate<Record<string, string>>('({ ...localStorage })');

test('a user signs up and in by a code, after a wrong one, and the session is the application’s', async () => {
  open = await plain.open({ 'flow-id': 'sign-up-or-in' });
  const code = await requestCode(latchkey, open, 'ada@flows.example');
  await enterCode(open, otherCode(code));
  await open.page.locator('[data-type="error-message"]:not(.hide)').first().waitFor();
  await enterCode(open, code);
  await expect.poll(async () => Object.keys(await storage())).toContain('DSR');
  const bearer = `${latchkey.projectId}:${(await storage())['DSR']}`;
  const { body } = await latchkey.request('GET', '/v1/auth/me', { bearer });
  expect(body).toMatchObject({ loginIds: ['ada@flows.example'], verifiedEmail: true });
  expect(open.outside).toEqual([]);
});

test('the newest release of the component signs in with the library of this one', async () => {
  open = await newest.open({ 'flow-id': 'sign-up-or-in' });
  await enterCode(open, await requestCode(latchkey, open, 'newest@flows.example'));
  await expect.poll(async () => Object.keys(await storage())).toContain('DSR');
  expect([open.outside, open.errors]).toEqual([[], []]);
});

test.each(['React', 'Vue'] as const)('an application with %s gets the signed-in user', async (framework) => {
  const address = `grace@${framework.toLowerCase()}.example`;
  open = await frameworks[framework].open({ 'flow-id': 'sign-up-or-in' });
  await enterCode(open, await requestCode(latchkey, open, address));
  await expect.poll(() => open.page.locator('#user').textContent()).toBe(address);
  expect([open.outside, open.errors]).toEqual([[], []]);
});

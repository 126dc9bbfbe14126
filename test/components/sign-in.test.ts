import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { otherCode } from '../messages.ts';
import { enterCode, type FlowPage, requestCode, startFlowPages } from './flow-page.ts';
import { bundleReactApplication } from './react-bundle.ts';

/** Sign-ins with the unmodified components, on a page of another origin. */
let latchkey: Latchkey;
let plain: Awaited<ReturnType<typeof startFlowPages>>;
let react: Awaited<ReturnType<typeof startFlowPages>>;
let open: FlowPage;

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  const hostedPages = { signInMethods: ['emailCode'], signUp: true };
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages })).status).toBe(200);
  plain = await startFlowPages(latchkey);
  react = await startFlowPages(latchkey, await bundleReactApplication());
});
afterEach(() => open?.close());
afterAll(async () => {
  await plain?.close();
  await react?.close();
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

test('the hooks of the SDK for React follow the sign-in', async () => {
  open = await react.open({ 'flow-id': 'sign-up-or-in' });
  await enterCode(open, await requestCode(latchkey, open, 'grace@flows.example'));
  await expect.poll(() => open.page.locator('#user').textContent()).toBe('grace@flows.example');
  expect([open.outside, open.errors]).toEqual([[], []]);
});

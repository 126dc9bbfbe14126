import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { bundleApplication } from './bundle.ts';
import { type FlowPage, startFlowPages } from './flow-page.ts';

/** The unmodified SDK for React, with `<Descope flowId>`. */
let latchkey: Latchkey;
let pages: Awaited<ReturnType<typeof startFlowPages>>;
let open: FlowPage;

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages: { signUp: true } });
  pages = await startFlowPages(latchkey, await bundleApplication('react'));
});
afterEach(() => open?.close());
afterAll(async () => {
  await pages?.close();
  await latchkey?.close();
});

test.each(['sign-up-or-in', 'sign-in', 'sign-up'])(
  'the first screen of %s appears without a request to another host and without an error',
  async (flowId) => {
    open = await pages.open({ 'flow-id': flowId });
    await open.page.locator('descope-button').first().waitFor();
    expect([open.outside, open.errors]).toEqual([[], []]);
  },
);

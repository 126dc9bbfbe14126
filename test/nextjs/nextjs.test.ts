import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { enterCode, requestCode, watchRequests } from '../components/flow-page.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { totpCode } from '../counterparts/oathtool.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { type NextApp, startNextApp } from './next-app.ts';

/**
 * A whole Next.js application with the unmodified @descope/nextjs-sdk: its hooks in Chromium, `session()` and
 * `authMiddleware` on its server. It and Latchkey are on `localhost`, as two subdomains of one domain would be.
 */
let latchkey: Latchkey;
let app: NextApp;
let open: OpenPage;

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  latchkey.service.baseUrl = `http://localhost:${new URL(latchkey.baseUrl).port}`;
  app = await startNextApp(latchkey.projectId, latchkey.service.baseUrl);
}, 300_000);
afterEach(() => open.close());
afterAll(async () => {
  await app?.stop();
  await latchkey.close();
});

const text = (id: string) => expect.poll(() => open.page.innerText(`#${id}`));

interface Enrolled {
  data: { key: string; user: { userId: string } };
}
const call = (method: string, ...args: unknown[]) =>
  open.page.evaluate<Enrolled>(`sdk.${method}(...${JSON.stringify(args)}).then(({ data }) => ({ data }))`);

describe.each(['body', 'cookies'])('with tokens in %s', (tokenDelivery) => {
  test('the hooks and the server of an application identify the signed-in user', async () => {
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery });
    open = await openPage(app.url);
    await text('client').toBe('signed out');
    await text('server').toBe('nobody');

    const loginId = `${tokenDelivery}@next.example`;
    const { key } = (await call('totp.signUp', loginId, { name: 'Ada' })).data;
    const { user } = (await call('totp.verify', loginId, totpCode(key, Date.now()))).data;
    await text('client').toBe('signed in as Ada');
    // Another cookie remembers the method for the next sign-in.
    const isToken = ({ name }: { name: string }) => !name.startsWith('latchkey-last-');
    const cookies = (await open.page.context().cookies()).filter(isToken);
    expect(cookies.map(({ name }) => name).sort()).toEqual(['DS', 'DSR']);
    expect(cookies.every(({ httpOnly }) => httpOnly)).toBe(tokenDelivery === 'cookies');

    await open.page.reload();
    await text('server').toBe(user.userId);
    await text('client').toBe('signed in as Ada');
    await open.page.goto(`${app.url}/private`);
    await text('server').toBe('private');

    await open.page.goto(app.url);
    await text('client').toBe('signed in as Ada');
    await call('logout');
    await text('client').toBe('signed out');
    await open.page.reload();
    await text('server').toBe('nobody');
    await open.page.goto(`${app.url}/private`);
    await text('server').toBe('sign in here');
  }, 120_000);
});

test('a flow on a page of the application signs in, for its hooks and its server', async () => {
  const email = 'grace@next.example';
  const hostedPages = { signInMethods: ['emailCode'], signUp: true };
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages, tokenDelivery: 'body' });
  const blank = await openPage();
  open = blank;
  const watched = await watchRequests(blank.page);
  await blank.page.goto(`${app.url}/flow`);
  const flowPage = { ...blank, ...watched };
  await enterCode(flowPage, await requestCode(latchkey, flowPage, email));
  await text('client').toMatch(/^signed in as/);
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${email}`);
  await text('server').toBe(body.user.userId);
  expect([watched.outside, blank.errors]).toEqual([[], []]);
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { VirtualAuthenticator } from '../counterparts/virtual-authenticator.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { codeSentTo } from '../messages.ts';
import { bundleApplication } from './bundle.ts';
import { addressField, enterCode, type FlowPage, requestCode, startFlowPages } from './flow-page.ts';

/** The unmodified user profile widget of the SDK for React. A user signs in on the page and changes their own profile. */
let latchkey: Latchkey;
let pages: Awaited<ReturnType<typeof startFlowPages>>;
let open: FlowPage;
let counter = 0;

const manage = async (method: string, path: string, body?: object) => {
  const answer = await latchkey.manage(method, `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  const attributes = [
    { name: 'nick_name', displayName: 'Nickname', type: 1 },
    { name: 'news', displayName: 'Newsletter', type: 3 },
  ];
  await manage('POST', 'user/customattribute/create', { attributes });
  await manage('POST', 'project/settings', {
    hostedPages: { signInMethods: ['emailCode'] },
    accountPage: { editableAttributes: ['nick_name', 'news'], deletion: true },
  });
  await manage('POST', 'tenant/create', { id: 'acme', name: 'Acme' });
  pages = await startFlowPages(latchkey, await bundleApplication('react'));
});
afterEach(() => open?.close());
afterAll(async () => {
  await pages?.close();
  await latchkey?.close();
});

/** Signs a new user in on the application's page, which then shows the widget. */
async function openProfile(locale?: string): Promise<string> {
  counter += 1;
  const loginId = `ann${counter}@example.com`;
  await manage('POST', 'user/create', {
    loginId,
    email: loginId,
    verifiedEmail: true,
    displayName: 'Ann',
    userTenants: [{ tenantId: 'acme' }],
  });
  const widget = { 'flow-id': 'sign-in', 'widget-id': 'user-profile-widget' };
  open = await pages.open({ ...widget, ...(locale && { locale }) });
  await enterCode(open, await requestCode(latchkey, open, loginId));
  await row('name').waitFor();
  return loginId;
}

const row = (id: string) => open.page.locator(`[data-id="${id}"]`).first();
const dialog = () => open.page.locator('descope-modal[opened="true"]');
const field = (name: string) => dialog().locator(`[name="${name}"] input`).first();
const button = (text: string | RegExp) => dialog().locator('descope-button', { hasText: text }).first();
const closed = () => expect.poll(() => dialog().count()).toBe(0);
const find = async (loginId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;

/** Presses the button of a row. */
async function press(id: string, text: string | RegExp): Promise<void> {
  await row(id).locator('descope-button', { hasText: text }).first().click();
  await dialog().locator('descope-text').first().waitFor();
}

/** Waits until the screen has moved in: the component loses a screen that follows before that. */
const settled = () =>
  expect
    .poll(() =>
      dialog()
        .locator('descope-wc')
        .evaluate((component) => component.shadowRoot?.getAnimations().length),
    )
    .toBe(0);

/** The headless browser has no store for passwords, in which the component keeps a new one. */
const errorsOf = () =>
  open.errors.filter((error) => !/status of 401|Could not store credentials/.test(error));

async function expectNoTrouble(): Promise<void> {
  const answers = await Promise.all(open.requests.map((request) => request.response()));
  const refused = answers.flatMap((one) => (one && one.status() >= 400 ? [new URL(one.url()).pathname] : []));
  expect(refused.filter((path) => path !== '/v1/mgmt/widget/components-state')).toEqual([]);
  expect([open.outside, errorsOf()]).toEqual([[], []]);
}

const starts = () => open.requests.filter((request) => request.url().endsWith('/v1/flow/start')).length;

test('shows the profile without starting a flow, and changes a name twice', async () => {
  const loginId = await openProfile();
  await expect.poll(() => row('email').getAttribute('value')).toBe(loginId);
  expect(await row('phone').getAttribute('value')).toBe('');
  // The sign-in itself.
  expect(starts()).toBe(1);
  for (const name of ['Ann Lee', 'Ann Brown']) {
    await press('name', 'Edit');
    await field('name').fill(name);
    await button('Save').click();
    await closed();
    await expect.poll(() => row('name').getAttribute('value')).toBe(name);
  }
  await press('customAttributes.nick_name', 'Edit');
  await field('value').fill('Annie');
  await button('Save').click();
  await closed();
  await expect.poll(() => row('customAttributes.nick_name').getAttribute('value')).toBe('Annie');
  await press('customAttributes.news', 'Edit');
  await dialog().locator('[name="value"] input').first().check();
  await button('Save').click();
  await closed();
  await expect.poll(() => row('customAttributes.news').getAttribute('value')).toBe('True');
  expect(await find(loginId)).toMatchObject({
    name: 'Ann Brown',
    customAttributes: { nick_name: 'Annie', news: true },
  });
  await expectNoTrouble();
});

test('changes the address by a code, after a refusal', async () => {
  await openProfile();
  const taken = await openedBefore();
  await press('email', 'Edit');
  await field('email').fill(taken);
  await button('Continue').click();
  await expect.poll(() => dialog().locator('#error').textContent()).toContain('belongs to another account');
  expect(await field('email').inputValue()).toBe(taken);
  const email = `new${counter}@example.com`;
  await field('email').fill(email);
  await button('Continue').click();
  await dialog().locator('descope-passcode').waitFor();
  await enterCode(open, await codeSentTo(latchkey, email));
  await closed();
  await expect.poll(() => row('email').getAttribute('value')).toBe(email);
  expect(await find(email)).toMatchObject({ email, verifiedEmail: true });
  await press('name', 'Edit');
  await button('Save').waitFor();
});

async function openedBefore(): Promise<string> {
  const loginId = `taken${counter}@example.com`;
  await manage('POST', 'user/create', { loginId, email: loginId, verifiedEmail: true });
  return loginId;
}

test('adds and removes a passkey', async () => {
  const loginId = await openProfile();
  await VirtualAuthenticator.attach(open.page);
  await press('passkey', 'Add a passkey');
  await button('Continue').click();
  await closed();
  await expect.poll(() => row('passkey').locator('descope-list-item').count()).toBe(1);
  expect(await find(loginId)).toMatchObject({ webauthn: true });
  await row('passkey').locator('[data-passkey-id]').first().click();
  await button('Continue').click();
  await closed();
  await expect.poll(async () => (await find(loginId)).webauthn).toBe(false);
  await expectNoTrouble();
});

test('sets a password, and signs out', async () => {
  const loginId = await openProfile();
  await press('password', 'Change password');
  await field('newPassword').fill('a long sentence with rain in it');
  await button('Save').click();
  await closed();
  const changed = open.requests.find((request) =>
    request.postData()?.includes('"flowId":"user-profile-password"'),
  );
  expect(changed?.postDataJSON().input).toMatchObject({ endOthers: true });
  expect(await find(loginId)).toMatchObject({ password: true });
  await expectNoTrouble();
  await row('logout').click();
  await addressField(open).waitFor();
});

test('asks who the user is after a while, and keeps them signed in if they leave', async () => {
  const loginId = await openProfile();
  latchkey.advance(11 * 60_000);
  await press('totp', 'Set up');
  await button('Continue').click();
  await button('Code by email').waitFor();
  await settled();
  await button('Code by email').click();
  await dialog().locator('descope-passcode').waitFor();
  await enterCode(open, await codeSentTo(latchkey, loginId));
  await dialog().locator('descope-totp-image').waitFor();
  // The proof has replaced the session in the browser, although the flow has not ended.
  await open.page.reload();
  await row('name').waitFor();
  await press('name', 'Edit');
  await field('name').fill('Still here');
  await button('Save').click();
  await closed();
  await expect.poll(() => row('name').getAttribute('value')).toBe('Still here');
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { bundleApplication } from './bundle.ts';
import { enterCode, type FlowPage, requestCode, startFlowPages } from './flow-page.ts';

/** The unmodified tenant profile widget of the SDK for React, in the session of an administrator of the tenant. */
let latchkey: Latchkey;
let pages: Awaited<ReturnType<typeof startFlowPages>>;
let open: FlowPage;

const manage = async (method: string, path: string, body?: object) => {
  const answer = await latchkey.manage(method, `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
  await manage('POST', 'project/settings', { hostedPages: { signInMethods: ['emailCode'] } });
  await manage('POST', 'tenant/create', { id: 'acme', name: 'Acme' });
  await manage('POST', 'role/create', { name: 'Manager', permissionNames: ['User Admin'] });
  for (const [loginId, role] of [
    ['joan@acme.example', 'Tenant Admin'],
    ['max@acme.example', 'Manager'],
  ])
    await manage('POST', 'user/create', {
      loginId,
      email: loginId,
      verifiedEmail: true,
      userTenants: [{ tenantId: 'acme', roleNames: [role] }],
    });
  pages = await startFlowPages(latchkey, await bundleApplication('react'));
});
afterEach(() => open?.close());
afterAll(async () => {
  await pages?.close();
  await latchkey?.close();
});

async function openProfile(loginId: string, locale?: string): Promise<void> {
  const widget = { 'flow-id': 'sign-in', 'widget-id': 'tenant-profile-widget', tenant: 'acme' };
  open = await pages.open({ ...widget, ...(locale && { locale }) });
  await enterCode(open, await requestCode(latchkey, open, loginId));
  await row('tenant-name-edit').waitFor();
}

const row = (id: string) => open.page.locator(`[data-id="${id}"]`).first();
const dialog = () => open.page.locator('descope-modal[opened="true"]');
const field = (name: string) => dialog().locator(`[name="${name}"] input`).first();
const button = (text: string) => dialog().locator('descope-button', { hasText: text }).first();
const closed = () => expect.poll(() => dialog().count()).toBe(0);

async function edit(id: string): Promise<void> {
  await row(id).locator('descope-button[data-id="edit-btn"]').click();
  await dialog().locator('descope-text').first().waitFor();
}

async function expectNoTrouble(): Promise<void> {
  const answers = await Promise.all(open.requests.map((request) => request.response()));
  const refused = answers.flatMap((one) => (one && one.status() >= 400 ? [new URL(one.url()).pathname] : []));
  expect(refused.filter((path) => path !== '/v1/mgmt/widget/components-state')).toEqual([]);
  expect([open.outside, open.errors.filter((error) => !/status of 401/.test(error))]).toEqual([[], []]);
}

test('an administrator renames the tenant, claims a domain, and finds the page for single sign-on', async () => {
  await openProfile('joan@acme.example');
  expect(await row('tenant-name-edit').getAttribute('value')).toBe('Acme');
  // The sign-in alone.
  expect(open.requests.filter((request) => request.url().endsWith('/v1/flow/start'))).toHaveLength(1);
  for (const name of ['Acme Inc', 'Acme Ltd']) {
    await edit('tenant-name-edit');
    await field('tenantName').fill(name);
    await button('Save').click();
    await closed();
    await expect.poll(() => row('tenant-name-edit').getAttribute('value')).toBe(name);
  }
  expect((await manage('GET', 'tenant?id=acme')).name).toBe('Acme Ltd');

  await edit('tenant-email-domains-edit');
  await field('domain').fill('acme.example');
  await button('Continue').click();
  await expect.poll(() => dialog().locator('#recordName').textContent()).toContain('_latchkey.acme.example');
  await button('Not now').click();
  await closed();
  expect((await manage('GET', 'tenant/domain/all?tenantId=acme')).domains).toHaveLength(1);

  expect(await row('tenant-admin-link-sso').getAttribute('href')).toContain('/sso-setup/');
  await edit('tenant-enforce-sso-edit');
  await expect
    .poll(() => dialog().locator('descope-text').nth(1).textContent())
    .toContain('Only the application');
  await expectNoTrouble();
});

test('without the permission for single sign-on, the profile works and has no link to it', async () => {
  await openProfile('max@acme.example', 'de-DE');
  expect(await row('tenant-admin-link-sso').getAttribute('href')).toBe('');
  await edit('tenant-name-edit');
  await field('tenantName').fill('Acme GmbH');
  await button('Speichern').click();
  await closed();
  await expect.poll(() => row('tenant-name-edit').getAttribute('value')).toBe('Acme GmbH');
  await expectNoTrouble();
});

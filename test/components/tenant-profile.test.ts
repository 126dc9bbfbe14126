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
  await manage('POST', 'project/settings', {
    hostedPages: { signInMethods: ['emailCode'] },
    accountPage: { editableTenantAttributes: ['cost_center', 'seats'] },
  });
  await manage('POST', 'tenant/create', { id: 'acme', name: 'Acme', customAttributes: { seats: 5 } });
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
  // The sign-in, and the two flows whose first screen has values of the tenant.
  const starts = () => open.requests.filter((request) => request.url().endsWith('/v1/flow/start'));
  await expect.poll(() => starts().length).toBe(3);
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

test('an administrator changes attributes, and sees the password policy and the session settings', async () => {
  await manage('POST', 'password/settings', { tenantId: 'acme', minLength: 20 });
  await manage('POST', 'tenant/settings', {
    tenantId: 'acme',
    enabled: true,
    refreshTokenExpiration: 2,
    refreshTokenExpirationUnit: 'weeks',
  });
  await openProfile('joan@acme.example');
  const seats = row('customAttributes.seats');
  await expect.poll(() => seats.getAttribute('value')).toBe('5');
  for (const [id, value] of [
    ['customAttributes.seats', '12'],
    ['customAttributes.cost_center', 'R&D'],
  ] as const) {
    await edit(id);
    await field('value').fill(value);
    await button('Save').click();
    await closed();
    await expect.poll(() => row(id).getAttribute('value')).toBe(value);
  }
  expect((await manage('GET', 'tenant?id=acme')).customAttributes).toEqual({ seats: 12, cost_center: 'R&D' });
  for (const [id, text] of [
    ['password-policy', 'At least 20 characters'],
    ['session-settings', 'after 14 days at the latest'],
  ] as const) {
    await row(id).locator('descope-button').first().click();
    await dialog().locator('#lead', { hasText: text }).waitFor();
    await dialog().locator('#hint', { hasText: 'Only the application' }).waitFor();
    await button('Continue').click();
    await closed();
  }
  await expectNoTrouble();
});

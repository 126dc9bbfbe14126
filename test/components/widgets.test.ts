import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { bundleApplication } from './bundle.ts';
import { enterCode, type FlowPage, requestCode, startFlowPages } from './flow-page.ts';

/** The unmodified widgets of the SDK for React. An administrator of a tenant signs in on the page and uses them. */
let latchkey: Latchkey;
let pages: Awaited<ReturnType<typeof startFlowPages>>;
let open: FlowPage;

const administrator = 'joan@acme.example';

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
  await manage('POST', 'permission/create', { name: 'read' });
  await manage('POST', 'role/create', { name: 'Reader', permissionNames: ['read'] });
  const create = (loginId: string, roleNames: string[]) =>
    manage('POST', 'user/create', {
      loginId,
      email: loginId,
      verifiedEmail: true,
      userTenants: [{ tenantId: 'acme', roleNames }],
    });
  await create(administrator, ['Tenant Admin', 'Reader']);
  await create('bob@acme.example', []);
  // As after his first sign-in.
  await manage('POST', 'user/update/status', { loginId: 'bob@acme.example', status: 'enabled' });
  pages = await startFlowPages(latchkey, await bundleApplication('react'));
});
afterEach(() => open?.close());
afterAll(async () => {
  await pages?.close();
  await latchkey?.close();
});

/** Signs the administrator in on the application's page, which then shows the widget. */
async function openWidget(widgetId: string, locale?: string): Promise<void> {
  open = await pages.open({
    'flow-id': 'sign-in',
    'widget-id': widgetId,
    tenant: 'acme',
    ...(locale && { locale }),
  });
  await enterCode(open, await requestCode(latchkey, open, administrator));
}

const tool = (id: string) => open.page.locator(`descope-button[data-id="${id}"]`);
const dialog = () => open.page.locator('descope-modal[opened="true"]');
const input = (name: string) => dialog().locator(`[name="${name}"] input`).first();
const cell = (text: string) => open.page.locator('vaadin-grid-cell-content', { hasText: text }).first();

/** Selects the row that has the text. Rows are in a shadow tree, and their cells are not. */
async function select(text: string): Promise<void> {
  await cell(text).waitFor();
  const first = await open.page.locator('vaadin-grid').evaluateHandle((grid, text) => {
    const rows = [...(grid.shadowRoot?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('slot')].flatMap((slot) => slot.assignedElements()),
    );
    const row = rows.find((cells) => cells.some((cell) => cell.textContent?.includes(text)));
    return row?.[0] ?? null;
  }, text);
  const found = first.asElement();
  if (!found) throw new Error(`no row has ${text}`);
  await found.click();
}

/** Presses a tool for the selected rows, or for none. Its dialog opens. */
async function begin(id: string): Promise<void> {
  await open.page.locator(`descope-button[data-id="${id}"]:not([disabled])`).click();
  await dialog().locator('descope-button').first().waitFor();
}

/** Presses the button of the dialog, which closes. */
async function finish(button: 'modal-submit' | 'modal-close' = 'modal-submit'): Promise<void> {
  const opened = dialog();
  const title = await opened.locator('descope-text').first().textContent();
  await opened.locator(`descope-button[data-id="${button}"]`).click();
  await dialog()
    .filter({ hasText: title ?? '' })
    .waitFor({ state: 'detached' });
}

async function choose(name: string, value: string): Promise<void> {
  await input(name).pressSequentially(value);
  await input(name).press('Enter');
  // Closes the list.
  await dialog().locator('descope-text').first().click();
}

/** Waits until the widget has told the server. */
const eventually = (read: () => Promise<unknown>) => expect.poll(read);

async function expectNoTrouble(): Promise<void> {
  const answers = await Promise.all(open.requests.map((request) => request.response()));
  const refused = answers.flatMap((one) => (one && one.status() >= 400 ? [new URL(one.url()).pathname] : []));
  expect([refused, open.outside, open.errors]).toEqual([[], [], []]);
}

test('an administrator sees the members, and creates, edits, disables, enables and deletes one', async () => {
  const find = async (loginId: string) =>
    (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
  await openWidget('user-management-widget');
  await cell('bob@acme.example').waitFor();

  await begin('create-user');
  await input('loginId').fill('eve@acme.example');
  await input('displayName').fill('Eve');
  await choose('roles', 'Reader');
  await finish();
  await eventually(async () => await find('eve@acme.example')).toMatchObject({
    name: 'Eve',
    status: 'invited',
    userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
  });
  await cell('eve@acme.example').waitFor();

  await select('bob@acme.example');
  await begin('edit-user');
  expect(await input('loginId').inputValue()).toBe('bob@acme.example');
  await input('displayName').fill('Bob Brown');
  await input('phone').fill('+1 202 555 0123');
  await finish();
  await eventually(async () => await find('bob@acme.example')).toMatchObject({
    name: 'Bob Brown',
    email: 'bob@acme.example',
    phone: '+12025550123',
  });

  for (const [tool, status] of [
    ['disable-user', 'disabled'],
    ['enable-user', 'enabled'],
  ] as const) {
    await select('Bob Brown');
    await begin(tool);
    await finish();
    await eventually(async () => (await find('bob@acme.example')).status).toBe(status);
  }

  await select('Bob Brown');
  await begin('reset-password');
  await finish();
  await expect.poll(() => input('generated-password').inputValue()).not.toBe('');
  await finish('modal-close');
  expect(await find('bob@acme.example')).toMatchObject({ password: true });

  await open.page.locator('[data-id="search-input"] input').fill('brown');
  await cell('eve@acme.example').waitFor({ state: 'hidden' });
  await select('Bob Brown');
  await begin('delete-users');
  expect(await dialog().textContent()).toContain('Bob Brown');
  await finish();
  await eventually(async () => await find('bob@acme.example')).toBeUndefined();
  await cell('Bob Brown').waitFor({ state: 'hidden' });
  await expectNoTrouble();
});

test('an administrator creates, rotates, deactivates and deletes an access key', async () => {
  const exchange = async (key: string) =>
    (
      await latchkey.request('POST', '/v1/auth/accesskey/exchange', {
        bearer: `${latchkey.projectId}:${key}`,
        body: {},
      })
    ).status;
  const shownKey = async () => {
    await expect.poll(() => input('generated-key').inputValue()).not.toBe('');
    return input('generated-key').inputValue();
  };
  await openWidget('access-key-management-widget');

  await begin('create-access-key');
  await input('name').fill('Nightly import');
  await choose('roleNames', 'Reader');
  await finish();
  const first = await shownKey();
  await finish('modal-close');
  expect(await exchange(first)).toBe(200);
  const [key] = (await manage('POST', 'accesskey/search', { tenantIds: ['acme'] })).keys;
  expect(key).toMatchObject({
    name: 'Nightly import',
    keyTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
  });
  expect(key.expireTime - key.createdTime).toBeGreaterThan(29 * 86_400);

  await select('Nightly import');
  await begin('rotate-access-keys');
  await finish();
  const second = await shownKey();
  await finish('modal-close');
  expect([second === first, await exchange(first), await exchange(second)]).toEqual([false, 401, 200]);

  await select('Nightly import');
  await begin('deactivate-access-keys');
  await finish();
  await eventually(() => exchange(second)).toBe(401);
  await cell('inactive').waitFor();

  await select('Nightly import');
  await begin('delete-access-keys');
  await finish();
  await eventually(async () => (await manage('POST', 'accesskey/search', {})).keys).toEqual([]);
  await cell('Nightly import').waitFor({ state: 'hidden' });
  await expectNoTrouble();
});

test('an administrator creates, edits and deletes a role of the tenant', async () => {
  const roles = async () => {
    const all = (await manage('POST', 'role/search', { tenantIds: ['acme'] })).roles as { name: string }[];
    return all.map(({ name }) => name);
  };
  await openWidget('role-management-widget');
  await cell('Tenant Admin').waitFor();

  await begin('create-role');
  await input('name').fill('Inspector');
  await choose('permissionNames', 'read');
  await finish();
  await eventually(roles).toEqual(['Inspector']);

  await select('Inspector');
  await begin('edit-role');
  await input('name').fill('Auditor');
  await input('description').fill('Reads everything');
  await finish();
  await eventually(roles).toEqual(['Auditor']);
  const { roles: found } = await manage('POST', 'role/search', { tenantIds: ['acme'] });
  expect(found[0]).toMatchObject({ description: 'Reads everything', permissionNames: ['read'] });

  await select('Auditor');
  await begin('delete-roles');
  await finish();
  await eventually(roles).toEqual([]);
  await expectNoTrouble();
});

test('an administrator searches the audit log of the tenant', async () => {
  await manage('POST', 'role/create', { name: 'Guest', tenantId: 'acme' });
  await openWidget('audit-management-widget');
  // The newest event is on top. The table draws the rows that are in sight.
  await cell('RoleCreated').waitFor();
  await open.page.locator('[data-id="search-input"] input').fill('UserCreated');
  await cell('UserCreated').waitFor();
  await cell('RoleCreated').waitFor({ state: 'hidden' });
  await expectNoTrouble();
});

test('a widget speaks the language of its locale', async () => {
  await openWidget('user-management-widget', 'de-DE');
  await expect.poll(() => tool('create-user').textContent()).toContain('+ Benutzer');
  await begin('create-user');
  expect(await dialog().textContent()).toContain('Neuer Benutzer');
  await expectNoTrouble();
});

test('a user sees their applications, with names that stay texts, and opens them', async () => {
  const saml = await manage('POST', 'sso/idp/app/saml/create', {
    name: 'Wiki <img src=x onerror=alert(1)>',
    hasNoCertificate: true,
    entityId: 'https://wiki.example.com/saml',
    acsUrl: 'https://wiki.example.com/acs',
  });
  const oidc = await manage('POST', 'sso/idp/app/oidc/create', {
    name: 'R&D "shop"',
    loginPageUrl: 'https://shop.example.com/',
    customIdpInitiatedLoginPageUrl: 'https://shop.example.com/start?a=1&lt=2',
  });
  const plain = await manage('POST', 'sso/idp/app/oidc/create', {
    name: 'Plain',
    loginPageUrl: 'https://plain.example.com/',
  });
  await manage('POST', 'user/update/ssoapp/set', {
    loginId: administrator,
    ssoAppIds: [saml.id, oidc.id, plain.id],
  });
  await openWidget('applications-portal-widget');
  const rows = open.page.locator('descope-apps-list a');
  await rows.first().waitFor();
  expect(await rows.locator('descope-text').allTextContents()).toEqual([
    'Wiki <img src=x onerror=alert(1)>',
    'R&D "shop"',
  ]);
  const [first, second] = await rows.evaluateAll((links) =>
    links.map((link) => (link as HTMLAnchorElement).href),
  );
  expect(first).toContain(`${latchkey.baseUrl}/v1/auth/saml/idp/initiate`);
  expect(second).toBe('https://shop.example.com/start?a=1&lt=2');
  await expectNoTrouble();
});

test('a user without applications reads so in their language', async () => {
  await manage('POST', 'user/update/ssoapp/set', { loginId: administrator, ssoAppIds: [] });
  await openWidget('applications-portal-widget', 'de-DE');
  await open.page.getByText('Bitten Sie Ihre Administration um Zugang').waitFor();
  await expectNoTrouble();
});

test('the widget of outbound applications shows that there are none', async () => {
  await openWidget('outbound-applications-widget');
  await open.page.getByText('There are no applications to connect').waitFor();
  await expectNoTrouble();
});

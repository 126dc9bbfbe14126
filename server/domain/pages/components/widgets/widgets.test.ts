import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installComponentLibrary } from '../../../../../test/component-library.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
});
afterAll(() => latchkey?.close());

const load = (file: string) => fetch(`${latchkey.baseUrl}/pages/${latchkey.projectId}/v2-beta/${file}`);
const at = (widget: string, file: string) => `${widget}/${widget}/${file}`;

const confirms = ['[data-id="modal-cancel"]', '[data-id="modal-submit"]'];
const asks = [...confirms, '[data-id="body-text"]'];
const closes = ['[data-id="modal-close"]'];
const ids = (...names: string[]) => names.map((name) => `[data-id="${name}"]`);
const fields = (...names: string[]) => names.map((name) => `[name="${name}"]`);

/** The elements that the source of each widget looks up in each of its pages, and the data that the API returns or takes. */
const lookedUp: Record<string, Record<string, string[]>> = {
  'user-management-widget': {
    root: ids(
      ...['search-input', 'users-table', 'create-user', 'edit-user', 'delete-users'],
      ...['enable-user', 'disable-user', 'reset-password', 'remove-passkey'],
    ),
    'create-user-modal': [
      ...confirms,
      ...ids('roles-multiselect'),
      ...fields('loginId', 'displayName', 'email', 'phone', 'roles'),
    ],
    'edit-user-modal': [
      ...confirms,
      ...ids('roles-multiselect'),
      ...fields('loginId', 'displayName', 'email', 'phone', 'roles'),
    ],
    'delete-users-modal': asks,
    'enable-user-modal': asks,
    'disable-user-modal': asks,
    'reset-password-modal': asks,
    'generated-password-modal': [...closes, ...fields('generated-password')],
    'remove-passkey-modal': asks,
  },
  'access-key-management-widget': {
    root: ids(
      ...['search-input', 'access-keys-table', 'create-access-key', 'delete-access-keys'],
      ...['activate-access-keys', 'deactivate-access-keys', 'rotate-access-keys'],
    ),
    'create-access-key-modal': [
      ...confirms,
      ...ids('roles-multiselect'),
      ...fields('name', 'expiration', 'roleNames', 'permittedIps'),
    ],
    'created-access-key-modal': [...closes, ...fields('generated-key')],
    'delete-access-keys-modal': asks,
    'activate-access-keys-modal': asks,
    'deactivate-access-keys-modal': asks,
    'rotate-access-key-modal': asks,
    'rotated-access-key-modal': [...closes, ...fields('generated-key')],
  },
  'role-management-widget': {
    root: ids('search-input', 'roles-table', 'create-role', 'edit-role', 'delete-roles', 'duplicate-role'),
    'create-role-modal': [
      ...confirms,
      ...ids('permissions-multiselect'),
      ...fields('name', 'description', 'permissionNames'),
    ],
    'edit-role-modal': [
      ...confirms,
      ...ids('permissions-multiselect'),
      ...fields('name', 'description', 'permissionNames'),
    ],
    'delete-roles-modal': asks,
  },
  'audit-management-widget': {
    root: ids('search-input', 'range-input', 'audit-table', 'export-button'),
  },
  'tenant-profile-widget': {
    root: ids(
      ...['tenant-name-edit', 'tenant-email-domains-edit', 'tenant-enforce-sso-edit'],
      ...['tenant-admin-link-sso', 'password-policy', 'session-settings'],
    ),
  },
  'user-profile-widget': {
    root: [
      ...ids('avatar', 'name', 'builtin.givenName', 'builtin.middleName', 'builtin.familyName'),
      ...ids('email', 'phone', 'password', 'totp', 'passkey', 'logout'),
      ...['add-passkey-flow-id="user-profile-passkey"', 'flow-id="user-profile-remove-device"'].map(
        (one) => `[${one}]`,
      ),
    ],
  },
  'applications-portal-widget': { root: ['[slot="empty-state"]'] },
  'outbound-applications-widget': { root: ['[slot="empty-state"]'] },
};

const everyPage = Object.entries(lookedUp).flatMap(([widget, pages]) =>
  Object.entries(pages).map(([page, elements]) => ({ widget, page, elements })),
);

test('config.json names each widget that has pages, with the locales of the flows', async () => {
  type Described = Record<string, { targetLocales: string[] }>;
  const config = (await (await load('config.json')).json()) as { widgets: Described; flows: Described };
  const { widgets, flows } = config;
  const targetLocales = flows['sign-in']?.targetLocales;
  expect(widgets).toEqual(
    Object.fromEntries(
      Object.keys(lookedUp).map((id) => [id, { version: 1, allowSubTenants: false, targetLocales }]),
    ),
  );
});

describe.each(['', '-de', '-fr-ca', '-es'])('a page of a widget in the locale %j', (locale) => {
  test('has what the widget looks up, and consists of elements of the library', async () => {
    for (const { widget, page, elements } of everyPage) {
      const response = await load(at(widget, `${page}${locale}.html`));
      const text = await response.text();
      expect([widget, page, response.status]).toEqual([widget, page, 200]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const missing = elements.map((one) => one.slice(1, -1)).filter((one) => !text.includes(` ${one}`));
      expect([widget, page, missing]).toEqual([widget, page, []]);
      const names = [...text.matchAll(/<\/?([\w-]+)/g)].map(([, name]) => name);
      expect(names.filter((name) => !name?.startsWith('descope-'))).toEqual([]);
      expect(text).not.toMatch(/<[^>]*\s(?:on\w+|style|src|href)=|javascript:|https?:\/\/|undefined/);
      const known = [...text.matchAll(/ data-id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(known).size, page).toBe(known.length);
    }
  });
});

test('a page is in the language of its locale, and otherwise in the language of the project', async () => {
  const text = async (ending: string) =>
    (await load(at('role-management-widget', `create-role-modal${ending}.html`))).text();
  expect(await text('')).toContain('>New role<');
  expect(await text('-de-at')).toBe(await text('-de'));
  expect(await text('-de')).toContain('>Neue Rolle<');
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'fr' });
  expect(await text('')).toContain('>Nouveau rôle<');
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'en' });
});

test('the lists of applications say what it means that they are empty', async () => {
  const text = async (widget: string, locale: string) =>
    (await load(at(widget, `root${locale}.html`))).text();
  const portal = await text('applications-portal-widget', '');
  expect(portal).toContain('<descope-apps-list ');
  expect(portal).toContain('Ask your administrator');
  const outbound = await text('outbound-applications-widget', '-de');
  // Without flows to connect an application, there is nothing to press.
  expect(outbound).toContain('<descope-outbound-apps size="sm">');
  expect(outbound).toContain('Es gibt keine Anwendungen');
});

test('there is no other page, widget or locale', async () => {
  const user = 'user-management-widget';
  for (const file of [
    ...['nothing.html', 'root', 'root.htm', 'root-xx.html', 'root-.html', 'create-role-modal.html'].map(
      (file) => at(user, file),
    ),
    ...['__proto__.html', 'constructor.html', '..%2Froot.html', '%2e%2e/root.html'].map((file) =>
      at(user, file),
    ),
    ...['no-widget', '__proto__', 'x'].map((widget) => at(widget, 'root.html')),
    `${user}/my-own-id/root.html`,
    `${user}/role-management-widget/root.html`,
  ])
    expect([file, (await load(file)).status]).toEqual([file, 404]);
});

test('every flow that a profile names exists, and only those that show values of the tenant begin with a request', async () => {
  const config = (await (await load('config.json')).json()) as {
    flows: Record<string, { startScreenId?: string }>;
  };
  const roots = await Promise.all(
    ['user-profile-widget', 'tenant-profile-widget'].map(async (id) =>
      (await load(at(id, 'root.html'))).text(),
    ),
  );
  const named = [...roots.join().matchAll(/flow-id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((id) => !config.flows[id])).toEqual([]);
  const asking = new Set(named.filter((id) => !config.flows[id]?.startScreenId));
  expect([...asking]).toEqual(['tenant-profile-password-policy', 'tenant-profile-session-settings']);
});

/** Turns a flow off or on. */
async function turn(flowId: string, disabled: boolean) {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/flow/export', { flowId });
  const flow = { dsl: body.flow.dsl, disabled };
  const { status } = await latchkey.manage('POST', '/v1/mgmt/flow/import', { flowId, flow });
  expect([flowId, status]).toEqual([flowId, 200]);
}

test('a profile has no button for a flow that the project has turned off', async () => {
  const root = async (id: string) => (await load(at(id, 'root.html'))).text();
  const named = (text: string) => [...text.matchAll(/flow-id="([^"]+)"/g)].map(([, id = '']) => id);
  const before = [...named(await root('user-profile-widget')), ...named(await root('tenant-profile-widget'))];
  const headings = (text: string) => text.split('variant="subtitle2"').length - 1;
  const all = headings(await root('user-profile-widget'));
  for (const flowId of new Set(before)) await turn(flowId, true);
  const [user, tenant] = [await root('user-profile-widget'), await root('tenant-profile-widget')];
  expect([named(user), named(tenant)]).toEqual([[], []]);
  expect(user).toContain('data-id="avatar"');
  expect(user).toContain('hide-actions="true"');
  expect(user).not.toContain('data-id="passkey"');
  expect(headings(user)).toBeLessThan(all);
  for (const flowId of new Set(before)) await turn(flowId, false);
  expect(named(await root('user-profile-widget')).length).toBeGreaterThan(10);
});

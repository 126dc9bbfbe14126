import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser, type Visited } from '../../../../test/browser.ts';
import { type DnsServer, startDnsServer } from '../../../../test/counterparts/dns-server.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { OidcBrowser, type OpenIdProvider, startOpenIdProvider } from '../../../../test/openid-provider.ts';
import { createPasswordUser, type PasswordUser } from '../../../../test/signed-in.ts';
import { deleteExpiredSetupLinks } from '../../federation/sso-setup-links/setup-link.ts';

let latchkey: Latchkey;
let dns: DnsServer;
let provider: OpenIdProvider;
let counter = 0;
let tenantId: string;

beforeAll(async () => {
  dns = await startDnsServer();
  latchkey = await startLatchkey({ LATCHKEY_DNS_SERVER: dns.address });
  latchkey.stopClock();
  provider = await startOpenIdProvider(latchkey);
  await manage('role/create', { name: 'Seller' });
  await manage('role/create', { name: 'Hidden', private: true });
  await manage('role/create', { name: 'Keeper', permissionNames: ['User Admin'] });
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
  await dns.close();
});
beforeEach(async () => {
  counter += 1;
  tenantId = `corp-${counter}`;
  delete provider.faults.person;
  await manage('tenant/create', { id: tenantId, name: `Corp ${counter}` });
  await manage('role/create', { name: 'Local', tenantId });
});

async function manage(path: string, body: object, method = 'POST') {
  const answer = await latchkey.manage(method, `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** The page as a browser has it, which knows the address of the page. */
interface Portal {
  path: string;
  browser: FormBrowser;
  show(step: string): Promise<Visited>;
  send(form: Record<string, string>): Promise<Visited>;
}

function portalAt(browser: FormBrowser, path: string): Portal {
  return {
    path,
    browser,
    show: (step) => browser.get(`${path}?step=${step}`),
    send: (form) => browser.post(path, form),
  };
}

async function byLink(options: object = {}): Promise<Portal> {
  const { adminSSOConfigurationLink: link } = await manage('tenant/adminlinks/sso/generate', {
    tenantId,
    ...options,
  });
  const browser = new FormBrowser(latchkey);
  const path = link.replace(latchkey.baseUrl, '');
  await browser.get(path);
  return portalAt(browser, path.split('?')[0]);
}

const setupPath = () => `/sso-setup/${latchkey.projectId}/tenants/${tenantId}/default_ssoid`;

async function administrator(...roleNames: string[]): Promise<PasswordUser> {
  return createPasswordUser(latchkey, { userTenants: [{ tenantId, roleNames }] });
}

/** Signs a user in on the way to the page. */
async function bySignIn({ loginId, password }: PasswordUser): Promise<Portal> {
  const browser = new FormBrowser(latchkey);
  const { location } = await browser.get(setupPath());
  const login = location.replace(latchkey.baseUrl, '');
  await browser.get(login);
  const asked = await browser.submit(login, { loginId });
  let visited = await browser.post(asked.path, { password });
  while (visited.location) visited = await browser.get(visited.location.replace(latchkey.baseUrl, ''));
  expect(visited.status).toBe(200);
  return portalAt(browser, setupPath());
}

const oidcForm = () => ({
  do: 'save',
  protocol: 'oidc',
  issuer: provider.issuer,
  clientId: 'latchkey',
  clientSecret: 'secret',
});

/** Goes to the identity provider and back. */
async function runTest({ browser, send }: Portal): Promise<Visited> {
  let visited = await send({ do: 'test' });
  while (visited.location) {
    const { location } = visited;
    if (location.startsWith(latchkey.baseUrl))
      visited = await browser.get(location.replace(latchkey.baseUrl, ''));
    else if (location.startsWith('/')) visited = await browser.get(location);
    else {
      const away = await fetch(location, { redirect: 'manual' });
      visited = { ...visited, location: away.headers.get('location') ?? '' };
    }
  }
  return visited;
}

const settings = async () =>
  (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`)).body;
const links = async () =>
  (await latchkey.manage('GET', `/v1/mgmt/tenant/adminlinks/sso/all?tenantId=${tenantId}`)).body.links;
const domains = async () =>
  (await latchkey.manage('GET', `/v1/mgmt/tenant/domain/all?tenantId=${tenantId}`)).body.domains;

/** A form of the mapping with one row for each group. */
function mapping(portal: Portal, rows: [string, string][], attributes: Record<string, string> = {}) {
  const form = new URLSearchParams({ do: 'map' });
  for (const [name, value] of Object.entries(attributes)) form.set(`attribute-${name}`, value);
  for (const [group, role] of rows) {
    form.append('mappedGroup', group);
    form.append('mappedRole', role);
  }
  return portal.browser.post(portal.path, form as never);
}

describe('the state of a setup link', () => {
  test('says when it was opened, changed and finished, and a change reopens it', async () => {
    const { id } = await sent('it@corp.example');
    expect(await links()).toMatchObject([
      { id, sentTo: 'it@corp.example', mapRoles: false, openedTime: 0, changedTime: 0, doneTime: 0 },
    ]);
    const portal = await byLink();
    // A mail filter that fetches the link does not count as its reader.
    expect((await links())[0]).toMatchObject({ sentTo: '', openedTime: 0 });
    await portal.show('provider');
    expect((await links())[0].openedTime).toBeGreaterThan(0);
    expect((await portal.send({ do: 'finish' })).status).toBe(400);
    await portal.send(oidcForm());
    provider.faults.person = { sub: 'ann', email: 'ann@corp.example' };
    expect((await runTest(portal)).html).toContain('The test succeeded.');
    expect((await portal.send({ do: 'finish' })).status).toBe(303);
    const [done] = await links();
    expect(done.doneTime).toBe(done.changedTime);
    expect((await portal.show('test')).html).toContain('was reported as complete');
    latchkey.advance(60_000);
    await portal.send({ do: 'choose', provider: 'okta' });
    const [changed] = await links();
    expect(changed.changedTime).toBeGreaterThan(changed.doneTime);
    expect((await portal.show('test')).html).toContain('Report setup as complete');
    const { audits } = await manage('audit/search', { tenants: [tenantId], actions: ['SsoModified'] });
    expect(audits.map(({ data }: { data: { change: string } }) => data.change)).toContain('setupDone');
  });

  async function sent(email: string) {
    await manage('tenant/adminlinks/sso/send', { tenantId, email });
    return (await links())[0];
  }

  test('stays for 30 days after its end, and one link can be revoked alone', async () => {
    const first = await byLink({ expireTime: 60 });
    await first.show('provider');
    // The console tests with such a link, which nobody needs to see later.
    await manage('tenant/adminlinks/sso/generate', { tenantId, expireTime: 60 });
    const second = await byLink();
    const [, , { id }] = await links();
    latchkey.advance(61_000);
    await deleteExpiredSetupLinks(latchkey.service);
    expect(await links()).toHaveLength(2);
    expect((await first.show('provider')).status).toBe(400);
    await manage('tenant/adminlinks/sso/revoke', { tenantId, linkId: id });
    expect(await links()).toHaveLength(1);
    expect((await second.show('provider')).status).toBe(200);
  });
});

describe('the steps', () => {
  test('are saved one by one, and the page continues where its reader left off', async () => {
    const portal = await byLink();
    expect((await portal.browser.get(portal.path)).html).toContain('Which identity provider do you use?');
    expect((await portal.send({ do: 'choose', provider: 'okta' })).location).toMatch(/step=connect$/);
    const again = await portal.browser.get(portal.path);
    expect(again.html).toContain('Okta');
    expect(again.html).toContain('id="theirs"');
    expect((await settings()).oidc.providerID).toBe('okta');
    expect((await portal.show('mapping')).html).toContain('Save your identity provider first');
    await portal.send(oidcForm());
    const saved = await portal.show('connect');
    expect(saved.html).toContain('id="understood"');
    expect(saved.html).toContain(provider.issuer);
    expect((await portal.browser.get(portal.path)).html).toContain('Test sign-in');
  });
});

describe('domains', () => {
  test('are claimed, checked and removed by a link, which is named, and a proof stays', async () => {
    const portal = await byLink();
    const domain = `it${counter}.example`;
    expect((await portal.send({ do: 'claim', domain: 'gmail.com' })).status).toBe(400);
    expect((await portal.send({ do: 'claim', domain })).status).toBe(303);
    const [{ id }] = await links();
    const [claimed] = await domains();
    expect(claimed).toMatchObject({ domain, status: 'pending', claimedBy: 'setupLink', claimedById: id });
    expect((await portal.show('domains')).html).toContain(claimed.record.value);
    dns.set(claimed.record.name, ['something else']);
    const missed = await portal.send({ do: 'check', domain });
    expect(missed.html).toContain('something else');
    dns.set(claimed.record.name, [claimed.record.value]);
    expect((await portal.send({ do: 'check', domain })).html).toContain('Verified');
    // The page neither removes a proof nor looks at it, because a look can end it.
    dns.set(claimed.record.name, []);
    await portal.send({ do: 'check', domain });
    await portal.send({ do: 'unclaim', domain });
    expect(await domains()).toMatchObject([{ domain, status: 'verified' }]);
  });

  test('of others stay when a link removes its own, and a link cannot use up all claims', async () => {
    const portal = await byLink();
    const other = `mgmt${counter}.example`;
    await manage('tenant/domain/create', { tenantId, domain: other });
    await portal.send({ do: 'unclaim', domain: other });
    const own = Array.from({ length: 11 }, (_, index) => `own${index}-${counter}.example`);
    const statuses: number[] = [];
    for (const domain of own) statuses.push((await portal.send({ do: 'claim', domain })).status);
    expect(statuses).toEqual([...Array(10).fill(303), 400]);
    for (const domain of own) await portal.send({ do: 'unclaim', domain });
    expect(await domains()).toMatchObject([{ domain: other, claimedBy: 'managementKey', claimedById: '' }]);
    const admin = await bySignIn(await administrator('Tenant Admin'));
    await admin.send({ do: 'unclaim', domain: other });
    expect(await domains()).toEqual([]);
  });

  test('are not offered for another connection, or if the tenant’s settings hide them', async () => {
    await manage('sso/settings/new', { tenantId, ssoId: 'second', displayName: 'Second' });
    const second = await byLink({ ssoId: 'second' });
    const domain = `no${counter}.example`;
    expect((await second.send({ do: 'claim', domain })).status).toBe(400);
    const disabledFeatures = { ssoDomains: true };
    await manage('tenant/settings', { tenantId, ssoSetupSuiteSettings: { disabledFeatures } });
    const first = await byLink();
    expect((await first.send({ do: 'claim', domain })).status).toBe(400);
    expect(await domains()).toEqual([]);
  });
});

describe('the mapping', () => {
  test('of roles needs a link that may do it, and roles that administer nothing', async () => {
    const plain = await byLink();
    await plain.send(oidcForm());
    expect((await mapping(plain, [['staff', 'Seller']])).status).toBe(400);
    const portal = await byLink({ mapRoles: true });
    for (const role of ['Hidden', 'Keeper', 'Tenant Admin', 'Nothing'])
      expect((await mapping(portal, [['staff', role]])).status, role).toBe(400);
    const saved = await mapping(portal, [
      ['staff', 'Seller'],
      ['CN=Sales,OU=Corp', 'Local'],
      ['sales', 'Seller'],
      ['', 'Local'],
    ]);
    expect(saved.location).toMatch(/step=mapping&saved$/);
    const page = (await portal.show('mapping')).html;
    for (const text of ['staff', 'sales', 'CN=Sales,OU=Corp']) expect(page).toContain(`value="${text}"`);
    expect(page).not.toContain('Hidden');
    expect(page).not.toContain('Keeper');
  });

  test('of roles by a signed-in user is for roles whose permissions the user has', async () => {
    const admin = await bySignIn(await administrator('Tenant Admin'));
    await admin.send(oidcForm());
    expect((await mapping(admin, [['it', 'Tenant Admin']])).status).toBe(303);
    expect((await mapping(admin, [['it', 'Hidden']])).status).toBe(400);
    await manage('role/create', { name: 'Connects', permissionNames: ['SSO Admin'], tenantId });
    const holder = await bySignIn(await administrator('Connects'));
    for (const role of ['Tenant Admin', 'Keeper'])
      expect((await mapping(holder, [['all', role]])).status, role).toBe(400);
    expect((await mapping(holder, [['all', 'Seller']])).status).toBe(303);
    expect((await mapping(holder, [], { group: 'nickname' })).status).toBe(400);
    expect((await holder.show('mapping')).html).toContain('it → Tenant Admin');
  });

  test('keeps the rows that the page may not change', async () => {
    await manage('sso/mapping', {
      tenantId,
      roleMappings: [
        { groups: ['bosses'], roleName: 'Hidden' },
        { groups: ['admins'], roleName: 'Tenant Admin' },
      ],
    });
    const portal = await byLink({ mapRoles: true });
    await portal.send(oidcForm());
    await mapping(portal, [['staff', 'Seller']]);
    await mapping(portal, [['', '']]);
    const page = (await portal.show('mapping')).html;
    expect(page).toContain('admins → Tenant Admin');
    expect(page).not.toContain('bosses');
    const stored = JSON.stringify(await settings());
    for (const text of ['bosses', 'admins']) expect(stored).toContain(text);
    expect(stored).not.toContain('staff');
    // Another attribute for the groups would give these roles to others.
    expect((await mapping(portal, [], { group: 'nickname' })).status).toBe(400);
  });

  test('of who a user is ends with the first user, and with an identity provider of the application', async () => {
    const portal = await byLink();
    await portal.send(oidcForm());
    expect((await mapping(portal, [], { email: 'mail', name: 'nickname' })).status).toBe(303);
    expect((await settings()).oidc.userAttrMapping).toMatchObject({ email: 'mail', name: 'nickname' });
    await manage('sso/redirect', { tenantId, oauthRedirectUrl: 'http://127.0.0.1:9/app' });
    provider.faults.person = { sub: `kim-${counter}`, mail: 'kim@corp.example' };
    const browser = new OidcBrowser(latchkey);
    await browser.get(await provider.signIn(await browser.start(tenantId), provider.faults.person));
    for (const field of ['email', 'username', 'phoneNumber'])
      expect((await mapping(portal, [], { [field]: 'nickname' })).status, field).toBe(400);
    expect((await mapping(portal, [], { name: 'name' })).status).toBe(303);
    expect((await portal.show('mapping')).html).toContain('This identifies users');

    tenantId = `${tenantId}-set`;
    await manage('tenant/create', { id: tenantId, name: tenantId });
    const { do: _, protocol: __, ...client } = oidcForm();
    await manage('sso/oidc', { tenantId, settings: client });
    const other = await byLink();
    expect((await mapping(other, [], { email: 'nickname' })).status).toBe(400);
  });

  test('shows the user who would come out before it is saved, with the values of the last test', async () => {
    const portal = await byLink({ mapRoles: true });
    await portal.send(oidcForm());
    expect((await portal.show('mapping')).html).toContain('Test the connection first');
    provider.faults.person = { sub: 'ann', email: 'ann@corp.example', nick: 'Annie <b>', teams: ['crew'] };
    await runTest(portal);
    const form = new URLSearchParams({
      do: 'preview',
      'attribute-name': 'nick',
      'attribute-group': 'teams',
      mappedGroup: 'crew',
      mappedRole: 'Seller',
    });
    const { html } = await portal.browser.post(portal.path, form as never);
    const preview = html.slice(html.indexOf('id="preview"'));
    for (const text of ['ann@corp.example (not verified', 'Annie &lt;b&gt;', 'crew', 'Seller'])
      expect(preview).toContain(text);
    expect((await settings()).oidc.userAttrMapping?.name ?? '').toBe('');
  });
});

describe('the token of the directory', () => {
  const token = (html: string) => /id="scim-token"[^>]* value="([^"]+)"/.exec(html)?.[1];

  test('is never created by a link, nor by SSO Admin alone', async () => {
    const link = await byLink({ mapRoles: true });
    expect((await link.send({ do: 'token' })).status).toBe(403);
    await manage('role/create', { name: 'Connects', permissionNames: ['SSO Admin'], tenantId });
    const holder = await bySignIn(await administrator('Connects'));
    expect((await holder.send({ do: 'token' })).status).toBe(403);
    expect((await holder.show('directory')).html).not.toContain('value="token"');
  });

  test('is shown once to a tenant’s administrator, and opens the directory', async () => {
    const admin = await bySignIn(await administrator('Tenant Admin'));
    const created = await admin.send({ do: 'token' });
    expect(created.headers.get('cache-control')).toBe('no-store');
    const bearer = token(created.html);
    expect((await admin.show('directory')).html).not.toContain('scim-token');
    const users = await latchkey.request('GET', '/scim/v2/Users', { bearer: bearer ?? '' });
    expect(users.status).toBe(200);
    const disabledFeatures = { scim: true };
    await manage('tenant/settings', { tenantId, ssoSetupSuiteSettings: { disabledFeatures } });
    expect((await admin.send({ do: 'token' })).status).toBe(403);
  });
});

describe('a signed-in administrator', () => {
  const authType = async () => (await settings()).tenant.authType;

  test('saves, and each form counts only from the page itself', async () => {
    const admin = await bySignIn(await administrator('Tenant Admin'));
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await admin.browser.post(admin.path, oidcForm(), foreign)).status).toBe(400);
    expect(await authType()).toBe('none');
    expect((await admin.send(oidcForm())).location).toMatch(/saved$/);
    expect(await authType()).toBe('oidc');
    // Replacing the identity provider awaits a decision, as with a link.
    await manage('sso/oidc', { tenantId, settings: { ...oidcForm(), clientId: 'latchkey' } });
    const { audits } = await manage('audit/search', { tenants: [tenantId], actions: ['SsoModified'] });
    expect(audits.map(({ actorType }: { actorType: string }) => actorType)).toContain('user');
  });

  test.each([
    [
      'loses the right',
      403,
      (user: PasswordUser) =>
        manage('user/update/role/remove', { loginId: user.loginId, tenantId, roleNames: ['Tenant Admin'] }),
    ],
    ['is signed out', 303, (user: PasswordUser) => manage('user/logout', { loginId: user.loginId })],
    [
      'is disabled',
      303,
      (user: PasswordUser) => manage('user/update/status', { loginId: user.loginId, status: 'disabled' }),
    ],
    [
      'leaves the tenant',
      403,
      (user: PasswordUser) => manage('user/update/tenant/remove', { loginId: user.loginId, tenantId }),
    ],
    [
      'administers a tenant that is disabled',
      403,
      () => manage('tenant/update', { id: tenantId, name: tenantId, disabled: true }),
    ],
  ] as [string, number, (user: PasswordUser) => Promise<unknown>][])(
    'who %s saves nothing any more',
    async (_, status, end) => {
      const user = await administrator('Tenant Admin');
      const admin = await bySignIn(user);
      await end(user);
      expect((await admin.send(oidcForm())).status).toBe(status);
      expect((await admin.show('connect')).status).toBe(status);
      expect(await authType()).toBe('none');
    },
  );

  test('proves another factor first if the policy demands it', async () => {
    const user = await administrator('Tenant Admin');
    const admin = await bySignIn(user);
    const policy = { roleName: 'Tenant Admin', secondFactor: { when: 'always', methods: ['totp'] } };
    await manage('project/sign-in-policy/set', policy);
    try {
      const shown = await admin.show('connect');
      expect([shown.status, shown.location]).toEqual([303, expect.stringContaining('/login/')]);
      expect((await admin.send(oidcForm())).status).toBe(303);
      expect(await authType()).toBe('none');
    } finally {
      await manage('project/sign-in-policy/set', {
        roleName: 'Tenant Admin',
        secondFactor: { when: 'never' },
      });
    }
  });
});

describe('a change that is under way', () => {
  let last: PasswordUser | undefined;
  test.each([
    ['the link is revoked', () => byLink(), () => manage('tenant/adminlinks/sso/revoke', { tenantId })],
    [
      'the administrator loses the right',
      async () => {
        last = await administrator('Tenant Admin');
        return bySignIn(last);
      },
      () =>
        manage('user/update/role/remove', {
          loginId: last?.loginId,
          tenantId,
          roleNames: ['Tenant Admin'],
        }),
    ],
  ] as [string, () => Promise<Portal>, () => Promise<unknown>][])(
    'changes nothing if %s meanwhile',
    async (_, open, end) => {
      const portal = await open();
      const held = await heldProvider();
      const saving = portal.send({ ...oidcForm(), issuer: held.issuer });
      await held.asked;
      await end();
      held.release();
      expect((await saving).status).toBe(400);
      expect((await settings()).tenant.authType).toBe('none');
      held.close();
    },
  );

  /** An OpenID provider whose discovery document waits. */
  async function heldProvider() {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const server = createServer(async (_, response) => {
      asked.resolve();
      await released.promise;
      const { issuer: known } = provider;
      const { body } = { body: await (await fetch(`${known}/.well-known/openid-configuration`)).text() };
      response.setHeader('content-type', 'application/json').end(body.replaceAll(known, issuer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { issuer, asked: asked.promise, release: () => released.resolve(), close: () => server.close() };
  }
});

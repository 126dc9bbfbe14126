import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountPages, startAccountPages } from '../../../../test/account-page.ts';
import { FormBrowser, type Visited } from '../../../../test/browser.ts';
import { type DnsServer, startDnsServer } from '../../../../test/counterparts/dns-server.ts';
import { password } from '../../../../test/hosted-pages.ts';
import { newestMessageTo } from '../../../../test/messages.ts';
import { createTwoFactorUser, setPolicy } from '../../../../test/sign-in-policy.ts';
import { claimsOf } from '../../../../test/signed-in.ts';

let dns: DnsServer;
let pages: AccountPages;
let admin: FormBrowser;
let adminLogin: string;

const manage = async (path: string, body: object) => {
  const answer = await pages.latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const inTenant = (tenantId: string, ...roleNames: string[]) => ({ tenantId, roleNames });
const at = (section = '') => `/tenant/mine${section && `/${section}`}`;
const readable = ({ html }: Visited) =>
  html
    .slice(html.indexOf('<main>'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Creates a user with these memberships who is signed in on the page of the tenant. */
async function openAs(userTenants: object[], more: object = {}) {
  const loginId = await pages.makeUser({ userTenants, ...more });
  const browser = new FormBrowser(pages.latchkey);
  const page = await pages.signInAt(browser, at(), loginId);
  return { browser, loginId, page };
}

/** Creates a member, who has one session. */
async function makeMember(...roleNames: string[]) {
  const loginId = await pages.makeUser({ userTenants: [inTenant('mine', ...roleNames)] });
  const { body } = await pages.latchkey.request('POST', '/v1/auth/password/signin', {
    body: { loginId, password },
  });
  return { loginId, ...(await pages.load(loginId)), sessionId: claimsOf(body.refreshJwt).sid as string };
}

beforeAll(async () => {
  dns = await startDnsServer();
  pages = await startAccountPages({ LATCHKEY_DNS_SERVER: dns.address });
  await manage('tenant/create', { id: 'mine', name: 'Mine <b>' });
  await manage('tenant/create', { id: 'other', name: 'Other' });
  for (const name of ['read', 'write']) await manage('permission/create', { name });
  await manage('role/create', { name: 'Reader', permissionNames: ['read'] });
  await manage('role/create', { name: 'Writer', permissionNames: ['write'] });
  await manage('role/create', { name: 'Hidden', private: true });
  const opened = await openAs([inTenant('mine', 'Tenant Admin', 'Reader')]);
  expect(opened.page.status).toBe(200);
  ({ browser: admin, loginId: adminLogin } = opened);
});
afterAll(async () => {
  await pages.latchkey.close();
  await dns.close();
});

/** Everything that a form of the page can change. */
async function everything() {
  const { users } = await manage('user/search', { withTestUser: true });
  const { roles } = (await pages.latchkey.manage('GET', '/v1/mgmt/role/all')).body;
  const { keys } = await manage('accesskey/search', {});
  const { domains } = (await pages.latchkey.manage('GET', '/v1/mgmt/tenant/domain/all?tenantId=mine')).body;
  return JSON.stringify([users, roles, keys, domains]);
}
const sessionsOf = async (identifier: string) =>
  (await manage('user/sessions', { identifier })).sessions.length;

/** A form of each kind, about a new member, role, token and domain. */
async function everyForm(): Promise<{ member: string; forms: [string, Record<string, string>][] }> {
  const { userId, loginId, sessionId } = await makeMember();
  const { id: roleId } = await manage('role/create', { name: `Role ${userId}`, tenantId: 'mine' });
  const keyTenants = [inTenant('mine', 'Tenant Admin')];
  const { key } = await manage('accesskey/create', { name: 'scim', keyTenants });
  const domain = `${userId.toLowerCase()}.example`;
  await manage('tenant/domain/create', { tenantId: 'mine', domain });
  const ofMember = `members?user=${userId}`;
  const { userId: invited } = await pages.load(await pages.makeUser({ userTenants: [inTenant('mine')] }));
  return {
    member: loginId,
    forms: [
      ['members', { act: 'invite', email: `${userId}@example.net` }],
      [ofMember, { act: 'roles', roleNames: 'Reader' }],
      [ofMember, { act: 'endSession', sessionId }],
      [ofMember, { act: 'endSessions' }],
      [ofMember, { act: 'password' }],
      [`members?user=${invited}`, { act: 'inviteAgain' }],
      [ofMember, { act: 'disable' }],
      [ofMember, { act: 'enable' }],
      ['roles', { act: 'create', name: `New ${userId}` }],
      [`roles?role=${roleId}`, { act: 'save', name: `Newer ${userId}` }],
      ['roles', { act: 'delete', id: roleId }],
      ['provisioning', { act: 'create', name: 'Okta' }],
      ['provisioning', { act: 'rotate', id: key.id }],
      ['provisioning', { act: 'revoke', id: key.id }],
      ['domains', { act: 'claim', domain: `new-${domain}` }],
      ['domains', { act: 'verify', domain }],
      ['domains', { act: 'delete', domain }],
      [ofMember, { act: 'remove' }],
      [ofMember, { act: 'delete' }],
    ],
  };
}

describe('the page', () => {
  test('asks a stranger to sign in, and then shows the section that they opened', async () => {
    const { userId } = await makeMember();
    const browser = new FormBrowser(pages.latchkey);
    const page = await pages.signInAt(browser, at(`members?user=${userId}`), adminLogin);
    expect(page.html).toContain('Temporary password');
    const overview = await browser.get(at());
    expect(overview.html).toContain('<h1>Mine &lt;b&gt;</h1>');
    expect(overview.html).toContain('>Invite</button>');
    expect(overview.html).toContain('>Create token</button>');
    for (const [tag, text] of [
      ['de', 'Personen einladen'],
      ['fr', 'Inviter des personnes'],
      ['es', 'Invitar a personas'],
    ] as const)
      expect((await browser.get(at(), { 'accept-language': tag })).html).toContain(text);
  });

  test('is linked from the account page of those who administer a tenant, and of no others', async () => {
    expect((await admin.get(pages.at())).html).toContain('<a href="/tenant/mine">Manage Mine &lt;b&gt;</a>');
    const { browser } = await openAs([inTenant('mine', 'Reader')]);
    expect((await browser.get(pages.at())).html).not.toContain('/tenant/');
  });

  test.each<[string, object[], object]>([
    ['a member', [inTenant('mine', 'Reader')], {}],
    ['a user of no tenant', [], {}],
    ['an administrator of another tenant', [inTenant('other', 'Tenant Admin')], {}],
    ['a holder of the role in the project', [inTenant('mine')], { roleNames: ['Tenant Admin'] }],
  ])('is closed to %s', async (_who, userTenants, more) => {
    const { page, browser } = await openAs(userTenants, more);
    expect([page.status, page.html.includes('Mine')]).toEqual([403, false]);
    expect((await browser.get('/tenant/unknown')).status).toBe(403);
  });

  test('shows only single sign-on to a holder of SSO Admin alone', async () => {
    await manage('role/create', { name: 'SSO only', permissionNames: ['SSO Admin'], tenantId: 'mine' });
    const { page, browser } = await openAs([inTenant('mine', 'SSO only')]);
    expect(page.status).toBe(200);
    expect(page.html).not.toMatch(/\/tenant\/mine\/(members|roles|provisioning|domains|audit)/);
    expect(page.html).not.toContain('Invite');
    const sso = await browser.get(at('sso'));
    const link = /href="([^"]*\/sso-setup\/[^"]*)"/.exec(sso.html)?.[1] ?? '';
    expect((await browser.get(new URL(link).pathname)).status).toBe(200);
    for (const section of ['members', 'roles', 'provisioning', 'domains', 'audit']) {
      expect((await browser.get(at(section))).status).toBe(403);
      expect((await browser.post(at(section), { act: 'create', name: 'x' })).status).toBe(403);
    }
  });

  test('demands the second factor that a policy demands, and then opens', async () => {
    const { latchkey, follow } = pages;
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] });
    const { loginId, code } = await createTwoFactorUser(latchkey);
    await manage('project/sign-in-policy/delete', {});
    await manage('user/password/set/active', { loginId, password });
    await manage('user/update/tenant/add', { loginId, tenantId: 'mine' });
    await manage('user/update/role/add', { loginId, tenantId: 'mine', roleNames: ['Tenant Admin'] });
    const browser = new FormBrowser(latchkey);
    expect((await pages.signInAt(browser, at(), loginId)).status).toBe(200);
    await setPolicy(latchkey, { when: 'always', methods: ['totp'] }, { roleName: 'Tenant Admin' });
    const { location } = await browser.get(at('roles'));
    expect(location).toContain('/login/');
    expect((await browser.post(at('roles'), { act: 'create', name: 'Unproven' })).location).toContain(
      '/login/',
    );
    const login = location.replace(latchkey.baseUrl, '');
    await browser.get(login);
    const asked = await browser.submit(login, { loginId });
    const factor = await browser.submit(asked.path, { password });
    const proven = await browser.post(factor.path, { code: code() });
    expect((await follow(browser, proven.location)).html).toContain('<h1>Roles</h1>');
    await manage('project/sign-in-policy/delete', { roleName: 'Tenant Admin' });
  });
});

describe('every form', () => {
  type Caller = () => Promise<{ browser: FormBrowser; headers?: Record<string, string> }>;
  const administrator = () => openAs([inTenant('mine', 'Tenant Admin', 'Reader')]);
  const callers: [string, Caller, number, string][] = [
    ['a stranger', async () => ({ browser: new FormBrowser(pages.latchkey) }), 303, '/login/'],
    ['a member', () => openAs([inTenant('mine', 'Reader')]), 403, ''],
    ['an administrator of another tenant', () => openAs([inTenant('other', 'Tenant Admin')]), 403, ''],
    [
      'an administrator who was disabled',
      async () => {
        const opened = await administrator();
        await manage('user/update/status', { loginId: opened.loginId, status: 'disabled' });
        return opened;
      },
      303,
      '/login/',
    ],
    [
      'an administrator whose session was revoked',
      async () => {
        const opened = await administrator();
        await manage('user/logout', { loginId: opened.loginId });
        return opened;
      },
      303,
      '/login/',
    ],
    [
      'an administrator who lost the role',
      async () => {
        const opened = await administrator();
        const { loginId } = opened;
        await manage('user/update/role/set', { loginId, tenantId: 'mine', roleNames: ['Reader'] });
        return opened;
      },
      403,
      '',
    ],
    ['an impersonator of an administrator', impersonator, 303, '/login/'],
    [
      'a page of another site',
      async () => ({ ...(await administrator()), headers: { 'sec-fetch-site': 'cross-site' } }),
      400,
      '',
    ],
    ['a form of no page', async () => ({ ...(await administrator()), headers: {} }), 400, ''],
  ];

  test.each(callers)('of %s changes nothing', async (_who, caller, status, location) => {
    const { member, forms } = await everyForm();
    const { browser, headers } = await caller();
    const before = await everything();
    for (const [path, form] of forms) {
      const answer = await browser.post(at(path), form, headers);
      expect([path, form['act'], answer.status]).toEqual([path, form['act'], status]);
      expect(answer.location).toContain(location);
    }
    expect(await everything()).toBe(before);
    expect(await sessionsOf(member)).toBe(1);
  });

  test('of an administrator works', async () => {
    const { forms } = await everyForm();
    for (const [path, form] of forms) {
      const before = await everything();
      const answer = await admin.post(at(path), form);
      const [act = ''] = [form['act']];
      if (act === 'verify') {
        // The record is not there.
        expect([answer.status, readable(answer).includes('The record wasn’t found.')]).toEqual([400, true]);
        continue;
      }
      if (act === 'delete' && path.startsWith('members')) {
        // Removed before.
        expect(answer.status).toBe(404);
        continue;
      }
      const isShownOnce = ['invite', 'password', 'create', 'rotate'].includes(act);
      const expected = isShownOnce && path !== 'roles' ? 200 : 303;
      expect([path, act, answer.status]).toEqual([path, act, expected]);
      if (!['endSession', 'endSessions', 'inviteAgain', 'password', 'rotate'].includes(act))
        expect([act, (await everything()) === before]).toEqual([act, false]);
      if (answer.location) expect((await admin.get(answer.location)).html).toContain('class="done"');
    }
  });

  test('that does not exist is refused', async () => {
    for (const section of ['', 'members', 'roles', 'sso', 'provisioning', 'domains', 'audit'])
      expect((await admin.post(at(section), { act: 'x' })).status).toBe(400);
    expect((await admin.get(at('unknown'))).location).toBe(at());
  });

  /** A browser with a session of somebody who acts as an administrator: no page of ours begins one. */
  async function impersonator() {
    const { loginId } = await administrator();
    await manage('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
    const support = await pages.makeUser({ roleNames: ['Support'] });
    const { userId } = await pages.load(support);
    const body = { impersonatorId: userId, loginId, validateConsent: false };
    const { jwt, refreshJwt = jwt } = await manage('impersonate', body);
    const { sid, jti } = claimsOf(refreshJwt);
    const browser = new FormBrowser(pages.latchkey);
    const { projectId, service } = pages.latchkey;
    const handle = JSON.stringify({ sessionId: sid, tokenId: jti });
    browser.cookies.set(
      `latchkey-session-${projectId}`,
      service.sealer.seal(handle, `browser-session:${projectId}`),
    );
    return { browser };
  }
});

describe('members', () => {
  test('are searched, filtered and shown in pages, and only those of the tenant', async () => {
    const { loginId } = await makeMember('Writer');
    await makeMember();
    const stranger = await pages.makeUser({ userTenants: [inTenant('other')] });
    const found = await admin.get(at(`members?text=${loginId}`));
    expect(found.html).toContain(loginId);
    expect(readable(found)).toContain('Writer');
    expect((await admin.get(at(`members?text=${stranger}`))).html).not.toContain(`user=U`);
    expect((await admin.get(at('members?status=disabled'))).html).not.toContain(loginId);
    const { userId } = await pages.load(stranger);
    expect((await admin.get(at(`members?user=${userId}`))).status).toBe(404);
    expect((await admin.post(at(`members?user=${userId}`), { act: 'roles' })).status).toBe(404);
    const many = Array.from({ length: 26 }, (_, index) => ({
      loginId: `many${index}@example.com`,
      userTenants: [inTenant('mine')],
    }));
    await manage('user/create/batch', { users: many });
    const first = await admin.get(at('members?text=many'));
    expect(readable(first)).toContain('1–25 of 26');
    const next = /href="([^"]*page=1)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toContain('text=many');
    expect(readable(await admin.get(next))).toContain('26–26 of 26');
  });

  test('are invited by several addresses at once, each with its own result', async () => {
    const stranger = await pages.makeUser({ userTenants: [inTenant('other')] });
    const email = `Ann@new.example, bob@new.example;\nann@new.example nobody ${stranger}`;
    const sent = await admin.post(at('members'), { act: 'invite', email, roleNames: 'Reader' });
    expect(sent.status).toBe(200);
    const rows = [...sent.html.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)];
    expect(rows.map(([, address, result = '']) => [address, result.replaceAll(/<[^>]*>/g, '')])).toEqual([
      ['ann@new.example', 'Invited'],
      ['bob@new.example', 'Invited'],
      ['nobody', 'This isn’t a valid email address.'],
      [stranger, 'This address belongs to an account that you can’t invite.'],
    ]);
    expect(await pages.load('bob@new.example')).toMatchObject({
      status: 'invited',
      userTenants: [{ tenantId: 'mine', roleNames: ['Reader'] }],
    });
    expect((await newestMessageTo(pages.latchkey, 'bob@new.example')).text).toContain('http');
    const lacking = { act: 'invite', email: 'cora@new.example', roleNames: 'Writer' };
    expect(readable(await admin.post(at('members'), lacking))).toContain('a permission that you don’t have');
    expect((await admin.post(at('members'), { act: 'invite', email: ' , ' })).status).toBe(400);
    const tooMany = Array.from({ length: 51 }, (_, index) => `x${index}@new.example`).join(' ');
    const refused = await admin.post(at('members'), { act: 'invite', email: tooMany });
    expect([refused.status, refused.html.includes('x50@new.example')]).toEqual([400, true]);
  });

  test('keep the roles that the administrator may not give', async () => {
    const { loginId, userId } = await makeMember('Writer');
    const path = at(`members?user=${userId}`);
    expect(readable(await admin.get(path))).toContain('You can’t change these roles: Writer');
    await admin.submit(path, { act: 'roles', roleNames: 'Reader' });
    const rolesOf = async () => (await pages.load(loginId)).userTenants[0].roleNames.sort();
    expect(await rolesOf()).toEqual(['Reader', 'Writer']);
    expect((await admin.post(path, { act: 'roles', roleNames: 'Hidden' })).status).toBe(403);
    await admin.submit(path, { act: 'roles' });
    expect(await rolesOf()).toEqual(['Writer']);
  });

  test('get a temporary password, which is shown once', async () => {
    const { userId, loginId } = await makeMember();
    const path = at(`members?user=${userId}`);
    const { html } = await admin.post(path, { act: 'password' });
    const cleartext = /id="temporary-password" type="text" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(cleartext.length).toBeGreaterThan(8);
    expect((await admin.get(path)).html).not.toContain(cleartext);
    const { status } = await pages.latchkey.request('POST', '/v1/auth/password/replace', {
      body: { loginId, oldPassword: cleartext, newPassword: `${password} again` },
    });
    expect(status).toBe(200);
    const { userId: ownId } = await pages.load(adminLogin);
    const own = await admin.get(at(`members?user=${ownId}`));
    expect([readable(own).includes('This is you.'), own.html.includes('value="password"')]).toEqual([
      true,
      false,
    ]);
    expect((await admin.post(at(`members?user=${ownId}`), { act: 'password' })).status).toBe(403);
  });

  test('of another tenant, too, keep account, password and sessions', async () => {
    const loginId = await pages.makeUser({ userTenants: [inTenant('mine'), inTenant('other')] });
    const { body } = await pages.latchkey.request('POST', '/v1/auth/password/signin', {
      body: { loginId, password },
    });
    const { userId } = await pages.load(loginId);
    const path = at(`members?user=${userId}`);
    const shown = await admin.get(path);
    expect(readable(shown)).toContain('also belongs to another organization');
    expect(shown.html).not.toContain('127.0.0.1');
    const sessionId = claimsOf(body.refreshJwt).sid as string;
    for (const form of [
      { act: 'disable' },
      { act: 'password' },
      { act: 'endSessions' },
      { act: 'endSession', sessionId },
      { act: 'delete' },
    ] as Record<string, string>[])
      expect([form['act'], [400, 403].includes((await admin.post(path, form)).status)]).toEqual([
        form['act'],
        true,
      ]);
    expect(await pages.load(loginId)).toMatchObject({ status: 'enabled' });
    expect(await sessionsOf(loginId)).toBe(1);
    const removed = await admin.submit(path, { act: 'remove' });
    expect(readable(removed)).toContain('The member is removed from the organization.');
    expect((await pages.load(loginId)).userTenants.map((one: { tenantId: string }) => one.tenantId)).toEqual([
      'other',
    ]);
  });

  test('lose the session that is ended, and no session of another member', async () => {
    const [one, two] = [await makeMember(), await makeMember()];
    await admin.submit(at(`members?user=${one.userId}`), { act: 'endSession', sessionId: two.sessionId });
    expect([await sessionsOf(one.loginId), await sessionsOf(two.loginId)]).toEqual([1, 1]);
    await admin.submit(at(`members?user=${one.userId}`), { act: 'endSession', sessionId: one.sessionId });
    expect([await sessionsOf(one.loginId), await sessionsOf(two.loginId)]).toEqual([0, 1]);
    const { audits } = await manage('audit/search', { userIds: [one.userId], actions: ['Logout'] });
    expect(audits[0].actorId).toBe((await pages.load(adminLogin)).userId);
  });

  test('are deleted for good, unless that is the last administrator', async () => {
    const { loginId, userId } = await makeMember();
    const deleted = await admin.submit(at(`members?user=${userId}`), { act: 'delete' });
    expect(readable(deleted)).toContain('The account is deleted.');
    expect(await pages.load(loginId)).toBeUndefined();
    await manage('tenant/create', { id: 'alone', name: 'Alone' });
    const browser = new FormBrowser(pages.latchkey);
    const last = await pages.makeUser({ userTenants: [inTenant('alone', 'Tenant Admin')] });
    await pages.signInAt(browser, '/tenant/alone', last);
    const own = `/tenant/alone/members?user=${(await pages.load(last)).userId}`;
    for (const act of ['disable', 'remove', 'delete', 'roles']) {
      const refused = await browser.post(own, { act });
      expect([act, refused.status]).toEqual([act, 403]);
      expect(readable(refused)).toContain('no administrator left');
    }
  });
});

test('roles hold only permissions that their author has, and names that no other role has', async () => {
  const shown = await admin.get(at('roles'));
  expect(shown.html).toContain('value="read"');
  expect(shown.html).not.toContain('value="write"');
  expect(readable(shown)).not.toContain('Hidden');
  const form = {
    act: 'create',
    name: 'Auditor',
    description: 'Reads all',
    permissionNames: 'read',
    default: 'yes',
  };
  expect(readable(await admin.submit(at('roles'), form))).toContain('The role is created.');
  const find = async (name: string) =>
    (await manage('role/search', { roleNames: [name], tenantIds: ['mine'] })).roles[0];
  expect(await find('Auditor')).toMatchObject({ tenantId: 'mine', permissionNames: ['read'], default: true });
  const { id } = await find('Auditor');
  const taken = await admin.post(at('roles'), form);
  expect([taken.status, taken.html.includes('value="Auditor"')]).toEqual([400, true]);
  const lacking = { act: 'create', name: 'Scribe', permissionNames: 'write' };
  expect((await admin.post(at('roles'), lacking)).status).toBe(403);
  await admin.submit(at(`roles?role=${id}`), { act: 'save', name: 'Checker' });
  expect(await find('Checker')).toMatchObject({ permissionNames: [], default: false, description: '' });
  await manage('role/create', { name: 'Above', tenantId: 'mine', permissionNames: ['write'] });
  const { id: above } = await find('Above');
  expect((await admin.post(at('roles'), { act: 'delete', id: above })).status).toBe(403);
  const { roles } = await manage('role/search', { roleNames: ['Reader'] });
  expect((await admin.post(at('roles'), { act: 'delete', id: roles[0].id })).status).toBe(404);
});

test('a token provisions members of the tenant, and is shown once', async () => {
  const { html } = await admin.post(at('provisioning'), { act: 'create', name: 'Entra' });
  const token = /id="scim-token" type="text" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const baseUrl = /id="scim-base-url" type="text" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const ask = async (bearer: string) =>
    (await fetch(`${baseUrl}/Users`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  expect(await ask(token)).toBe(200);
  const listed = await admin.get(at('provisioning'));
  expect(readable(listed)).toContain('Entra');
  expect(listed.html).not.toContain(token);
  const id = /name="id" value="([^"]+)"/.exec(listed.html)?.[1] ?? '';
  const rotated = await admin.post(at('provisioning'), { act: 'rotate', id });
  const next = /id="scim-token" type="text" value="([^"]+)"/.exec(rotated.html)?.[1] ?? '';
  expect([await ask(token), await ask(next)]).toEqual([401, 200]);
  await admin.submit(at('provisioning'), { act: 'revoke', id });
  expect(await ask(next)).toBe(401);
  const { key } = await manage('accesskey/create', {
    name: 'foreign',
    keyTenants: [inTenant('other', 'Tenant Admin')],
  });
  expect((await admin.post(at('provisioning'), { act: 'revoke', id: key.id })).status).toBe(404);
});

test('a domain shows the record that proves it, and belongs to one tenant', async () => {
  const claimed = await admin.submit(at('domains'), { act: 'claim', domain: 'Acme.example' });
  expect(readable(claimed)).toContain('acme.example');
  expect(claimed.html).toContain('value="_latchkey.acme.example"');
  const value = /value="(latchkey-verify=[^"]+)"/.exec(claimed.html)?.[1] ?? '';
  const verify = { act: 'verify', domain: 'acme.example' };
  dns.set('_latchkey.acme.example', ['latchkey-verify=<i>']);
  const early = await admin.post(at('domains'), verify);
  expect([early.status, early.html.includes('latchkey-verify=&lt;i&gt;')]).toEqual([400, true]);
  dns.set('_latchkey.acme.example', [value]);
  expect(readable(await admin.submit(at('domains'), verify))).toContain('The domain is verified.');
  const { body } = await pages.latchkey.manage('POST', '/v1/mgmt/tenant/domain/create', {
    tenantId: 'other',
    domain: 'acme.example',
  });
  expect(body.domain.status).toBe('pending');
  const wrong = await admin.post(at('domains'), { act: 'claim', domain: 'not a domain' });
  expect([wrong.status, wrong.html.includes('value="not a domain"')]).toEqual([400, true]);
  const deleted = await admin.submit(at('domains'), { act: 'delete', domain: 'acme.example' });
  expect(readable(deleted)).not.toContain('_latchkey.acme.example');
});

test('the audit log shows the events of the tenant, and of no other', async () => {
  const { loginId, userId } = await makeMember();
  const foreign = await pages.makeUser({ userTenants: [inTenant('other')] });
  await admin.submit(at(`members?user=${userId}`), { act: 'disable' });
  await manage('user/update/role/add', { loginId: foreign, tenantId: 'other', roleNames: ['Reader'] });
  const log = await admin.get(at(`audit?text=${encodeURIComponent(loginId)}&days=7`));
  expect(readable(log)).toMatch(/User(Modified|Disabled)/);
  expect(readable(log)).toContain(adminLogin);
  expect(readable(await admin.get(at('audit')))).not.toContain(foreign);
  expect(readable(await admin.get(at('audit?text=nothing-like-this')))).toContain('No events match.');
});

// The last one, because an address without a project is ambiguous from here on.
test('the page belongs to the project in which the browser is signed in, if several have such a tenant', async () => {
  const other = await pages.latchkey.addProject();
  const created = await pages.latchkey.request('POST', '/v1/mgmt/tenant/create', {
    bearer: `${other.projectId}:${other.managementKey}`,
    body: { id: 'mine', name: 'Other' },
  });
  expect(created.status).toBe(200);
  expect((await admin.get(at())).html).toContain('Mine');
  const stranger = new FormBrowser(pages.latchkey);
  expect((await stranger.get(at())).status).toBe(404);
  expect((await stranger.get('/tenant/unknown')).status).toBe(404);
  const named = await stranger.get(`${at()}?projectId=${pages.latchkey.projectId}`);
  expect(named.location).toContain(`/login/${pages.latchkey.projectId}`);
  const both = new FormBrowser(pages.latchkey);
  both.cookies = new Map(admin.cookies).set(`latchkey-session-${other.projectId}`, 'x');
  const choice = await both.get(at());
  expect(choice.html).toContain(`/tenant/mine?projectId=${pages.latchkey.projectId}`);
  const chosen = await both.get(`${at()}?projectId=${pages.latchkey.projectId}`);
  expect(chosen.html).toContain(`/tenant/mine/roles?projectId=${pages.latchkey.projectId}`);
  expect((await both.get(`${at()}?projectId=x`)).status).toBe(401);
});

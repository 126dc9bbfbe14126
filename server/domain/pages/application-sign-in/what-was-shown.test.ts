import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import { claimsIn, consentSteps, type ThirdPartyClient } from '../../../../test/consents.ts';

// A user allows what the page said, where it said so. More than that is asked again, and no token has it before.

let provider: Provider;
let steps: ReturnType<typeof consentSteps>;
beforeAll(async () => {
  provider = await startProvider();
  steps = consentSteps(provider);
  await provider.manage('/v1/mgmt/role/create', { name: 'Reader', permissionNames: [] });
  await provider.manage('/v1/mgmt/permission/create', { name: 'Tenant Consent' });
  await provider.manage('/v1/mgmt/role/create', { name: 'Admin', permissionNames: ['Tenant Consent'] });
  await provider.manage('/v1/mgmt/user/customattribute/create', {
    attributes: [
      { name: 'plan', type: 1 },
      { name: 'salary', type: 1 },
    ],
  });
});
afterAll(() => provider.latchkey.close());

const both = { roleNames: ['Reader', 'Admin'], customAttributes: { plan: 'gold', salary: '9000' } };
const scopeOf = (more: object = {}) => ({
  name: 'notes',
  description: 'Read your notes',
  values: [],
  ...more,
});

const change = (app: { id: string }, settings: object) =>
  provider.manage('/v1/mgmt/thirdparty/app/patch', { id: app.id, ...settings });

/** Everything that the application learns by a refresh: of the tokens, and of `userinfo` with the new one. */
async function learned({ config }: ThirdPartyClient, refreshToken = '') {
  const tokens = await openid.refreshTokenGrant(config, refreshToken);
  const { sub = '', ...idToken } = tokens.claims() ?? {};
  const info = await openid.fetchUserInfo(config, tokens.access_token, sub);
  const text = JSON.stringify([claimsIn(tokens.access_token), idToken, info]);
  return { text, refreshToken: tokens.refresh_token };
}

/** By kind: the settings that the user was asked with, wider ones, and what only the wider ones give. */
const widened: [string, { before: object; after: object; more: string }][] = [
  [
    'roles',
    {
      before: { permissionsScopes: [scopeOf({ values: ['Reader'] })] },
      after: { permissionsScopes: [scopeOf({ values: ['Reader', 'Admin'] })] },
      more: 'Admin',
    },
  ],
  [
    'an optional scope',
    {
      before: { permissionsScopes: [scopeOf({ values: ['Reader'], optional: true })] },
      after: { permissionsScopes: [scopeOf({ values: ['Admin'], optional: true })] },
      more: 'Admin',
    },
  ],
  [
    'attributes',
    {
      before: { attributesScopes: [scopeOf({ values: ['plan'] })] },
      after: { attributesScopes: [scopeOf({ values: ['plan', 'salary'] })] },
      more: '9000',
    },
  ],
  [
    'claims',
    {
      before: { scopeClaimMapping: [{ scope: 'notes', claims: { a: '{{user.customAttributes.plan}}' } }] },
      after: { scopeClaimMapping: [{ scope: 'notes', claims: { a: '{{user.customAttributes.salary}}' } }] },
      more: '9000',
    },
  ],
  [
    'roles of a scope that had none',
    {
      before: { attributesScopes: [scopeOf({ values: ['plan'] })] },
      after: { permissionsScopes: [scopeOf({ values: ['Admin'] })] },
      more: 'Admin',
    },
  ],
  [
    'all roles and tenants',
    {
      before: { permissionsScopes: [scopeOf({ values: ['Reader'] })] },
      after: { forceAddAllAuthorizationInfo: true },
      more: 'Tenant Consent',
    },
  ],
];

describe('a scope that comes to give more', () => {
  test.each(widened)('(%s) is asked for again, and the tokens have no more until then', async (_, kind) => {
    const app = await steps.createApp(kind.before, 'openid offline_access notes');
    const asked = await steps.ask(app, both);
    const tokens = await steps.allow(app, asked, { scope: 'notes' });
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);

    await change(app, kind.after);
    const { text, refreshToken } = await learned(app, tokens.refresh_token);
    expect(text).not.toContain(kind.more);
    expect(await steps.mustAsk(app, asked.browser)).toBe(true);

    const again = await steps.open(app, asked.browser);
    const wider = await steps.allow(app, again, { scope: 'notes' });
    expect((await learned(app, wider.refresh_token)).text).toContain(kind.more);
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
    // The sign-in of before was for less.
    expect((await learned(app, refreshToken)).text).not.toContain(kind.more);
  });

  test('because the project gives it more claims is asked for again, too', async () => {
    const set = (template: string) =>
      provider.manage('/v1/mgmt/scopeClaimMapping/set', {
        mappings: [{ scope: 'notes', claims: { shared: template } }],
      });
    await set('{{user.customAttributes.plan}}');
    const scopeClaimMapping = [{ scope: 'notes', useProjectMapping: true, mandatory: true }];
    const app = await steps.createApp({ scopeClaimMapping }, 'openid offline_access notes');
    const asked = await steps.ask(app, both);
    const tokens = await steps.allow(app, asked);
    await set('{{user.customAttributes.salary}}');
    expect((await learned(app, tokens.refresh_token)).text).not.toContain('9000');
    expect(await steps.mustAsk(app, asked.browser)).toBe(true);
  });

  test('at an MCP server is asked for again, and a consent for everyone does not cover it', async () => {
    const server = await steps.createServer('notes', [scopeOf({ values: ['Reader'] })]);
    const update = (scope: object, url = server.url) =>
      provider.manage('/v1/mgmt/mcpserver/update', { ...server, url, scopes: [scopeOf(scope)] });
    const app = await steps.at(await steps.createApp({}, 'openid offline_access notes'), server.id);
    const { id: tenant = '' } = await provider.manage('/v1/mgmt/tenant/create', { name: 'Choir' });
    const member = (roleNames: string[]) => ({ userTenants: [{ tenantId: tenant, roleNames }] });
    const head = await steps.ask(app, member(['Reader', 'Admin']), { tenant });
    const tokens = await steps.allow(app, head, { everyone: 'yes' });

    // A browser that is signed in at another application needs no page for this one.
    const other = await steps.createApp({}, 'openid');
    const { browser } = await steps.ask(other, member(['Reader', 'Admin']));
    expect(await steps.mustAsk(app, browser, { tenant })).toBe(false);
    await update({ values: ['Reader', 'Admin'] });
    expect(await steps.mustAsk(app, browser, { tenant })).toBe(true);
    const refreshed = await openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    expect(claimsIn(refreshed.access_token)['tenants']).toMatchObject({ [tenant]: { roles: ['Reader'] } });

    await update({ values: ['Reader'] });
    expect(await steps.mustAsk(app, browser, { tenant })).toBe(false);
    await update({ values: ['Reader'], description: 'Publish your notes' });
    expect(await steps.mustAsk(app, browser, { tenant })).toBe(true);
    // The page named the address, so a sign-in does not go on at another one.
    await update({ values: ['Reader'] }, `${server.url}/moved`);
    expect(await steps.mustAsk(app, browser, { tenant })).toBe(true);
    const moved = openid.refreshTokenGrant(app.config, refreshed.refresh_token ?? '');
    await expect(moved).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('between the page and its answer is asked for again', async () => {
    const app = await steps.createApp(
      { permissionsScopes: [scopeOf({ values: ['Reader'] })] },
      'openid notes',
    );
    const { page, browser } = await steps.ask(app, both);
    const permissionsScopes = [scopeOf({ values: ['Admin'], description: 'Manage everything' })];
    await change(app, { permissionsScopes });
    const next = await steps.answer(browser, page);
    expect([next.status, next.location]).toEqual([200, '']);
    expect(next.html).toContain('Manage everything');
  });

  test('can be refused if it is optional, and is then not asked for again', async () => {
    const optional = (values: string[]) => ({ permissionsScopes: [scopeOf({ values, optional: true })] });
    const app = await steps.createApp(optional(['Reader']), 'openid notes');
    const asked = await steps.ask(app, both);
    await steps.allow(app, asked, { scope: 'notes' });
    await change(app, optional(['Reader', 'Admin']));
    const tokens = await steps.allow(app, await steps.open(app, asked.browser));
    expect(tokens.scope).toBe('openid');
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
  });

  test('does not matter on a device either, which gets what its user read', async () => {
    const permissionsScopes = [scopeOf({ values: ['Reader'] })];
    const app = await steps.createApp({ permissionsScopes }, 'openid offline_access notes');
    const device = await openid.initiateDeviceAuthorization(app.config, { scope: app.scope });
    const browser = provider.browser();
    const path = `/device/${provider.latchkey.projectId}`;
    const { location } = await browser.post(path, { user_code: device.user_code });
    const { html } = await provider.signInAt(browser, new URL(location), await provider.makeUser(both));
    expect(html).toContain('Read your notes');
    await change(app, { permissionsScopes: [scopeOf({ values: ['Reader', 'Admin'] })] });
    const asked = /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';
    await browser.post(`${path}/confirm`, { asked, answer: 'allow' });
    const tokens = await openid.pollDeviceAuthorizationGrant(app.config, { ...device, interval: 0 });
    expect(claimsIn(tokens.access_token)['roles']).toEqual(['Reader']);
    expect((await learned(app, tokens.refresh_token)).text).not.toContain('Admin');
    expect(await steps.mustAsk(app, browser)).toBe(true);
  });
});

test('a member can refuse what the tenant has allowed for everyone', async () => {
  await provider.manage('/v1/mgmt/tenant/create', { id: 'refusing', name: 'Refusing' });
  const notes = scopeOf({ name: 'notes', values: ['Reader'], optional: true });
  const app = await steps.createApp({ permissionsScopes: [notes] }, 'openid notes');
  const inTenant = { userTenants: [{ tenantId: 'refusing', roleNames: ['Admin', 'Reader'] }] };
  const admin = await steps.ask(app, inTenant, { tenant: 'refusing' });
  await steps.allow(app, admin, { scope: 'notes', everyone: 'yes' });
  const member = await steps.ask(app, inTenant, { tenant: 'refusing', prompt: 'consent' });
  expect((await steps.allow(app, member)).scope).toBe('openid');
});

test('a page with much text can be answered', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    scopeOf({ name: `s${index}`, description: 'x'.repeat(1_000), values: [] }),
  );
  const app = await steps.createApp(
    { permissionsScopes: many },
    `openid ${many.map(({ name }) => name).join(' ')}`,
  );
  const asked = await steps.ask(app);
  const answered = await steps.answer(asked.browser, asked.page);
  expect(new URL(answered.location).searchParams.get('code')).toBeTruthy();
});

test('a scope that comes to give less is not asked for again', async () => {
  const app = await steps.createApp(
    { permissionsScopes: [scopeOf({ values: ['Reader', 'Admin'] })] },
    'openid offline_access notes',
  );
  const asked = await steps.ask(app, both);
  const tokens = await steps.allow(app, asked);
  await change(app, { permissionsScopes: [scopeOf({ values: ['Reader'] })], description: 'Another text' });
  expect(await steps.mustAsk(app, asked.browser)).toBe(false);
  const refreshed = await openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
  expect(claimsIn(refreshed.access_token)['roles']).toEqual(['Reader']);
});

describe('a consent counts for the resource servers that the page named', () => {
  test('and not at another MCP server, where the same name can mean something else', async () => {
    const notes = await steps.createServer('Notes', [scopeOf({ values: ['Reader'] })]);
    const bank = await steps.createServer('Bank', [scopeOf({ values: ['Reader'] })]);
    const app = await steps.createApp({}, 'openid offline_access notes');
    const [atNotes, atBank] = [await steps.at(app, notes.id), await steps.at(app, bank.id)];
    const asked = await steps.ask(atNotes, both);
    expect(asked.page.html).toContain(`Notes at ${notes.url}`);
    const tokens = await steps.allow(atNotes, asked);
    expect(await steps.mustAsk(atNotes, asked.browser)).toBe(false);
    expect(await steps.mustAsk(app, asked.browser, { scope: 'openid' })).toBe(true);

    const second = await steps.open(atBank, asked.browser);
    expect(second.page.html).toContain(`Bank at ${bank.url}`);
    await steps.allow(atBank, second);
    expect(await steps.consentsOf({ appId: app.id })).toMatchObject([
      {
        resources: [
          { resource: notes.url, scopes: ['openid', 'offline_access', 'notes'] },
          { resource: bank.url, scopes: ['openid', 'offline_access', 'notes'] },
        ],
      },
    ]);
    const account = `/account/${provider.latchkey.projectId}/applications`;
    const { html } = await asked.browser.get(account);
    for (const text of [`Notes at ${notes.url}`, `Bank at ${bank.url}`]) expect(html).toContain(text);
    await asked.browser.submit(account, {
      withdraw: /name="withdraw" value="([^"]+)"/.exec(html)?.[1] ?? '',
    });
    const refused = openid.refreshTokenGrant(atNotes.config, tokens.refresh_token ?? '');
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('and all of several, which survive the page, the sign-in and a form', async () => {
    const [one, two, three] = ['one', 'two', 'three'].map((name) => `https://${name}.example.com/api`);
    const app = await steps.createApp({ audienceWhitelist: [one, two, three] }, 'openid offline_access');
    const prepared = await prepare(app.config, { scope: app.scope });
    for (const resource of [one, two]) prepared.url.searchParams.append('resource', resource as string);
    const browser = provider.browser();
    const page = await provider.signInAt(browser, prepared.url, await provider.makeUser());
    expect(page.html).toContain(`${one}, ${two}`);
    const tokens = await steps.allow(app, { page, browser, checks: prepared.checks });
    // The issuer is the audience of `userinfo`.
    expect(claimsIn(tokens.access_token)['aud']).toEqual([one, two, claimsIn(tokens.access_token)['iss']]);
    expect(await steps.mustAsk(app, browser, { resource: two as string })).toBe(false);
    for (const resource of [three, undefined])
      expect(await steps.mustAsk(app, browser, resource ? { resource } : {})).toBe(true);
    const more = openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '', {
      resource: three as string,
    });
    await expect(more).rejects.toMatchObject({ error: 'invalid_target' });
    const form = new URLSearchParams(prepared.url.searchParams);
    const posted = await fetch(prepared.url.href.split('?')[0] as string, {
      method: 'POST',
      body: form,
      redirect: 'manual' as const,
    });
    const again = new URL(posted.headers.get('location') ?? '', provider.latchkey.baseUrl);
    expect(again.searchParams.getAll('resource')).toEqual([one, two]);
  });
});

describe('a consent from before Latchkey kept what was shown', () => {
  /** Makes consent and sign-ins look as an earlier version left them. */
  async function age(app: ThirdPartyClient) {
    const { db, project } = provider.latchkey.context;
    await db
      .updateTable('consents')
      .set({ allowed: null })
      .where('projectId', '=', project.id)
      .where('appId', '=', app.id)
      .execute();
    const sessions = db.selectFrom('applicationSessions').where('projectId', '=', project.id);
    const rows = await sessions.select(['sessionId', 'grant']).where('appId', '=', `~${app.id}`).execute();
    for (const { sessionId, grant } of rows) {
      const { allowed: _, ...old } = JSON.parse(grant) as Record<string, unknown>;
      await db
        .updateTable('applicationSessions')
        .set({ grant: JSON.stringify(old) })
        .where('projectId', '=', project.id)
        .where('sessionId', '=', sessionId)
        .execute();
    }
  }

  async function earlier(settings: object = {}) {
    const permissionsScopes = [scopeOf({ values: ['Reader'] })];
    const app = await steps.createApp({ permissionsScopes, ...settings }, 'openid offline_access notes');
    const asked = await steps.ask(app, both);
    const { refresh_token: refreshToken = '' } = await steps.allow(app, asked);
    await age(app);
    return { app, browser: asked.browser, refreshToken };
  }

  test('counts while the settings of the application are the same', async () => {
    const { app, browser, refreshToken } = await earlier();
    expect(await steps.mustAsk(app, browser)).toBe(false);
    const { text, refreshToken: next } = await learned(app, refreshToken);
    expect(text).toContain('Reader');
    // What was allowed is known from then on, so the sign-in goes on after a change.
    await change(app, { permissionsScopes: [scopeOf({ values: ['Reader', 'Admin'] })] });
    expect((await learned(app, next)).text).not.toContain('Admin');
  });

  test('does not count after a change, neither for a new sign-in nor for one that goes on', async () => {
    const { app, browser, refreshToken } = await earlier();
    provider.latchkey.advance(1);
    await change(app, { permissionsScopes: [scopeOf({ values: ['Reader', 'Admin'] })] });
    expect(await steps.mustAsk(app, browser)).toBe(true);
    expect(await steps.mustAsk(app, browser, { scope: 'openid' })).toBe(false);
    const refused = openid.refreshTokenGrant(app.config, refreshToken);
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' });
    const tokens = await steps.allow(app, await steps.open(app, browser));
    expect((await learned(app, tokens.refresh_token)).text).toContain('Admin');
  });

  test('counts at no MCP server', async () => {
    const { app, browser } = await earlier();
    const server = await steps.createServer('late', []);
    expect(await steps.mustAsk(await steps.at(app, server.id), browser)).toBe(true);
  });

  test('of a client that registered at one MCP server counts there', async () => {
    const server = await steps.createServer('own', [scopeOf({ values: ['Reader'] })]);
    const { baseUrl, projectId } = provider.latchkey;
    const response = await fetch(`${baseUrl}/oauth2/v1/apps/agentic/${projectId}/${server.id}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      }),
    });
    const { client_id: clientId } = (await response.json()) as { client_id: string };
    const issuer = `v1/apps/agentic/${projectId}/${server.id}`;
    const app = await steps.client(clientId, issuer, 'openid offline_access notes');
    const asked = await steps.ask(app, both);
    const tokens = await steps.allow(app, asked);
    await age(app);
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
    expect((await learned(app, tokens.refresh_token)).text).toContain('Reader');
  });
});

describe('the page names everything as what it is', () => {
  const hidden = '\u202e\u200b\u0085\u2066';

  test('without characters that turn or hide parts of a name, from the API or from before they were removed', async () => {
    const name = `N${hidden}otes ${Math.random()}`;
    const app = await steps.createApp({ name }, 'openid notes');
    const loaded = (await provider.latchkey.manage('GET', `/v1/mgmt/thirdparty/app/load?id=${app.id}`)).body;
    expect(loaded.name).toBe(name.replace(hidden, ''));
    const server = await steps.createServer(`S${hidden}erver`, [scopeOf({ description: `Re${hidden}ad` })]);
    const { id: tenant = '' } = await provider.manage('/v1/mgmt/tenant/create', { name: `Ch${hidden}oir` });
    const { db, project } = provider.latchkey.context;
    for (const [table, id] of [
      ['inboundApps', app.id],
      ['mcpServers', server.id],
    ] as const)
      await db
        .updateTable(table)
        .set({ name: `B${hidden}ad` })
        .where('projectId', '=', project.id)
        .where('id', '=', id)
        .execute();
    const member = { userTenants: [{ tenantId: tenant, roleNames: ['Admin'] }] };
    const asked = await steps.ask(await steps.at(app, server.id), member, { tenant });
    await steps.allow(await steps.at(app, server.id), asked);
    const { page } = await steps.open(await steps.at(app, server.id), asked.browser, {
      tenant,
      prompt: 'consent',
    });
    const account = await asked.browser.get(`/account/${project.id}/applications`);
    for (const text of ['Allow Bad to', 'Bad at https', '<span>Read</span>', 'everyone at Choir'])
      expect(page.html).toContain(text);
    for (const text of ['Bad at https', 'Read', 'with Choir']) expect(account.html).toContain(text);
    for (const { html } of [page, account]) expect(html).not.toMatch(/[\u202e\u200b\u0085\u2066]/);
  });

  test('and a scope or an attribute with the name of what every object has is nothing more', async () => {
    const names = ['constructor', 'toString', 'valueOf'];
    const attributesScopes = names.map((name) => ({ name, description: `Read ${name}`, values: [name] }));
    const app = await steps.createApp({ attributesScopes }, `openid offline_access ${names.join(' ')}`);
    const asked = await steps.ask(app, both);
    for (const name of names) expect(asked.page.html).toContain(`<span>Read ${name}</span>`);
    const tokens = await steps.allow(app, asked);
    expect(Object.keys(tokens.claims() ?? {}).sort()).toEqual(
      ['amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'acr', 'sid', 'sub'].sort(),
    );
    expect((await learned(app, tokens.refresh_token)).text).not.toContain('loginIds');
  });
});

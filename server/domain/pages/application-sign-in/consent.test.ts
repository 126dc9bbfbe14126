import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, discover, type Provider, prepare, startProvider } from '../../../../test/applications.ts';
import type { FormBrowser, Visited } from '../../../../test/browser.ts';
import { effects } from '../../../../test/effects/effects.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
  await provider.manage('/v1/mgmt/role/create', { name: 'Reader', permissionNames: [] });
  await provider.manage('/v1/mgmt/role/create', { name: 'Writer', permissionNames: [] });
  await provider.manage('/v1/mgmt/permission/create', { name: 'Tenant Consent' });
  await provider.manage('/v1/mgmt/role/create', { name: 'Head', permissionNames: ['Tenant Consent'] });
  await provider.manage('/v1/mgmt/user/customattribute/create', {
    attributes: [{ name: 'plan', type: 1 }],
  });
});
afterAll(() => provider.latchkey.close());

const permissionsScopes = [
  { name: 'notes:read', description: 'Read your notes', values: ['Reader'] },
  { name: 'notes:write', description: 'Change your notes', values: ['Writer'], optional: true },
];

/** Creates a third-party application, and an openid-client that has discovered the project's issuer for such applications. */
async function createApp(settings: object = {}) {
  const { id, clientId, cleartext } = (await provider.manage('/v1/mgmt/thirdparty/app/create', {
    name: `Notes ${Math.random()}`,
    approvedCallbackUrls: [callback],
    permissionsScopes,
    ...settings,
  })) as { id: string; clientId: string; cleartext: string };
  const config = await discover(
    provider.latchkey,
    `v1/apps/${provider.latchkey.projectId}`,
    clientId,
    cleartext,
  );
  return { id, clientId, secret: cleartext, config };
}

const scope = 'openid email offline_access notes:read notes:write';

/** Brings a new user to the consent page. */
async function ask(
  app: Awaited<ReturnType<typeof createApp>>,
  user: object = {},
  more: Record<string, string> = {},
) {
  const loginId = await provider.makeUser({ roleNames: ['Reader', 'Writer'], ...user });
  const browser = provider.browser();
  const { url, checks } = await prepare(app.config, { scope, ...more });
  const page = await provider.signInAt(browser, url, loginId);
  return { loginId, browser, url, checks, page };
}

function fieldsOf({ html }: Visited): Record<string, string> {
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
}

const answer = (browser: FormBrowser, page: Visited, form: Record<string, string>) =>
  browser.post('/oauth2/v1/apps/finish-authorize', { ...fieldsOf(page), ...form });

const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

test('a user allows a third-party application what it asks for, and it gets that and no more', async () => {
  const app = await createApp({
    attributesScopes: [{ name: 'plan', description: 'See your plan', values: ['plan'] }],
  });
  const asked = await ask(app, { customAttributes: { plan: 'gold' } }, { scope: `${scope} plan` });
  expect(asked.page.status).toBe(200);
  for (const text of [
    'Read your notes',
    'Change your notes',
    'See your plan',
    'See your email address',
    asked.loginId,
  ])
    expect(asked.page.html).toContain(text);
  const { location } = await answer(asked.browser, asked.page, { answer: 'allow', scope: 'notes:write' });
  const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), asked.checks);
  expect(tokens.scope).toBe('openid email offline_access notes:read notes:write plan');
  expect(claimsIn(tokens.access_token)).toMatchObject({
    roles: ['Reader', 'Writer'],
    client_id: app.clientId,
  });
  expect(claimsIn(tokens.access_token)).not.toHaveProperty('plan');
  expect(tokens.claims()).toMatchObject({ plan: 'gold' });
  expect(tokens.claims()).not.toHaveProperty('email');
  const info = await openid.fetchUserInfo(app.config, tokens.access_token, tokens.claims()?.sub ?? '');
  expect(info).toMatchObject({ email: asked.loginId, plan: 'gold', roles: ['Reader', 'Writer'] });

  // The next sign-in needs no page, not even for a silent request.
  const again = await prepare(app.config, { scope, prompt: 'none' });
  const second = await asked.browser.get(again.url.href.slice(provider.latchkey.baseUrl.length));
  expect(new URL(second.location).searchParams.get('code')).toBeTruthy();
});

test('a pushed request leads to the consent page and gets its code after the answer, once', async () => {
  const app = await createApp();
  const { url: plain, checks } = await prepare(app.config, { scope });
  plain.searchParams.delete('client_id');
  const url = await openid.buildAuthorizationUrlWithPAR(app.config, plain.searchParams);
  const loginId = await provider.makeUser({ roleNames: ['Reader', 'Writer'] });
  const browser = provider.browser();
  const page = await provider.signInAt(browser, url, loginId);
  expect(page.html).toContain('Read your notes');
  const { location } = await answer(browser, page, { answer: 'allow', scope: 'notes:write' });
  const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
  expect(tokens.scope).toBe('openid email offline_access notes:read notes:write');
  const again = await answer(browser, page, { answer: 'allow' });
  expect([again.status, again.location]).toEqual([400, '']);
});

describe('the account page', () => {
  const section = () => `/account/${provider.latchkey.projectId}/applications`;
  const withdrawIn = ({ html }: Visited) => /name="withdraw" value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('lists what the user has allowed, and withdraws it with the sessions that stand on it', async () => {
    const app = await createApp();
    const { page, browser, checks, loginId } = await ask(app);
    const { location } = await answer(browser, page, { answer: 'allow' });
    const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
    const listed = await browser.get(section());
    for (const text of ['Read your notes', 'See your email address', 'Remove access']) {
      expect(listed.html).toContain(text);
    }
    // A form of somebody else with this consent changes nothing.
    const stranger = await ask(app);
    await stranger.browser.submit(section(), { withdraw: withdrawIn(listed) });
    expect(withdrawIn(await browser.get(section()))).toBe(withdrawIn(listed));

    const exported = await browser.post(section().replace('applications', 'data'), { do: 'export' });
    expect(JSON.parse(exported.html).allowedApplications).toMatchObject([
      { appId: app.id, byOrganization: false, scopes: expect.arrayContaining(['notes:read']) },
    ]);
    const withdrawn = await browser.submit(section(), { withdraw: withdrawIn(listed) });
    expect(withdrawn.html).toContain('no longer has access');
    expect(withdrawn.html).toContain('You haven’t given any application access');
    const refused = openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    await expect(refused).rejects.toMatchObject({ error: 'invalid_grant' });
    const { body } = await provider.latchkey.manage('POST', '/v1/mgmt/audit/search', {
      loginIds: [loginId],
      actions: ['ApplicationConsentWithdrawn'],
    });
    expect(body.audits).toHaveLength(1);
  });

  test('shows what an organization has allowed for its members, who cannot withdraw it', async () => {
    const { id: tenantId = '' } = await provider.manage('/v1/mgmt/tenant/create', { name: 'Choir' });
    const app = await createApp();
    const head = { userTenants: [{ tenantId, roleNames: ['Head'] }] };
    const { page, browser } = await ask(app, head, { tenant: tenantId });
    await answer(browser, page, { answer: 'allow', everyone: 'yes' });
    const member = { userTenants: [{ tenantId }] };
    const other = await ask(await createApp(), member);
    const listed = await other.browser.get(section());
    expect(listed.html).toContain('Allowed by Choir for all its members');
    expect(listed.html).not.toContain('name="withdraw"');
  });
});

test('an optional scope can be refused, and a role that the user does not have is not given', async () => {
  const app = await createApp();
  const { page, browser, checks } = await ask(app);
  const { location } = await answer(browser, page, { answer: 'allow' });
  const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
  expect(tokens.scope).toBe('openid email offline_access notes:read');
  expect(claimsIn(tokens.access_token)).toMatchObject({ roles: ['Reader'] });
  const refreshed = await openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
  expect(claimsIn(refreshed.access_token)).toMatchObject({ roles: ['Reader'] });

  const reader = await ask(app, { roleNames: ['Reader'] });
  expect(reader.page.html).not.toContain('Change your notes');
  const { location: to } = await answer(reader.browser, reader.page, {
    answer: 'allow',
    scope: 'notes:write',
  });
  const limited = await openid.authorizationCodeGrant(app.config, new URL(to), reader.checks);
  expect(limited.scope).not.toContain('notes:write');
});

test('a scope can give the claims that the project gives it', async () => {
  const mappings = [
    { scope: 'plan', claims: { plan: 'none', address_of: '{{user.email}}' } },
    { scope: 'plan', claims: { plan: '{{user.customAttributes.plan}}' } },
  ];
  await provider.manage('/v1/mgmt/scopeClaimMapping/set', { mappings });
  const app = await createApp({
    scopeClaimMapping: [
      { scope: 'plan', useProjectMapping: true, claims: { x: 'ignored' }, mandatory: true },
    ],
  });
  const { page, browser, checks, loginId } = await ask(
    app,
    { customAttributes: { plan: 'gold' } },
    { scope: 'openid plan' },
  );
  const { location } = await answer(browser, page, { answer: 'allow' });
  const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
  expect(tokens.claims()).toMatchObject({ plan: 'gold', address_of: loginId });
  expect(tokens.claims()).not.toHaveProperty('x');
});

test('a user who refuses goes back with access_denied, and nothing is stored', async () => {
  const app = await createApp();
  const { page, browser } = await ask(app);
  const refuse = () => answer(browser, page, { answer: 'deny' });
  const { location } = await effects(provider.latchkey, refuse).toBe({
    audit: [{ action: 'LoginFailed', data: expect.objectContaining({ cause: 'consentRefused' }) }],
  });
  expect(new URL(location).searchParams.get('error')).toBe('access_denied');
  expect(await consentsOf({ appId: app.id })).toEqual([]);
});

test('a silent request without a consent is refused, and prompt=consent asks again', async () => {
  const app = await createApp();
  const { page, browser, checks } = await ask(app, {}, { prompt: 'consent' });
  const silent = await prepare(app.config, { scope, prompt: 'none' });
  const path = (url: URL) => url.href.slice(provider.latchkey.baseUrl.length);
  const refused = await browser.get(path(silent.url));
  expect(new URL(refused.location).searchParams.get('error')).toBe('consent_required');
  const { location } = await answer(browser, page, { answer: 'allow' });
  await openid.authorizationCodeGrant(app.config, new URL(location), checks);
  const again = await prepare(app.config, { scope, prompt: 'consent' });
  expect((await browser.get(path(again.url))).html).toContain('Read your notes');
});

describe('an answer', () => {
  test('counts only for the session and the request that the page was shown for', async () => {
    const app = await createApp();
    const first = await ask(app);
    const other = await ask(app);
    const stolen = await answer(other.browser, first.page, { answer: 'allow' });
    expect(stolen).toMatchObject({ status: 400, location: '' });
    const forged = await first.browser.post(
      '/oauth2/v1/apps/finish-authorize',
      { ...fieldsOf(first.page), answer: 'allow' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    );
    expect(forged.status).toBe(400);
    provider.latchkey.advance(10 * 60_000 + 1);
    expect((await answer(first.browser, first.page, { answer: 'allow' })).status).toBe(400);
    expect(await consentsOf({ appId: app.id })).toEqual([]);
  });

  test.each([
    ['the session was ended', '/v1/mgmt/user/logout', {}],
    ['the user was disabled', '/v1/mgmt/user/update/status', { status: 'disabled' }],
    ['the user was deleted', '/v1/mgmt/user/delete', {}],
  ])('is refused after %s', async (_, path, more) => {
    const app = await createApp();
    const { loginId, page, browser } = await ask(app);
    await provider.manage(path, { loginId, ...more });
    expect((await answer(browser, page, { answer: 'allow' })).status).toBe(400);
    expect(await consentsOf({ appId: app.id })).toEqual([]);
  });

  test('for an application that was deleted or changed its address is refused', async () => {
    const [gone, moved] = [await createApp(), await createApp()];
    const [first, second] = [await ask(gone), await ask(moved)];
    await provider.manage('/v1/mgmt/thirdparty/app/delete', { id: gone.id });
    await provider.manage('/v1/mgmt/thirdparty/app/patch', {
      id: moved.id,
      approvedCallbackUrls: ['https://elsewhere.example/'],
    });
    expect((await answer(first.browser, first.page, { answer: 'allow' })).status).toBe(400);
    expect((await answer(second.browser, second.page, { answer: 'allow' })).status).toBe(400);
  });
});

describe('a consent', () => {
  test('that is withdrawn ends the application’s sessions', async () => {
    const app = await createApp();
    const { page, browser, checks } = await ask(app);
    const { location } = await answer(browser, page, { answer: 'allow' });
    const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
    const [consent] = await consentsOf({ appId: app.id });
    expect(consent).toMatchObject({ userId: tokens.claims()?.sub, scopes: scope.split(' ').slice(0, 4) });
    await provider.manage('/v1/mgmt/thirdparty/consents/delete', { consentIds: [consent?.['id']] });
    expect(await consentsOf({ appId: app.id })).toEqual([]);
    await expect(openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await openid.tokenIntrospection(app.config, tokens.access_token)).toEqual({ active: false });
  });

  test('counts in its tenant, and whoever has the permission can give it for everyone', async () => {
    const app = await createApp({ permissionsScopes: [] });
    const { id: tenant = '' } = await provider.manage('/v1/mgmt/tenant/create', {
      name: `Tenant ${Math.random()}`,
    });
    const membership = (roleNames: string[]) => ({ userTenants: [{ tenantId: tenant, roleNames }] });
    const admin = await ask(app, membership(['Head']), { tenant });
    const { location } = await answer(admin.browser, admin.page, { answer: 'allow', everyone: 'yes' });
    const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), admin.checks);
    expect(claimsIn(tokens.access_token)['dct']).toBe(tenant);

    const member = await ask(app, membership([]), { tenant });
    expect(new URL(member.page.location).searchParams.get('code')).toBeTruthy();
    const outside = await ask(app, {}, { tenant });
    expect(outside.page.status).toBe(403);

    await provider.manage('/v1/mgmt/thirdparty/consents/delete', { appId: app.id });
    expect(await consentsOf({ tenantId: tenant })).toHaveLength(1);
    await provider.manage('/v1/mgmt/thirdparty/consents/delete/tenant', { tenantId: tenant });
    await expect(openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  const names = ['a', 'b', 'c', 'd'];
  const manyScopes = { permissionsScopes: names.map((name) => ({ name, description: name })) };

  test('has the answers of all administrators who give it for everyone at once', {
    tags: 'race',
  }, async () => {
    const app = await createApp(manyScopes);
    const { id: tenant = '' } = await provider.manage('/v1/mgmt/tenant/create', {
      name: `Tenant ${Math.random()}`,
    });
    const user = { userTenants: [{ tenantId: tenant, roleNames: ['Head'] }] };
    const asked = await Promise.all(names.map((name) => ask(app, user, { tenant, scope: `openid ${name}` })));
    await Promise.all(
      asked.map(({ browser, page }) => answer(browser, page, { answer: 'allow', everyone: 'yes' })),
    );
    const [consent, ...more] = await consentsOf({ appId: app.id });
    expect(more).toEqual([]);
    expect(consent).toMatchObject({ userId: '', scopes: expect.arrayContaining(names) });
  });

  test('that is withdrawn does not come back with an answer at the same time', { tags: 'race' }, async () => {
    const app = await createApp(manyScopes);
    const first = await ask(app, {}, { scope: 'openid a' });
    await answer(first.browser, first.page, { answer: 'allow' });
    const { url } = await prepare(app.config, { scope: 'openid b' });
    const page = await first.browser.get(url.href.slice(provider.latchkey.baseUrl.length));
    await Promise.all([
      answer(first.browser, page, { answer: 'allow' }),
      provider.manage('/v1/mgmt/thirdparty/consents/delete', { appId: app.id }),
    ]);
    const left = await consentsOf({ appId: app.id });
    expect(left.flatMap(({ scopes }) => scopes)).not.toContain('a');
  });

  test('of a member does not count for others, whatever their form says', async () => {
    const app = await createApp({ permissionsScopes: [] });
    const { id: tenant = '' } = await provider.manage('/v1/mgmt/tenant/create', {
      name: `Tenant ${Math.random()}`,
    });
    const { page, browser } = await ask(app, { userTenants: [{ tenantId: tenant }] }, { tenant });
    await answer(browser, page, { answer: 'allow', everyone: 'yes' });
    const [consent] = await consentsOf({ appId: app.id });
    expect(consent?.['userId']).not.toBe('');
  });
});

test('an application gets tokens for the audiences of its list only', async () => {
  const audience = 'https://notes-api.example.com';
  const app = await createApp({ audienceWhitelist: [audience] });
  const { page, browser, checks } = await ask(app, {}, { resource: audience });
  const { location } = await answer(browser, page, { answer: 'allow' });
  const tokens = await openid.authorizationCodeGrant(app.config, new URL(location), checks);
  const { issuer } = app.config.serverMetadata();
  expect(claimsIn(tokens.access_token)['aud']).toEqual([audience, issuer]);
  const other = await prepare(app.config, { scope, resource: 'https://other.example.com' });
  const refused = await browser.get(other.url.href.slice(provider.latchkey.baseUrl.length));
  expect(new URL(refused.location).searchParams.get('error')).toBe('invalid_target');
});

test('a third-party application cannot use the endpoints of others, nor they its', async () => {
  const app = await createApp();
  const own = await provider.createClient();
  const { projectId, baseUrl } = provider.latchkey;
  const wrong = async (path: string, clientId: string) => {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: callback, response_type: 'code' });
    return (await fetch(`${baseUrl}${path}?${query}`, { redirect: 'manual' })).status;
  };
  expect(await wrong('/oauth2/v1/authorize', app.clientId)).toBe(400);
  expect(await wrong(`/oauth2/v1/apps/${projectId}/authorize`, own.clientId)).toBe(400);
  expect(await wrong(`/oauth2/v1/apps/${projectId}/authorize`, projectId)).toBe(400);
});

async function consentsOf(filter: object): Promise<Record<string, unknown>[]> {
  const { status, body } = await provider.latchkey.manage(
    'POST',
    '/v1/mgmt/thirdparty/consents/search',
    filter,
  );
  expect(status).toBe(200);
  return body.consents;
}

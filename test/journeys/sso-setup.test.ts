import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idpMetadata } from '../../server/domain/federation/sso/saml/idp-fixture.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { type OpenPage, openPage } from '../counterparts/chromium.ts';
import { type DnsServer, startDnsServer } from '../counterparts/dns-server.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { newestMessageTo } from '../messages.ts';
import {
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../openid-provider.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
let dns: DnsServer;
let open: OpenPage | undefined;
let tenant: string;
let counter = 0;

beforeAll(async () => {
  dns = await startDnsServer();
  latchkey = await startLatchkey({ LATCHKEY_DNS_SERVER: dns.address });
  provider = await startOpenIdProvider(latchkey);
  await manage('project/update/name', { name: 'Acme Notes' });
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
  await dns.close();
});
beforeEach(async () => {
  counter += 1;
  tenant = `corp-${counter}`;
  for (const name of Object.keys(provider.faults)) delete provider.faults[name as keyof OpenIdFaults];
  await manage('tenant/create', { id: tenant, name: `Corp ${counter} Ltd.` });
});
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function newLink(expireTime = 3_600, ssoId?: string): Promise<string> {
  const { data } = await latchkey
    .sdk()
    .management.tenant.generateSSOConfigurationLink(tenant, expireTime, ssoId);
  return data?.adminSSOConfigurationLink ?? '';
}

async function visit(url: string, locale = 'en-GB'): Promise<Page> {
  open = await openPage(url, { locale, javaScriptEnabled: false, viewport: { width: 760, height: 900 } });
  return open.page;
}

const client = () => ({ clientId: 'latchkey', clientSecret: 'secret', issuer: provider.issuer });

/** Keeps a picture, to be looked at. */
async function shoot(page: Page, name: string) {
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `/tmp/setup-${name}.png`, fullPage: true });
}

/** Opens a step from the list at the top. */
async function toStep(page: Page, step: string) {
  await page.goto(`${page.url().split('?')[0]}?step=${step}`);
}

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Verify and save' }).click();
  await page.waitForLoadState();
}

describe('a tenant’s administrator', () => {
  test('sets up OpenID Connect without script, tests it, and sees the roles it gives', async () => {
    await manage('role/create', { name: `Boss ${counter}` });
    const mapping = { roleMappings: [{ groups: ['bosses'], roleName: `Boss ${counter}` }] };
    await manage('sso/mapping', { tenantId: tenant, ...mapping });
    const page = await visit(await newLink());
    expect(page.url()).not.toContain('token');
    expect(await page.textContent('main')).toContain(
      `the users of Corp ${counter} Ltd. sign in to Acme Notes`,
    );
    await page.getByRole('button', { name: 'Other' }).click();
    await page.getByRole('link', { name: 'OpenID Connect' }).click();
    const callbackUrl = await page.getByLabel('Redirect URI').inputValue();
    expect(callbackUrl).toContain(`/v1/auth/sso/oidc/callback/${latchkey.projectId}/${tenant}/default_ssoid`);

    await fill(page, {
      Issuer: `${provider.issuer}/wrong`,
      'Client ID': 'latchkey',
      'Client secret': 'secret',
    });
    expect(await page.getByRole('alert').textContent()).toMatch(
      /Couldn’t save the changes:\s+The discovery document/,
    );
    expect(await page.getByLabel('Client ID').inputValue()).toBe('latchkey');
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');

    await fill(page, { Issuer: provider.issuer, 'Client secret': 'secret' });
    expect(await page.getByRole('status').textContent()).toContain('Saved');
    expect(await page.textContent('#understood')).toContain(`${provider.issuer}`);
    await page.getByRole('link', { name: 'Continue: Test' }).click();
    provider.faults.person = {
      sub: 'ann',
      email: 'ann@corp.example',
      name: 'Ann <b>',
      groups: ['bosses', 'x'],
    };
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await page.waitForURL(/#test$/);
    const result = (await page.textContent('#test')) ?? '';
    for (const text of [
      'The test succeeded.',
      'ann@corp.example',
      'Ann <b>',
      'bosses, x',
      `Boss ${counter}`,
    ]) {
      expect(result).toContain(text);
    }
    // The browser notes the form that was refused.
    expect(open?.errors).toEqual([expect.stringMatching(/400 \(Bad Request\)/)]);
    // Nobody was signed in or made.
    const found = await latchkey.manage('POST', '/v1/mgmt/user/search', { tenantIds: [tenant] });
    expect(found.body.users).toEqual([]);
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(body.oidc.lastSuccessTestTime).toBeGreaterThan(1_700_000_000);
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: '/tmp/sso-setup.png', fullPage: true });
  });

  test('chooses an identity provider of metadata that describes several, and the way of sending a secret', async () => {
    const entities = ['urn:north', 'urn:south'].map((entityId) => idpMetadata({ entityId })).join('');
    const metadata = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entities}</EntitiesDescriptor>`;
    const page = await visit(await newLink());
    await toStep(page, 'connect');
    await fill(page, { 'metadata XML': metadata });
    expect(await page.getByRole('alert').textContent()).toMatch(/several identity providers/);
    await page.getByLabel('Choose your identity provider').selectOption('urn:south');
    if (process.env['SCREENSHOTS'])
      await page.screenshot({ path: '/tmp/nc/setup-entities.png', fullPage: true });
    await fill(page, {});
    expect(await page.getByRole('status').textContent()).toContain('Saved');
    const settings = async () =>
      (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`)).body;
    expect((await settings()).saml.idpEntityId).toBe('urn:south');

    await page.getByRole('link', { name: 'OpenID Connect' }).click();
    await page.getByLabel('Client authentication').selectOption('post');
    await fill(page, { Issuer: provider.issuer, 'Client ID': 'latchkey', 'Client secret': 'secret' });
    expect((await settings()).oidc.clientAuthMethod).toBe('client_secret_post');
    await page.getByRole('link', { name: 'OpenID Connect' }).click();
    expect(await page.getByLabel('Client authentication').inputValue()).toBe('post');
  });

  test('learns from a test which way of sending the secret works', async () => {
    await manage('sso/oidc', {
      tenantId: tenant,
      settings: { clientId: 'latchkey', clientSecret: 'secret', issuer: provider.issuer },
    });
    provider.faults.clientSecret = 'post';
    provider.faults.person = { sub: 'ann', email: 'ann@corp.example', name: 'Ann', groups: ['a'] };
    const page = await visit(await newLink(), 'de-DE');
    await page.locator('button[value=test]').click();
    await page.waitForURL(/#test$/);
    expect(await page.textContent('#test')).toMatch(/nimmt sie mit client_secret_post an\. Stellen Sie/);
    await toStep(page, 'connect');
    await page.getByLabel('Client-Authentifizierung').selectOption('post');
    await page.locator('button[value=save]').click();
    await page.waitForLoadState();
    await toStep(page, 'test');
    await page.locator('button[value=test]').click();
    await page.waitForURL(/#test$/);
    const found = (await page.textContent('#test')) ?? '';
    for (const text of ['client_secret_post', 'RS256', 'Userinfo', 'im Attribut `groups` gesendet: 1.'])
      expect(found).toContain(text);
    if (process.env['SCREENSHOTS']) {
      await page.screenshot({ path: '/tmp/nc/setup-test.png', fullPage: true });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: '/tmp/nc/setup-test-390.png', fullPage: true });
    }
  });

  test('sees in words why a test did not work', async () => {
    await manage('sso/oidc', {
      tenantId: tenant,
      settings: { clientId: 'latchkey', clientSecret: 'wrong', issuer: provider.issuer },
    });
    const page = await visit(await newLink());
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await page.waitForURL(/#test$/);
    expect(await page.textContent('#test')).toMatch(/The test failed:.*rejects the client ID and secret/s);
    expect(await page.locator('tbody tr').count()).toBe(1);
    await toStep(page, 'connect');
    expect(await page.getByLabel('Client secret').inputValue()).toBe('');
    const after = await latchkey.manage('GET', `/v1/mgmt/sso/failures?tenantId=${tenant}`);
    expect(after.body.failures).toHaveLength(1);
  });

  test('richtet SAML auf Deutsch ein und probiert es aus', async () => {
    const page = await visit(await newLink(), 'de-DE');
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await page.getByRole('button', { name: 'Andere' }).click();
    expect(await page.getByLabel('ACS-URL').inputValue()).toContain('/v1/auth/saml/acs?');
    const metadata = await latchkey.request('GET', '/dev/idp/saml/demo/metadata', { bearer: null });
    await page.getByLabel('Oder die Metadaten selbst').fill(metadata.body);
    await page.getByRole('button', { name: 'Prüfen und speichern' }).click();
    await page.waitForLoadState();
    expect(await page.getByRole('status').textContent()).toContain('Gespeichert');
    expect(await page.textContent('#understood')).toContain('gültig bis');
    await page.getByRole('link', { name: 'Weiter: Test' }).click();
    await page.getByRole('button', { name: 'Anmeldung testen' }).click();
    // The simulator’s page: whoever is offered first signs in.
    await page.locator('main button[type=submit], main button').first().click();
    await page.waitForLoadState();
    if (!page.url().includes('/sso-setup/')) await page.locator('main button').first().click();
    await page.waitForURL(/sso-setup/);
    expect(await page.textContent('#test')).toContain('Es hat geklappt.');
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(body.tenant.authType).toBe('saml');
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: '/tmp/sso-setup-de.png', fullPage: true });
  });

  test('follows the numbered steps of the chosen identity provider, and keeps the choice', async () => {
    const page = await visit(await newLink());
    await page.getByRole('button', { name: 'OneLogin' }).click();
    const acsUrl = await page.getByLabel('ACS (Consumer) URL', { exact: true }).inputValue();
    expect(acsUrl).toContain('/v1/auth/saml/acs?');
    const pattern = new RegExp(await page.getByLabel('ACS (Consumer) URL Validator').inputValue());
    expect(pattern.test(acsUrl)).toBe(true);
    expect(pattern.test(acsUrl.replace('?', '.'))).toBe(false);
    expect(await page.getByLabel('Audience (EntityID)').inputValue()).toContain(tenant);
    expect(await page.textContent('.guide details')).toContain('No groups were received');
    await page.getByRole('link', { name: 'OpenID Connect' }).click();
    expect(await page.getByLabel("Redirect URI's").inputValue()).toContain(tenant);

    // The choice stays through refused and saved forms, and through a test.
    const isStillChosen = async () => {
      expect(await page.textContent('.guide')).toContain('OneLogin');
    };
    await fill(page, {
      'Issuer or discovery URL': `${provider.issuer}/wrong`,
      'Client ID': 'latchkey',
      'Client secret': 'secret',
    });
    await isStillChosen();
    await fill(page, { 'Issuer or discovery URL': provider.issuer, 'Client secret': 'secret' });
    expect(await page.getByRole('status').textContent()).toContain('Saved');
    await isStillChosen();
    provider.faults.person = { sub: 'kim' };
    await toStep(page, 'test');
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await page.waitForURL(/#test$/);
    await toStep(page, 'connect');
    await isStillChosen();

    await toStep(page, 'provider');
    expect(await page.getByRole('button', { name: 'OneLogin' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Other' }).click();
    expect(await page.locator('.guide').count()).toBe(0);
    expect((await page.goto(`${page.url().split('?')[0]}?provider=constructor`))?.status()).toBe(200);
    expect(await page.locator('.guide').count()).toBe(0);
  });

  test.each([
    ['de-DE', 1280, 'entra', 'saml', 'Typische Fehler'],
    ['fr-FR', 390, 'okta', 'saml', 'Erreurs fréquentes'],
    ['es-ES', 1280, 'adfs', 'oidc', 'Errores habituales'],
    ['en-GB', 390, 'pingfederate', 'saml', 'Typical mistakes'],
    ['en-GB', 1280, 'okta', 'saml', 'Typical mistakes'],
  ])(
    'reads the steps in %s at a width of %d, and has a button to copy each value',
    async (locale, width, id, protocol, mistakes) => {
      open = await openPage(await newLink(), { locale, viewport: { width, height: 860 } });
      const { page } = open;
      await page.goto(`${page.url()}?provider=${id}&protocol=${protocol}`);
      await page.getByText(mistakes).click();
      expect(await accessibilityViolations(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await page.locator('.guide [data-copies]').first().isVisible()).toBe(true);
      expect(open.errors).toEqual([]);
      if (process.env['SCREENSHOTS'])
        await page.screenshot({ path: `/tmp/sso-setup-${id}-${locale}.png`, fullPage: true });
    },
  );

  test('proves a domain, maps groups and attributes, sees the user who would come out, and reports', async () => {
    const role = `Crew ${counter}`;
    const domain = `corp${counter}.example`;
    await manage('role/create', { name: role });
    await manage('sso/oidc', { tenantId: tenant, settings: client() });
    const { adminSSOConfigurationLink } = await manage('tenant/adminlinks/sso/generate', {
      tenantId: tenant,
      mapRoles: true,
    });
    const page = await visit(adminSSOConfigurationLink);
    provider.faults.person = { sub: 'ann', email: `ann@${domain}`, nick: 'Annie', groups: ['crew', 'x'] };
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await page.waitForURL(/#test$/);

    await page.getByRole('link', { name: 'Continue: Email domains' }).click();
    await page.getByLabel('Domain', { exact: true }).fill(domain);
    await page.getByRole('button', { name: 'Add domain' }).click();
    const [name, value] = [
      page.getByLabel('Name', { exact: true }),
      page.getByLabel('Value', { exact: true }),
    ];
    await page.getByRole('button', { name: 'Check record' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The record wasn’t found');
    await shoot(page, 'domains');
    dns.set(await name.inputValue(), [await value.inputValue()]);
    await page.getByRole('button', { name: 'Check record' }).click();
    expect(await page.textContent('#domains')).toContain('Verified');

    await page.getByRole('link', { name: 'Continue: Users and roles' }).click();
    await page.getByLabel('Display name').fill('nick');
    await page.getByLabel('Group 1', { exact: true }).fill('crew');
    await page.getByLabel('Role of group 1').selectOption(role);
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = (await page.textContent('#preview')) ?? '';
    for (const text of [`ann@${domain} (verified)`, 'Annie', 'crew, x', role])
      expect(preview).toContain(text);
    await shoot(page, 'mapping');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Saved');
    await page.getByRole('link', { name: 'Continue: Directory' }).click();
    expect(await page.getByLabel('Base URL').inputValue()).toBe(`${latchkey.baseUrl}/scim/v2`);
    await shoot(page, 'directory');
    await toStep(page, 'test');
    await page.getByRole('button', { name: 'Report setup as complete' }).click();
    expect(await page.getByRole('status').last().textContent()).toContain('reported as complete');
    await shoot(page, 'done');
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'done-390');

    // The application sees the report, and the next sign-in applies the mapping.
    const { body } = await latchkey.manage('GET', `/v1/mgmt/tenant/adminlinks/sso/all?tenantId=${tenant}`);
    expect(body.links).toHaveLength(1);
    expect(body.links[0].doneTime).toBeGreaterThan(0);
    await manage('sso/redirect', { tenantId: tenant, oauthRedirectUrl: 'http://127.0.0.1:9/app' });
    const browser = new OidcBrowser(latchkey);
    const url = await provider.signIn(await browser.start(tenant), provider.faults.person);
    const code = new URL((await browser.get(url)).headers.get('location') ?? '').searchParams.get('code');
    const { body: signedIn } = await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
    expect(signedIn.user).toMatchObject({
      name: 'Annie',
      email: `ann@${domain}`,
      verifiedEmail: true,
      userTenants: [{ tenantId: tenant, roleNames: [role] }],
    });
  });

  test('gives a metadata file, which the browser reads into its field', async () => {
    open = await openPage(await newLink(), { viewport: { width: 1280, height: 900 } });
    const { page } = open;
    await shoot(page, 'tiles');
    await page.getByRole('button', { name: 'Okta' }).click();
    const file = (entityId: string) => idpMetadata({ entityId });
    const chosen = { name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(file('urn:chosen')) };
    await page.getByLabel('Metadata file').setInputFiles(chosen);
    const field = page.getByLabel('metadata XML');
    await expect.poll(() => field.inputValue()).toContain('urn:chosen');
    const dropped = await page.evaluateHandle((xml) => {
      const data = new DataTransfer();
      data.items.add(new File([xml], 'idp.xml', { type: 'text/xml' }));
      return data;
    }, file('urn:dropped'));
    await field.dispatchEvent('drop', { dataTransfer: dropped });
    await expect.poll(() => field.inputValue()).toContain('urn:dropped');
    await page.getByRole('button', { name: 'Verify and save' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.textContent('#understood')).toMatch(/urn:dropped.*valid until/s);
    await shoot(page, 'understood');
    expect(open.errors).toEqual([]);
  });

  test.each([
    ['en-GB', 1280],
    ['de-DE', 390],
    ['fr-FR', 1280],
    ['es-ES', 390],
  ])('has every step in %s at a width of %d, without obstacles', async (locale, width) => {
    await manage('sso/oidc', { tenantId: tenant, settings: client() });
    const { adminSSOConfigurationLink } = await manage('tenant/adminlinks/sso/generate', {
      tenantId: tenant,
      mapRoles: true,
    });
    await manage('tenant/domain/create', { tenantId: tenant, domain: `wide${counter}.example` });
    open = await openPage(adminSSOConfigurationLink, { locale, viewport: { width, height: 860 } });
    const { page } = open;
    for (const step of ['provider', 'connect', 'test', 'domains', 'mapping', 'directory']) {
      await toStep(page, step);
      expect(await accessibilityViolations(page), step).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, step).toBeLessThanOrEqual(0);
      await shoot(page, `${step}-${locale}`);
    }
    expect(open.errors).toEqual([]);
  });

  test('does it all by keyboard, on a page that axe has nothing against', async () => {
    open = await openPage(await newLink(), { viewport: { width: 420, height: 860 } });
    const { page } = open;
    for (const query of ['?protocol=saml', '?protocol=oidc']) {
      await page.goto(page.url().split('?')[0] + query);
      expect(await accessibilityViolations(page)).toEqual([]);
    }
    await page.getByLabel('Issuer').focus();
    await page.keyboard.type(provider.issuer);
    await page.keyboard.press('Tab');
    await page.keyboard.type('latchkey');
    await page.keyboard.press('Tab');
    await page.keyboard.type('secret');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await toStep(page, 'test');
    provider.faults.person = { sub: 'kim', groups: 'one' };
    await page.getByRole('button', { name: 'Test sign-in' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#test$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(open.errors).toEqual([]);
  });
});

describe('a setup link', () => {
  /** Opens it as a browser does, and returns its cookie. */
  async function enter(link: string) {
    const path = link.replace(latchkey.baseUrl, '');
    const answer = await latchkey.request('GET', path, { bearer: null });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: answer.status, cookie, path: path.split('?')[0] ?? '' };
  }
  const ownOrigin = () => ({ origin: latchkey.baseUrl, 'content-type': 'application/x-www-form-urlencoded' });
  const post = (path: string, headers: Record<string, string>, form: Record<string, string>) =>
    latchkey.request('POST', path, { bearer: null, headers, rawBody: new URLSearchParams(form).toString() });
  const oidcForm = () => ({
    do: 'save',
    protocol: 'oidc',
    issuer: provider.issuer,
    clientId: 'latchkey',
    clientSecret: 's',
  });

  test('dies at its time, when it is revoked, and with the tenant', async () => {
    const first = await enter(await newLink(60));
    expect(first.status).toBe(303);
    const look = (visit: { path: string; cookie: string }) =>
      latchkey.request('GET', visit.path, { bearer: null, headers: { cookie: visit.cookie } });
    expect((await look(first)).status).toBe(200);
    latchkey.advance(61_000);
    expect((await look(first)).status).toBe(400);
    const second = await enter(await newLink(0));
    expect((await look(second)).status).toBe(200);
    await latchkey.sdk().management.tenant.revokeSSOConfigurationLink(tenant);
    expect((await look(second)).status).toBe(400);
    const third = await enter(await newLink());
    await manage('tenant/delete', { id: tenant });
    expect((await look(third)).status).toBe(400);
  });

  test('is not for another connection that has its ID later', async () => {
    const made = { tenantId: tenant, ssoId: 'second', displayName: 'Second' };
    await manage('sso/settings/new', made);
    const { path, cookie } = await enter(await newLink(0, 'second'));
    await latchkey.manage('DELETE', `/v1/mgmt/sso/settings?tenantId=${tenant}&ssoId=second`);
    await manage('sso/settings/new', made);
    expect((await latchkey.request('GET', path, { bearer: null, headers: { cookie } })).status).toBe(400);
  });

  test('lives 30 days at most, and is sent where it is asked for', async () => {
    const generate = (body: object) =>
      latchkey.manage('POST', '/v2/mgmt/tenant/adminlinks/sso/generate', { tenantId: tenant, ...body });
    expect((await generate({ expireTime: 30 * 86_400 + 1 })).body.errorCode).toBe('E011004');
    expect((await generate({ expireTime: -1 })).status).toBe(400);
    expect((await generate({ email: 'ann' })).body.errorCode).toBe('E011003');
    const email = `it@corp${counter}.example`;
    const { adminSSOConfigurationLink } = (await generate({ email, expireTime: 3_600 })).body;
    expect(await newestMessageTo(latchkey, email)).toMatchObject({
      subject: 'Set up single sign-on for Acme Notes',
      links: [adminSSOConfigurationLink],
    });
    const sent = await latchkey.manage('POST', '/v1/mgmt/tenant/adminlinks/sso/send', {
      tenantId: tenant,
      email,
    });
    expect(sent).toMatchObject({ status: 200, body: {} });
    const [link = ''] = (await newestMessageTo(latchkey, email))?.links ?? [];
    expect(link).not.toBe(adminSSOConfigurationLink);
    expect((await latchkey.request('GET', link.replace(latchkey.baseUrl, ''), { bearer: null })).status).toBe(
      303,
    );
    const unsent = await latchkey.manage('POST', '/v1/mgmt/tenant/adminlinks/sso/send', { tenantId: tenant });
    expect(unsent.body.errorCode).toBe('E011002');
    expect((await generate({ ssoId: 'nothing' })).body.errorCode).toBe('E111302');
    expect((await generate({ tenantId: 'nobody' })).body.errorCode).toBe('E111202');
  });

  test('takes forms from its own page only', async () => {
    const { path, cookie } = await enter(await newLink());
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: latchkey.baseUrl },
    ];
    for (const headers of foreign) {
      const answer = await post(path, { ...ownOrigin(), cookie, ...headers }, oidcForm());
      expect(answer.status).toBe(400);
    }
    expect((await post(path, ownOrigin(), oidcForm())).status).toBe(400);
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(body.tenant.authType).toBe('none');
    expect((await post(path, { ...ownOrigin(), cookie }, oidcForm())).headers.get('location')).toMatch(
      /saved$/,
    );
  });

  test('opens one connection of one tenant, also beside another link', async () => {
    const first = await enter(await newLink());
    const firstTenant = tenant;
    tenant = `${tenant}-other`;
    await manage('tenant/create', { id: tenant, name: tenant });
    const second = await enter(await newLink());
    const crossed = await post(first.path, { ...ownOrigin(), cookie: second.cookie }, oidcForm());
    expect(crossed.status).toBe(400);
    await post(
      second.path,
      { ...ownOrigin(), cookie: second.cookie },
      { ...oidcForm(), tenantId: firstTenant },
    );
    const authTypeOf = async (id: string) =>
      (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${id}`)).body.tenant.authType;
    expect(await authTypeOf(firstTenant)).toBe('none');
    expect(await authTypeOf(tenant)).toBe('oidc');
    const other = await latchkey.addProject();
    const elsewhere = second.path.replace(latchkey.projectId, other.projectId);
    const headers = { cookie: second.cookie };
    expect((await latchkey.request('GET', elsewhere, { bearer: null, headers })).status).toBe(400);
  });

  test('cannot do what the project decides, and says in the audit log who it was', async () => {
    await manage('sso/redirect', { tenantId: tenant, oauthRedirectUrl: 'https://app.example/cb' });
    const { path, cookie } = await enter(await newLink());
    const more = { domains: 'victim.example', redirectUrl: 'https://evil.example', defaultSSORoles: 'Admin' };
    await post(path, { ...ownOrigin(), cookie }, { ...oidcForm(), ...more });
    const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}`);
    expect(body.tenant.domains).toEqual([]);
    expect(body.oidc).toMatchObject({ redirectUrl: 'https://app.example/cb', defaultSSORoles: [] });
    const { actorType } = await latchkey.service.db
      .selectFrom('auditEvents')
      .select('actorType')
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenant)
      .where('actorType', '=', 'setupLink')
      .executeTakeFirstOrThrow();
    expect(actorType).toBe('setupLink');
  });

  test('shows which groups give which roles, but no private ones, and no part that is disabled', async () => {
    const [staff, boss] = [`Staff ${counter}`, `Secret boss ${counter}`];
    await manage('role/create', { name: staff });
    await manage('role/create', { name: boss, private: true });
    const roleMappings = [
      { groups: ['employees'], roleName: staff },
      { groups: ['bosses-of-corp'], roleName: boss },
    ];
    await manage('sso/mapping', { tenantId: tenant, roleMappings });
    const { path, cookie } = await enter(await newLink());
    await post(path, { ...ownOrigin(), cookie }, oidcForm());
    const show = async () => {
      const steps = ['domains', 'mapping'].map((step) =>
        latchkey.request('GET', `${path}?step=${step}`, { bearer: null, headers: { cookie } }),
      );
      return (await Promise.all(steps)).map(({ body }) => body).join('');
    };
    const page = await show();
    for (const text of ['employees', staff, 'id="domains"', 'id="groups"']) expect(page).toContain(text);
    for (const text of ['bosses-of-corp', boss]) expect(page).not.toContain(text);
    const disabledFeatures = { ssoDomains: true, groupMapping: true };
    await manage('tenant/settings', { tenantId: tenant, ssoSetupSuiteSettings: { disabledFeatures } });
    const less = await show();
    for (const text of ['employees', staff, 'id="domains"', 'id="groups"']) expect(less).not.toContain(text);
  });

  test('is not there for a tenant without setup links, and the refusal says how to have them', async () => {
    const { path, cookie } = await enter(await newLink());
    const show = () => latchkey.request('GET', path, { bearer: null, headers: { cookie } });
    const setUp = (enabled: boolean) =>
      manage('tenant/settings', { tenantId: tenant, ssoSetupSuiteSettings: { enabled } });
    await setUp(false);
    expect((await show()).status).toBe(400);
    const refused = await latchkey.manage('POST', '/v2/mgmt/tenant/adminlinks/sso/generate', {
      tenantId: tenant,
    });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E011004']);
    expect(refused.body.errorMessage).toContain('ssoSetupSuiteSettings.enabled');
    await setUp(true);
    expect((await show()).status).toBe(200);
    const disable = (disabled: boolean) =>
      manage('tenant/update', { id: tenant, name: `Tenant ${tenant}`, disabled });
    await disable(true);
    expect((await show()).status).toBe(400);
    await disable(false);
    expect((await show()).status).toBe(200);
  });

  test('offers the protocols that the tenant may use', async () => {
    const disabledFeatures = { saml: true };
    await manage('tenant/settings', { tenantId: tenant, ssoSetupSuiteSettings: { disabledFeatures } });
    const { path, cookie } = await enter(await newLink());
    const { body } = await latchkey.request('GET', `${path}?step=connect`, {
      bearer: null,
      headers: { cookie },
    });
    expect(body).toContain('protocol=oidc');
    expect(body).not.toContain('protocol=saml');
    const form = { do: 'save', protocol: 'saml', metadataUrl: 'https://idp.example/m' };
    expect((await post(path, { ...ownOrigin(), cookie }, form)).status).toBe(400);
  });
});

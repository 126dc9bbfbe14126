import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Provider, startProvider } from '../../../../test/applications.ts';
import { impersonate } from '../../../../test/credentials.ts';
import { createPasswordUser, signInByPassword } from '../../../../test/signed-in.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.latchkey.close());

const path = () => `/apps/${provider.latchkey.projectId}`;

const create = async (name: string, more: object = {}) =>
  (
    await provider.manage('/v1/mgmt/sso/idp/app/oidc/create', {
      name,
      loginPageUrl: `https://${name.toLowerCase()}.example.com/`,
      ...more,
    })
  )['id'] ?? '';

test('a user signs in and finds the applications that were granted to them and their tenants, and no others', async () => {
  const [own, ofTenant, off] = [
    await create('Own'),
    await create('Shared'),
    await create('Off', { enabled: false }),
  ];
  await create('Foreign');
  const { id: tenantId = '' } = await provider.manage('/v1/mgmt/tenant/create', { name: 'Acme' });
  await provider.manage('/v1/mgmt/tenant/update', {
    id: tenantId,
    name: 'Acme',
    federatedAppIds: [ofTenant],
  });
  const loginId = await provider.makeUser({ userTenants: [{ tenantId }], ssoAppIds: [own, off] });
  const browser = provider.browser();
  const url = new URL(provider.latchkey.baseUrl + path());
  const page = await provider.signInAt(browser, url, loginId);
  expect(page.status).toBe(200);
  expect(page.html).toContain('<a href="https://own.example.com/">');
  expect(page.html).toContain('<a href="https://shared.example.com/">');
  expect(page.html).not.toContain('Foreign');
  expect(page.html).not.toContain('https://off.example.com/');
  const german = await browser.get(path(), { 'accept-language': 'de' });
  expect(german.html).toContain('Ihre Anwendungen');
});

test('a user without applications reads what to do', async () => {
  const loginId = await provider.makeUser();
  const url = new URL(provider.latchkey.baseUrl + path());
  const page = await provider.signInAt(provider.browser(), url, loginId);
  expect(page.html).toContain('Ask your administrator');
});

describe('the list for the widget', () => {
  const listFor = async (refreshJwt: string, query = '') => {
    const { latchkey } = provider;
    const bearer = `${latchkey.projectId}:${refreshJwt}`;
    return latchkey.request('GET', `/v1/mgmt/sso/idp/apps/load${query}`, { bearer });
  };
  const createSaml = async (name: string) =>
    (
      await provider.manage('/v1/mgmt/sso/idp/app/saml/create', {
        name,
        hasNoCertificate: true,
        entityId: `https://${name.toLowerCase()}.example.com/saml`,
        acsUrl: `https://${name.toLowerCase()}.example.com/acs`,
      })
    )['id'] ?? '';

  test('has what the user may open, with the address that opens it, and nothing secret', async () => {
    const start = 'https://start.example.com/?a=1&b=2';
    const [own, saml, off] = [
      await create('Begin', { customIdpInitiatedLoginPageUrl: start }),
      await createSaml('Portal'),
      await create('Away', { enabled: false, customIdpInitiatedLoginPageUrl: start }),
    ];
    const [ofTenant, plain] = [await createSaml('Together'), await create('Plain')];
    await create('Strange', { customIdpInitiatedLoginPageUrl: start });
    const { id: tenantId = '' } = await provider.manage('/v1/mgmt/tenant/create', { name: 'Both' });
    await provider.manage('/v1/mgmt/tenant/update', {
      id: tenantId,
      name: 'Both',
      federatedAppIds: [ofTenant],
    });
    const user = await createPasswordUser(provider.latchkey, {
      userTenants: [{ tenantId }],
      ssoAppIds: [own, saml, off, plain],
    });
    const { refreshJwt } = (await signInByPassword(provider.latchkey, user)).body;
    const { status, body } = await listFor(refreshJwt);
    expect(status).toBe(200);
    const common = { description: '', enabled: true, logo: '' };
    const initiated = (id: string) => expect.stringMatching(`/saml/idp/initiate.*${id}`);
    expect(body.apps).toEqual([
      {
        ...common,
        id: own,
        name: 'Begin',
        appType: 'oidc',
        oidcSettings: {
          customIdpInitiatedLoginPageUrl: 'https://start.example.com/?a=1&amp;b=2',
          loginPageUrl: '',
        },
      },
      {
        ...common,
        id: plain,
        name: 'Plain',
        appType: 'oidc',
        oidcSettings: { customIdpInitiatedLoginPageUrl: '', loginPageUrl: 'https://plain.example.com/' },
      },
      {
        ...common,
        id: saml,
        name: 'Portal',
        appType: 'saml',
        samlSettings: { idpInitiatedUrl: initiated(saml) },
      },
      {
        ...common,
        id: ofTenant,
        name: 'Together',
        appType: 'saml',
        samlSettings: { idpInitiatedUrl: initiated(ofTenant) },
      },
    ]);
    // The tenant of the query changes nothing.
    expect((await listFor(refreshJwt, '?tenant=other')).body).toEqual(body);
    await provider.manage('/v1/mgmt/tenant/update', {
      id: tenantId,
      name: 'Both',
      disabled: true,
      federatedAppIds: [ofTenant],
    });
    const ids = async () => (await listFor(refreshJwt)).body.apps.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([own, plain, saml]);
    await provider.manage('/v1/mgmt/user/update/status', { loginId: user.loginId, status: 'disabled' });
    expect((await listFor(refreshJwt)).status).toBe(401);
  });

  test('has texts that stay texts in HTML', async () => {
    const id = await create('Ann', { name: '<img src=x onerror=alert(1)> "R&D"' });
    const user = await createPasswordUser(provider.latchkey, { ssoAppIds: [id] });
    const { refreshJwt } = (await signInByPassword(provider.latchkey, user)).body;
    const [app] = (await listFor(refreshJwt)).body.apps;
    expect(app.name).toBe('&lt;img src=x onerror=alert(1)&gt; &quot;R&amp;D&quot;');
  });

  test('is closed to impersonators, who must not get into other applications', async () => {
    const { latchkey } = provider;
    const agent = await createPasswordUser(latchkey, {});
    const user = await createPasswordUser(latchkey, {});
    const { refreshJwt } = await impersonate(latchkey, agent.loginId, user.loginId);
    expect(await listFor(refreshJwt)).toMatchObject({ status: 403, body: { errorCode: 'E064006' } });
  });

  test('is the whole list for a management key still', async () => {
    const { body } = await provider.latchkey.manage('GET', '/v1/mgmt/sso/idp/apps/load');
    expect(body.apps.length).toBeGreaterThan(5);
    expect(body.apps[0]).toHaveProperty('oidcSettings.issuer');
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Provider, startProvider } from '../../../../test/applications.ts';

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

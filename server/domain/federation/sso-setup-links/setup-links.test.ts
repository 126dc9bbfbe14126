import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../../../test/openid-provider.ts';
import { createPasswordUser } from '../../../../test/signed-in.ts';
import { idpMetadata } from '../sso/saml/idp-fixture.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
let tenantId: string;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startOpenIdProvider(latchkey);
});
afterAll(async () => {
  provider.close();
  await latchkey.close();
});
beforeEach(async () => {
  counter += 1;
  tenantId = `corp-${counter}`;
  await manage('tenant/create', { id: tenantId, name: `Corp ${counter}` });
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

const pathOf = (link: string) => link.replace(latchkey.baseUrl, '');
async function newLink(): Promise<string> {
  return pathOf((await manage('tenant/adminlinks/sso/generate', { tenantId })).adminSSOConfigurationLink);
}

/** Opens a link, and returns the browser and the address of its page. */
async function opened(link: string) {
  const browser = new FormBrowser(latchkey);
  const { location } = await browser.get(link);
  return { browser, path: pathOf(location) };
}

/** Opens the page as a signed-in user with the role. */
async function openedBySignIn() {
  const roleNames = ['Tenant Admin'];
  const user = await createPasswordUser(latchkey, { userTenants: [{ tenantId, roleNames }] });
  const address = await manage('tenant/adminlinks/sso/authenticated', { tenantId });
  const path = pathOf(address.adminSSOConfigurationLink);
  const browser = new FormBrowser(latchkey);
  const login = pathOf((await browser.get(path)).location);
  await browser.get(login);
  const asked = await browser.submit(login, { loginId: user.loginId });
  let visited = await browser.post(asked.path, { password: user.password });
  while (visited.location) visited = await browser.get(pathOf(visited.location));
  expect(visited.status).toBe(200);
  return { browser, path, user };
}

const oidcForm = () => ({
  protocol: 'oidc',
  issuer: provider.issuer,
  clientId: 'latchkey',
  clientSecret: 'a secret of the client',
});
const isSetUp = async () => {
  const { body } = await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`);
  return body.tenant?.authType === 'oidc';
};

/** Sends the form, and runs `meanwhile` while the server waits for the discovery document. */
async function saveWhile(browser: FormBrowser, path: string, meanwhile: () => Promise<unknown>) {
  let asked = 0;
  provider.faults.beforeDiscovery = async () => {
    asked += 1;
    await meanwhile();
  };
  const answer = await browser.post(path, oidcForm());
  delete provider.faults.beforeDiscovery;
  expect(asked).toBe(1);
  return answer;
}

describe('a setup that ends while the server reads a provider', () => {
  const endings: Record<string, () => Promise<unknown>> = {
    'the tenant is disabled': () => manage('tenant/update', { id: tenantId, name: tenantId, disabled: true }),
    'the tenant is deleted': () => manage('tenant/delete', { id: tenantId }),
    'the tenant offers none': () =>
      manage('tenant/settings', { tenantId, ssoSetupSuiteSettings: { enabled: false } }),
  };

  test.each(
    Object.entries({
      ...endings,
      'the link is revoked': () => manage('tenant/adminlinks/sso/revoke', { tenantId }),
    }),
  )('saves nothing by a link: %s', async (_, end) => {
    const { browser, path } = await opened(await newLink());
    const { status } = await saveWhile(browser, path, end);
    expect([status >= 400 && status < 500, await isSetUp()]).toEqual([true, false]);
    expect((await browser.get(path)).status).toBe(400);
  });

  test.each(
    Object.entries({
      ...endings,
      'the right is taken away': ({ loginId }: { loginId: string }) =>
        manage('user/update/role/remove', { loginId, tenantId, roleNames: ['Tenant Admin'] }),
      'the session ends': ({ loginId }: { loginId: string }) => manage('user/logout', { loginId }),
      'the user is disabled': ({ loginId }: { loginId: string }) =>
        manage('user/update/status', { loginId, status: 'disabled' }),
    }),
  )('saves nothing for a signed-in administrator: %s', async (_, end) => {
    const { browser, path, user } = await openedBySignIn();
    const { status } = await saveWhile(browser, path, () => end(user));
    expect([status >= 400 && status < 500, await isSetUp()]).toEqual([true, false]);
  });

  test('saves if nothing ends', async () => {
    const { browser, path } = await opened(await newLink());
    expect((await saveWhile(browser, path, async () => {})).status).toBe(303);
    expect(await isSetUp()).toBe(true);
  });
});

describe('the holder of a link', () => {
  test('cannot guess or change it', async () => {
    const link = await newLink();
    const [path = '', token = ''] = link.split('?token=');
    const other = (await newLink()).split('?token=');
    for (const wrong of [
      path,
      `${path}?token=`,
      `${path}?token=${'A'.repeat(43)}`,
      `${path}?token=${other[1]}`,
      `${other[0]}?token=${token}`,
      `${path}?token=${token.toLowerCase()}`,
      `${path}?token=${token}&token=${token}`,
      `${path.slice(0, -1)}${path.endsWith('0') ? 1 : 0}?token=${token}`,
    ])
      expect([wrong, (await new FormBrowser(latchkey).get(wrong)).status]).toEqual([wrong, 400]);
  });

  test('gets no secret back, and nothing of the tenant’s users', async () => {
    const user = await createPasswordUser(latchkey, {
      userTenants: [{ tenantId }],
      displayName: 'Ann Person',
    });
    const { browser, path } = await opened(await newLink());
    expect((await browser.post(path, oidcForm())).status).toBe(303);
    const refused = await browser.post(path, { ...oidcForm(), issuer: 'https://127.0.0.1:1' });
    for (const html of [refused.html, (await browser.get(path)).html])
      for (const text of [oidcForm().clientSecret, 'PRIVATE KEY', user.loginId, 'Ann Person'])
        expect(html).not.toContain(text);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/metadata',
    'http://10.0.0.1/metadata',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'https://user:pass@10.0.0.1/',
  ])('cannot make the server ask %s', async (address) => {
    const { browser, path } = await opened(await newLink());
    const forms: Record<string, string>[] = [
      { protocol: 'saml', metadataUrl: address },
      { ...oidcForm(), issuer: address },
    ];
    for (const form of forms) expect((await browser.post(path, form)).status).toBe(400);
    expect(await isSetUp()).toBe(false);
  });

  test('cannot bring script into the page, for other holders or the console', async () => {
    const script = '"><script>alert(1)</script>';
    await manage('tenant/update', { id: tenantId, name: `Corp ${script}` });
    const { browser, path } = await opened(await newLink());
    const entityId = 'https://idp.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;';
    const metadataXml = idpMetadata().replace(/entityID="[^"]*"/, `entityID="${entityId}"`);
    const saved = await browser.post(path, { protocol: 'saml', metadataXml });
    const shown = [saved.html, (await browser.get(`${path}?saved`)).html];
    for (const more of ['issuer', 'clientId'])
      shown.push((await browser.post(path, { ...oidcForm(), [more]: script })).html);
    for (const html of shown) expect(html).not.toContain('<script>alert');
  });
});

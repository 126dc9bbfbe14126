import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import {
  codeOf,
  connectTenant,
  createIdentityProvider,
  errorOf,
} from '../../../../../test/identity-provider.ts';
import {
  connectOidcTenant,
  OidcBrowser,
  type OpenIdFaults,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../../../test/openid-provider.ts';
import { UnresolvedHostError } from '../../../../core/outbound.ts';
import { configureOidc } from './configure-oidc.ts';

let latchkey: Latchkey;
let provider: OpenIdProvider;
let tenant: string;
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
  tenant = `settings-${counter}`;
  for (const name of Object.keys(provider.faults)) delete provider.faults[name as keyof OpenIdFaults];
});

const load = async (ssoId = '') =>
  (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenant}&ssoId=${ssoId}`)).body;
const newTenant = () => latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: tenant, name: tenant });
const configure = (settings: object, rest: object = {}) =>
  latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
    tenantId: tenant,
    settings: { clientId: 'latchkey', ...settings },
    ...rest,
  });

test.each(['callbackDomain', 'fgaMappings', 'scimProviderID'])(
  'a field of a later capability is refused by name: %s',
  async (field) => {
    await newTenant();
    const value = field === 'fgaMappings' ? { staff: { relations: [] } } : 'sso.example.com';
    const refused = await configure({ issuer: provider.issuer, [field]: value });
    expect(refused).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
    expect(refused.body.errorMessage).toContain(field);
    const { oidc } = await load();
    expect(oidc.issuer).toBe('');
    const empty = field === 'fgaMappings' ? {} : '';
    expect((await configure({ issuer: provider.issuer, [field]: empty })).status).toBe(200);
  },
);

describe('by discovery', () => {
  test('everything is read from the provider, and the secret is never returned', async () => {
    await connectOidcTenant(latchkey, tenant, provider, { prompt: ['login'] }, { domains: ['disc.example'] });
    const body = await load();
    expect(body).toMatchObject({
      tenant: { authType: 'oidc', domains: ['disc.example'] },
      oidc: {
        name: 'Corp',
        clientId: 'latchkey',
        clientSecret: '',
        hasClientSecret: true,
        issuer: provider.issuer,
        discovered: true,
        authUrl: `${provider.issuer}/authorize`,
        tokenUrl: `${provider.issuer}/token`,
        userDataUrl: `${provider.issuer}/userinfo`,
        JWKsUrl: `${provider.issuer}/jwks`,
        scope: ['openid', 'profile', 'email'],
        prompt: ['login'],
        grantType: 'authorization_code',
        lastSuccessTestTime: 0,
      },
      saml: { idpEntityId: '' },
    });
    expect(JSON.stringify(body)).not.toContain('"secret"');
  });

  test('the URL of the discovery document works as well', async () => {
    await newTenant();
    await configure({ issuer: `${provider.issuer}/.well-known/openid-configuration` });
    expect((await load()).oidc.issuer).toBe(provider.issuer);
  });

  test('settings that were read can be written back, and the secret stays', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const { oidc } = await load();
    expect((await configure(oidc)).status).toBe(200);
    const browser = new OidcBrowser(latchkey);
    const callback = await provider.signIn(await browser.start(tenant), { sub: tenant, groups: ['g'] });
    expect((await browser.get(callback)).headers.get('location')).toContain('code=');
  });

  test('the secret of one provider is not sent to its replacement', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const next = await startOpenIdProvider(latchkey);
    await configure({ issuer: next.issuer });
    const [row] = await latchkey.service.db
      .selectFrom('ssoConnections')
      .select('sealedClientSecret')
      .where('projectId', '=', latchkey.projectId)
      .where('tenantId', '=', tenant)
      .execute();
    expect(row?.sealedClientSecret).toBe('');
    next.close();
  });
});

describe('is refused and changes nothing', () => {
  const refusals: [string, () => object, RegExp][] = [
    ['no issuer', () => ({}), /issuer is missing/],
    ['an issuer that is not a URL', () => ({ issuer: 'corp' }), /absolute https/],
    ['an unreachable provider', () => ({ issuer: 'http://127.0.0.1:9' }), /cannot be fetched/],
    ['an address in a private network', () => ({ issuer: 'http://169.254.169.254' }), /not a public address/],
    [
      'a token endpoint in a private network',
      () => ({ issuer: provider.issuer, tokenUrl: 'https://10.1.2.3/token' }),
      /tokenUrl cannot be used: 10.1.2.3 is not a public address/,
    ],
  ];
  for (const [name, settings, reason] of refusals) {
    test(name, async () => {
      await newTenant();
      const { status, body } = await configure(settings());
      expect(status).toBe(400);
      expect(body).toMatchObject({ errorCode: 'E111301', errorMessage: expect.stringMatching(reason) });
      expect((await load()).tenant.authType).toBe('none');
    });
  }

  test.each([
    ['its slash', '/', ''],
    ['a slash more', '', '/'],
    ['the address of its discovery document', '/', '/.well-known/openid-configuration'],
  ])('but not an issuer that differs in %s', async (_, real, typed) => {
    await newTenant();
    provider.faults.discovery = { issuer: `${provider.issuer}${real}` };
    expect((await configure({ issuer: `${provider.issuer}${typed}` })).status).toBe(200);
    expect((await load()).oidc.issuer).toBe(`${provider.issuer}${real}`);
    delete provider.faults.discovery;
  });

  test('a provider that does not exist, is another one, or serves no keys', async () => {
    await newTenant();
    const reasonOf = async () => (await configure({ issuer: provider.issuer })).body.errorMessage;
    provider.faults.discoveryStatus = 404;
    expect(await reasonOf()).toMatch(/responded with 404/);
    delete provider.faults.discoveryStatus;
    provider.faults.discovery = { issuer: 'https://elsewhere.example' };
    expect(await reasonOf()).toMatch(/names the issuer https:\/\/elsewhere.example. Enter that one/);
    provider.faults.discovery = { jwks_uri: `${provider.issuer}/nothing` };
    expect(await reasonOf()).toMatch(/keys cannot be fetched/);
  });

  test('an issuer that is shared by all organizations', async () => {
    await newTenant();
    provider.faults.discovery = { issuer: `${provider.issuer}/{tenantid}/v2.0` };
    const { body } = await configure({ issuer: `${provider.issuer}/common/v2.0` });
    expect(body.errorCode).toBe('E111301');
  });

  test('http in production', async () => {
    await newTenant();
    const client = { name: '', clientId: 'x', clientSecret: '', scopes: [], prompt: [] };
    const production = { ...latchkey.context, mode: 'production' as const };
    const source = { issuer: provider.issuer };
    await expect(configureOidc(production, tenant, undefined, source, client, {})).rejects.toThrow(/https/);
  });

  test('the implicit grant, an unknown role, and `none` beside other prompts', async () => {
    await newTenant();
    const codeOf = async (settings: object) =>
      (await configure({ issuer: provider.issuer, ...settings })).body.errorCode;
    expect(await codeOf({ grantType: 'implicit' })).toBe('E501001');
    expect(await codeOf({ defaultSSORoles: ['Nobody knows'] })).toBe('E011004');
    expect(await codeOf({ prompt: ['none', 'login'] })).toBe('E011004');
  });
});

describe('a provider whose host cannot be resolved', () => {
  const nowhere = 'https://login.nowhere.invalid';

  test('is set up from its issuer, and discovered at the first sign-in', async () => {
    await newTenant();
    expect(await configure({ issuer: nowhere })).toMatchObject({ status: 200 });
    expect((await load()).oidc).toMatchObject({ issuer: nowhere, authUrl: '', discovered: true });
    const answer = await new OidcBrowser(latchkey).open(tenant);
    expect(errorOf(answer)).toMatch(/login.nowhere.invalid cannot be resolved/);
  });

  test('is set up by hand', async () => {
    await newTenant();
    const settings = {
      issuer: nowhere,
      authUrl: `${nowhere}/a`,
      tokenUrl: `${nowhere}/t`,
      JWKsUrl: `${nowhere}/k`,
    };
    expect(await configure({ ...settings, userDataUrl: `${nowhere}/u` })).toMatchObject({ status: 200 });
    expect((await load()).oidc).toMatchObject({ authUrl: `${nowhere}/a`, discovered: false });
    const refused = await configure({ ...settings, tokenUrl: 'https://10.1.2.3/token' });
    expect(refused.body).toMatchObject({ errorCode: 'E111301' });
  });

  test('works as soon as it can be resolved, with the secret that was set before', async () => {
    await newTenant();
    const client = { name: '', clientId: 'latchkey', clientSecret: 'secret', scopes: [], prompt: [] };
    const offline = {
      ...latchkey.context,
      fetch: () => Promise.reject(new UnresolvedHostError('the host cannot be resolved')),
    };
    const details = { oidcRedirectUrl: 'http://127.0.0.1:9/app' };
    await configureOidc(offline, tenant, undefined, { issuer: provider.issuer }, client, details);
    expect((await load()).oidc.tokenUrl).toBe('');
    const browser = new OidcBrowser(latchkey);
    const answer = await browser.get(
      await provider.signIn(await browser.start(tenant), { sub: `late-${counter}` }),
    );
    expect(codeOf(answer)).toBeTypeOf('string');
    const { oidc, reading } = await load();
    expect(oidc).toMatchObject({ tokenUrl: `${provider.issuer}/token`, hasClientSecret: true });
    expect(reading.readTime).toBeGreaterThan(0);
  });

  test('keeps the way of sending the secret that was chosen, also when the document is read again', async () => {
    await newTenant();
    const client = { name: '', clientId: 'latchkey', clientSecret: 'secret', scopes: [], prompt: [] };
    const offline = {
      ...latchkey.context,
      fetch: () => Promise.reject(new UnresolvedHostError('the host cannot be resolved')),
    };
    const source = { issuer: provider.issuer, authentication: 'post' } as const;
    await configureOidc(offline, tenant, undefined, source, client, {});
    for (let reading = 1; reading <= 3; reading += 1) {
      await latchkey.manage('POST', '/v1/mgmt/sso/provider/read', { tenantId: tenant });
      const { oidc } = await load();
      expect(oidc).toMatchObject({ tokenUrl: `${provider.issuer}/token` });
      expect(oidc.clientAuthMethod).toBe('client_secret_post');
    }
  });
});

describe('SAML and OIDC', () => {
  test('switching keeps domains, roles and mappings, and the other protocol’s settings', async () => {
    const role = `Switched ${counter}`;
    await latchkey.manage('POST', '/v1/mgmt/role/create', { name: role });
    const idp = await createIdentityProvider(latchkey, `https://idp${counter}.example`);
    const mapping = { roleMappings: [{ roleName: role, groups: ['g'] }], defaultSSORoles: [role] };
    await connectTenant(latchkey, tenant, idp, mapping, { domains: [`switch${counter}.example`] });
    expect((await configure({ issuer: provider.issuer })).status).toBe(200);
    const body = await load();
    expect(body.tenant).toMatchObject({ authType: 'oidc', domains: [`switch${counter}.example`] });
    expect(body.oidc).toMatchObject({ ...mapping, groupsMapping: [{ groups: ['g'] }] });
    expect(body.saml.idpEntityId).toBe(idp.entityId);
    const first = await latchkey.manage('GET', `/v1/mgmt/sso/settings?tenantId=${tenant}`);
    expect(first.body.domains).toEqual([`switch${counter}.example`]);
  });

  test('a tenant can have both, on two connections', async () => {
    await connectOidcTenant(latchkey, tenant, provider);
    const made = { tenantId: tenant, ssoId: 'second', displayName: 'Second' };
    await latchkey.manage('POST', '/v1/mgmt/sso/settings/new', made);
    const second = await latchkey.manage('POST', '/v1/mgmt/sso/oidc', {
      tenantId: tenant,
      ssoId: 'second',
      settings: { clientId: 'another', issuer: provider.issuer, redirectUrl: 'http://127.0.0.1:9/second' },
    });
    expect(second.status).toBe(200);
    const asked = new URL(await new OidcBrowser(latchkey).start(tenant, { ssoId: 'second' }));
    expect(asked.searchParams.get('client_id')).toBe('another');
    expect(asked.searchParams.get('redirect_uri')).toMatch(/\/second$/);
  });
});

test('the public SDK configures, loads and redirects', async () => {
  await newTenant();
  const { sso } = latchkey.sdk().management;
  const role = `SDK ${counter}`;
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: role });
  const settings = {
    name: 'Corp',
    clientId: 'latchkey',
    clientSecret: 'secret',
    issuer: provider.issuer,
    scope: ['openid', 'email'],
    attributeMapping: { loginId: 'upn', email: 'mail', customAttributes: { a: 'b' } },
    roleMappings: [{ roleName: role, groups: ['bosses'] }],
    manageProviderTokens: true,
  };
  const configured = await sso.configureOIDCSettings(tenant, settings, [`sdk${counter}.example`]);
  expect(configured.ok, JSON.stringify(configured.error)).toBe(true);
  await sso.configureSSORedirectURL(tenant, undefined, 'https://app.example/oidc');
  const { data } = await sso.loadSettings(tenant);
  expect(data?.oidc).toMatchObject({
    ...settings,
    clientSecret: '',
    redirectUrl: 'https://app.example/oidc',
    authUrl: `${provider.issuer}/authorize`,
  });
  expect(data?.tenant.domains).toEqual([`sdk${counter}.example`]);
  expect((await sso.loadAllSettings(tenant)).data?.[0]?.oidc?.clientId).toBe('latchkey');
  const started = await latchkey.sdk().saml.start(`ann@sdk${counter}.example`, 'http://127.0.0.1:9/cb');
  expect(started.data?.url).toContain('/v1/auth/sso/start');
  await sso.deleteSettings(tenant);
  expect((await sso.loadSettings(tenant)).data?.oidc).toMatchObject({ clientId: '', issuer: '' });
});

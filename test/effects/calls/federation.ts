import { idp, idpMetadata } from '../../../server/domain/federation/sso/saml/idp-fixture.ts';
import { codeOf as codeOfSso, createIdentityProvider, SsoBrowser } from '../../identity-provider.ts';
import { exchange, OAuthBrowser } from '../../oauth-browser.ts';
import { byHand } from '../../sso-settings.ts';
import { back, type Call, must, type World } from '../world.ts';

const ofNewTenant =
  (fields: object): Call =>
  async ({ tenant }) => ({ input: { tenantId: await tenant(), ...fields } });
const ofConnectedTenant =
  (fields: object = {}): Call =>
  async ({ ssoTenant }) => ({ input: { tenantId: await ssoTenant(), ...fields } });
const connection = { redirectUrl: back, settings: byHand };
/** Comes back from a tenant's identity provider with a code. */
async function ssoCode(world: World): Promise<string> {
  return (await ssoSignIn(world)).code;
}

async function ssoSignIn({ latchkey, here, manage, name }: World) {
  const idp = await createIdentityProvider(latchkey, `https://${name('idp')}.example`);
  const { id } = await manage('tenant/create', { name: name('Tenant') });
  await manage('sso/saml', {
    tenantId: id,
    redirectUrl: 'http://127.0.0.1:9/app',
    domains: [`${name('corp')}.example`],
    settings: { idpUrl: 'https://idp.example/sso', entityId: idp.entityId, idpCert: idp.certificatePem },
  });
  const browser = new SsoBrowser(here);
  const request = await browser.start(id);
  const nameId = `${name('alice')}@corp.example`;
  const code = codeOfSso(await browser.post(request.acsUrl, await idp.respond(request, { nameId }))) ?? '';
  return { code, tenantId: id, loginId: nameId };
}

/** Claims a domain for a tenant, and publishes its record. */
async function claimed({ tenant, send, name, dns }: World) {
  const claim = { tenantId: await tenant(), domain: `${name('corp')}.example` };
  const { record } = (await send('POST', '/v1/mgmt/tenant/domain/create', claim)).domain;
  dns.set(record.name, [record.value]);
  return { claim, send };
}

/** Signs a user in by the provider. */
async function withProvider({ latchkey, here, name }: World): Promise<{ userId: string; loginId: string }> {
  const fields = { nameId: name('sub'), email: `${name('shop')}@example.com`, name: 'Ada' };
  const { user } = must(await exchange(latchkey, await new OAuthBrowser(here).signIn('shop', fields)));
  return { userId: user.userId, loginId: user.loginIds[0] };
}

/** Replaces a tenant's identity provider through a setup link, which leaves a decision to an administrator. */
async function replaced({ latchkey, ssoTenant, send }: World): Promise<string> {
  const tenantId = await ssoTenant();
  const made = await send('POST', '/v2/mgmt/tenant/adminlinks/sso/generate', { tenantId });
  const { pathname, search, origin } = new URL(made.adminSSOConfigurationLink);
  const opened = await latchkey.request('GET', pathname + search, { bearer: null });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const metadataXml = idpMetadata({ entityId: 'urn:other', certificates: [idp.nextCertificate] });
  await latchkey.request('POST', pathname, {
    bearer: null,
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: new URLSearchParams({ do: 'save', protocol: 'saml', metadataXml }).toString(),
  });
  return tenantId;
}

/** Names the identity of a user who came from the provider. */
async function identityChoice(world: World): Promise<{ loginId: string; identityId: string }> {
  const { loginId } = await withProvider(world);
  const { identities } = await world.send(
    'GET',
    `/v1/mgmt/user/identities?loginId=${encodeURIComponent(loginId)}`,
  );
  return { loginId, identityId: identities[0].id };
}

const toProvider: Call = () => ({ query: { provider: 'shop', redirectURL: back } });

export const federationCalls: Record<string, Call> = {
  'management.user.removeIdentity': async (world) => ({ input: await identityChoice(world) }),
  'management.tenant.removeSsoUser': async (world) => {
    const { tenantId, loginId } = await ssoSignIn(world);
    return { input: { tenantId, loginId } };
  },
  'management.user.moveIdentity': async (world) => ({
    input: { ...(await identityChoice(world)), toLoginId: (await world.user()).loginId },
  }),
  'management.tenant.createDomain': async ({ tenant, name }) => ({
    input: { tenantId: await tenant(), domain: `${name('corp')}.example` },
  }),
  'management.tenant.verifyDomain': async (world) => ({ input: (await claimed(world)).claim }),
  'management.tenant.deleteDomain': async (world) => {
    const { claim, send } = await claimed(world);
    await send('POST', '/v1/mgmt/tenant/domain/verify', claim);
    return { input: claim };
  },
  'sso.start': async ({ ssoTenant }) => ({ query: { tenant: await ssoTenant() } }),
  'sso.exchange': async (world) => ({ input: { code: await ssoCode(world) } }),
  exchangeCode: async (world) => ({ input: { code: await ssoCode(world) } }),
  'management.sso.newSettings': async ({ ssoTenant, name }) => ({
    input: { tenantId: await ssoTenant(), ssoId: name('second'), displayName: 'Second' },
  }),
  'management.sso.deleteSettings': ofConnectedTenant(),
  'management.sso.configureAuthType': ofConnectedTenant({ authType: 'none' }),
  'management.sso.configureSAMLSettings': ofNewTenant(connection),
  'management.sso.configureSAMLByMetadata': ofNewTenant({
    redirectUrl: back,
    settings: { idpMetadataXml: idpMetadata() },
  }),
  'management.sso.configureOIDCSettings': ofNewTenant({
    settings: {
      name: 'Corp',
      clientId: 'latchkey',
      clientSecret: 'secret',
      issuer: 'https://idp.example',
      authUrl: 'https://idp.example/authorize',
      tokenUrl: 'https://idp.example/token',
      JWKsUrl: 'https://idp.example/keys',
      redirectUrl: back,
    },
  }),
  'management.sso.configureSSORedirectURL': ofConnectedTenant({ samlRedirectUrl: back }),
  'management.sso.recalculateSSOMappings': ofConnectedTenant(),
  'management.sso.decideIdentities': async (world) => ({
    input: { tenantId: await replaced(world), carryOverIdentities: true },
  }),
  'management.sso.configureSettings': ofNewTenant({
    idpURL: byHand.idpUrl,
    entityId: byHand.entityId,
    idpCert: byHand.idpCert,
    redirectURL: back,
  }),
  'management.sso.configureMetadata': async ({ tenant, receiver }) => ({
    input: { tenantId: await tenant(), idpMetadataURL: receiver.url, redirectURL: back },
  }),
  'management.sso.readProviderAgain': async ({ tenant, receiver, manage }) => {
    const tenantId = await tenant();
    await manage('sso/metadata', { tenantId, idpMetadataURL: receiver.url, redirectURL: back });
    return { input: { tenantId } };
  },
  'management.sso.configureMapping': ofConnectedTenant({
    roleMappings: [{ groups: ['staff'], roleName: 'Reader' }],
  }),
  'oauth.start': toProvider,
  'oauth.startSignUp': toProvider,
  'oauth.startSignIn': toProvider,
  'oauth.startUpdate': async (world) => ({
    ...(await toProvider(world)),
    token: (await world.signedIn()).token,
  }),
  'management.user.getProviderToken': async (world) => ({
    input: { loginId: (await withProvider(world)).loginId, provider: 'shop' },
  }),
};

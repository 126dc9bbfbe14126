import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { type HttpReceiver, startReceiver } from '../counterparts/http-receiver.ts';
import { type Latchkey, startLatchkey } from '../harness.ts';
import { demoUser, type LemonLdap, newLemonLdapUrl, startLemonLdap } from './lemonldap.ts';
import { signInThrough } from './sign-in-through.ts';

// Debian's LemonLDAP::NG, which writes SAML by Lasso, is the identity provider of tenants here.

let latchkey: Latchkey;
let lemon: LemonLdap;
let app: HttpReceiver;

const samlTenants = ['saml-plain', 'saml-encrypted'];
const oidcTenants = ['oidc-RS256', 'oidc-RS512'];
const secret = 'aSecret123';

beforeAll(async () => {
  latchkey = await startLatchkey();
  app = await startReceiver(() => ({ status: 200, body: 'arrived' }));
  const url = await newLemonLdapUrl();
  for (const id of [...samlTenants, ...oidcTenants]) await manage('/v1/mgmt/tenant/create', { id, name: id });
  await manage('/v1/mgmt/role/create', { name: 'User' });
  lemon = await startLemonLdap(url, {
    saml: await Promise.all(
      samlTenants.map(async (name) => ({
        name,
        encrypts: name === 'saml-encrypted',
        metadata: await metadataOf(name),
      })),
    ),
    oidc: await Promise.all(
      oidcTenants.map(async (clientId) => ({
        clientId,
        secret,
        callbackUrl: (await settingsOf(clientId)).oidc.callbackUrl,
        algorithm: clientId.replace('oidc-', ''),
      })),
    ),
  });
});
afterAll(async () => {
  await lemon?.stop();
  await app?.close();
  await latchkey?.close();
});

async function manage(path: string, body: object) {
  const answer = await latchkey.manage('POST', path, body);
  expect(answer, path).toMatchObject({ status: 200 });
}

const settingsOf = async (tenantId: string) =>
  (await latchkey.manage('GET', `/v2/mgmt/sso/settings?tenantId=${tenantId}`)).body;

const details = (tenantId: string) => ({
  tenantId,
  domains: [demoUser.email.split('@')[1]],
});
const roleMappings = [{ groups: ['users'], roleName: 'User' }];

/** Our metadata has a key only when the connection is set up, so it begins with a provisional identity provider. */
async function metadataOf(tenantId: string): Promise<string> {
  const { certificatePem } = await createCertifiedKey('provisional', latchkey.service.now());
  await manage('/v1/mgmt/sso/saml', {
    tenantId,
    settings: { idpUrl: 'https://provisional.example/', entityId: 'provisional', idpCert: certificatePem },
  });
  const { spEntityId } = (await settingsOf(tenantId)).saml;
  const path = spEntityId.replace(latchkey.baseUrl, '');
  return (await latchkey.request('GET', path, { bearer: null })).body;
}

/** Signs the user in twice, and removes the user and the tenant afterwards, because domains belong to one connection. */
async function expectSignIns(tenantId: string): Promise<void> {
  const signIn = async () => {
    const { username } = demoUser;
    const code = await signInThrough(latchkey, { tenantId, appUrl: app.url, username, password: username });
    const { body } = await latchkey.request('POST', '/v1/auth/sso/exchange', { body: { code } });
    return body.user;
  };
  const user = await signIn();
  expect(user).toMatchObject({
    name: demoUser.name,
    email: demoUser.email,
    verifiedEmail: true,
    loginIds: [demoUser.email],
    userTenants: [{ tenantId, roleNames: ['User'] }],
  });
  expect((await signIn()).userId).toBe(user.userId);
  await manage('/v1/mgmt/user/delete', { loginId: user.userId });
  await manage('/v1/mgmt/tenant/delete', { id: tenantId });
}

test.each(samlTenants)('a user signs in by SAML, twice as the same user (%s)', async (tenantId) => {
  await manage('/v1/mgmt/sso/saml/metadata', {
    ...details(tenantId),
    redirectUrl: `${app.url}/app`,
    settings: { idpMetadataUrl: `${lemon.url}/saml/metadata`, roleMappings },
  });
  expect((await settingsOf(tenantId)).saml).toMatchObject({ idpEntityId: `${lemon.url}/saml/metadata` });
  await expectSignIns(tenantId);
});

test.each(oidcTenants)('a user signs in by OpenID Connect, twice as the same user (%s)', async (tenantId) => {
  await manage('/v1/mgmt/sso/oidc', {
    ...details(tenantId),
    settings: {
      name: 'LemonLDAP::NG',
      issuer: `${lemon.url}/`,
      clientId: tenantId,
      clientSecret: secret,
      // By Basic authentication it does not decode what RFC 6749 §2.3.1 encodes, such as a hyphen in the client ID.
      clientAuthMethod: 'client_secret_post',
      redirectUrl: `${app.url}/app`,
      roleMappings,
    },
  });
  await expectSignIns(tenantId);
});
